#include "apps/grove/commands/kb/graph_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "apps/grove/store_program.h"
#include "base/file.h"

namespace grove::cli {
namespace {

std::string file_iri(const std::string& path) {
  std::error_code error;
  std::string iri = "file://";
  for (const auto& part : std::filesystem::absolute(path, error).lexically_normal())
    if (part != "/") iri += "/" + rdf::iri_segment(part.string());
  return iri;
}

}  // namespace

Result<std::unique_ptr<rdf::TripleStore>> open_own_store(const Settings& settings) {
  return rdf::open_embedded_store({.folder = settings.text(Setting::kDataDirectory) + "/rdf", .store_program = store_program()});
}

Result<std::unique_ptr<rdf::TripleStore>> open_named_store(const Settings& settings) {
  const std::string& endpoint = settings.text(Setting::kSparqlEndpoint);
  if (endpoint.empty()) return open_own_store(settings);
  return rdf::open_remote_store({.query_url = endpoint, .authorization = settings.text(Setting::kSparqlAuthorization)});
}

Result<std::shared_ptr<rdf::TripleStore>> open_files_or_own(const std::vector<std::string>& files, const Settings& settings,
                                                            const CancelToken& cancel) {
  if (files.empty()) return open_own_store(settings);
  GROVE_ASSIGN_OR_RETURN(std::shared_ptr<rdf::TripleStore> store, rdf::open_embedded_store({.store_program = store_program()}));
  for (const std::string& file : files) GROVE_RETURN_IF_ERROR(load_file(file, {}, *store, cancel));
  return store;
}

Status load_file(const std::string& path, const LoadTarget& target, rdf::TripleStore& store, const CancelToken& cancel) {
  const std::string reading = fmt::format("cannot load {}", path);
  const auto syntax = rdf::syntax_of_file(path);
  if (!syntax)
    return fail(ErrorCode::kInvalidArgument, fmt::format("{}: its name doesn't say what RDF it is", reading),
                "Known: .ttl, .nt, .nq, .trig, .rdf, .owl, .jsonld.");
  const Result<std::string> text = read_file(path);
  if (!text) return std::unexpected(Error(text.error()).within(reading));
  rdf::LoadRequest request{.text = *text, .syntax = *syntax, .base_iri = file_iri(path), .mode = target.mode};
  if (!target.graph.empty()) {
    GROVE_ASSIGN_OR_RETURN(const rdf::Term name, rdf::parse_iri(target.graph));
    request.graph = name.value;
  }
  const Status loaded = store.load(request, cancel);
  if (loaded) return {};
  Error error = Error(loaded.error()).within(reading);
  if (error.code == ErrorCode::kInvalidArgument) error.code = ErrorCode::kCorrupt;  // the file is wrong, not the command
  return std::unexpected(std::move(error));
}

}  // namespace grove::cli
