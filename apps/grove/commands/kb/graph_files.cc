#include "apps/grove/commands/kb/graph_files.h"

#include <fmt/format.h>

#include <filesystem>

#include "apps/grove/store_program.h"
#include "base/file.h"
#include "rdf/syntax.h"

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

namespace {

/// A file of RDF with what has to be known to read it. Borrows the path.
struct RdfFile {
  std::string text;
  rdf::Syntax syntax;
};

Result<RdfFile> read_rdf(const std::string& path) {
  const auto syntax = rdf::syntax_of_file(path);
  if (!syntax)
    return fail(ErrorCode::kInvalidArgument, "its name doesn't say what RDF it is", "Known: .ttl, .nt, .nq, .trig, .rdf, .owl, .jsonld.");
  GROVE_ASSIGN_OR_RETURN(std::string text, read_file(path));
  return RdfFile{std::move(text), *syntax};
}

Error of_file(Error error, const std::string& path) {
  if (error.code == ErrorCode::kInvalidArgument) error.code = ErrorCode::kCorrupt;  // the file is wrong, not the command
  return std::move(error).within(fmt::format("cannot load {}", path));
}

}  // namespace

Status load_file(const std::string& path, const LoadTarget& target, rdf::TripleStore& store, const CancelToken& cancel) {
  const auto file = read_rdf(path);
  if (!file) return std::unexpected(Error(file.error()).within(fmt::format("cannot load {}", path)));
  rdf::LoadRequest request{.text = file->text, .syntax = file->syntax, .base_iri = file_iri(path), .mode = target.mode};
  if (!target.graph.empty()) {
    GROVE_ASSIGN_OR_RETURN(const rdf::Term name, rdf::parse_iri(target.graph));
    request.graph = name.value;
  }
  const Status loaded = store.load(request, cancel);
  if (!loaded) return std::unexpected(of_file(loaded.error(), path));
  return {};
}

Result<std::vector<rdf::Quad>> read_quads(const std::string& path) {
  const auto file = read_rdf(path);
  if (!file) return std::unexpected(Error(file.error()).within(fmt::format("cannot load {}", path)));
  auto quads = rdf::parse({.text = file->text, .syntax = file->syntax, .base_iri = file_iri(path)});
  if (!quads) return std::unexpected(of_file(quads.error(), path));
  return quads;
}

}  // namespace grove::cli
