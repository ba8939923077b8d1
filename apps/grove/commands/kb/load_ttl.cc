#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/graph_files.h"
#include "apps/grove/session.h"

namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {.name = "file",
     .value = "FILE",
     .help = "Turtle, or any other RDF, to load; several times for several",
     .type = OptionType::kList,
     .completion = Completion::kFile},
    {.name = "graph", .value = "IRI", .help = "Named graph to load into; without it, the default graph"},
    {.name = "replace", .help = "What --graph holds goes, in the same step", .type = OptionType::kFlag},
    {.name = "endpoint",
     .value = "URL",
     .help = "SPARQL server to load into; without it, the graph of the data directory",
     .setting = Setting::kSparqlEndpoint},
};

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const std::vector<std::string> files = invocation.list("file");
  if (files.empty()) return fail(ErrorCode::kInvalidArgument, "there is nothing to load", "Name a file: --file graph.ttl");
  GROVE_ASSIGN_OR_RETURN(const auto store, open_named_store(*settings));
  LoadTarget target{.graph = invocation.text("graph")};
  if (invocation.has("replace")) {
    if (target.graph.empty())
      return fail(ErrorCode::kInvalidArgument, "--replace needs the graph whose content goes", "Name it: --graph IRI");
    target.mode = rdf::LoadRequest::Mode::kReplace;
  }
  GROVE_ASSIGN_OR_RETURN(const std::uint64_t before, store->size());
  for (const std::string& file : files) {
    GROVE_RETURN_IF_ERROR(load_file(file, target, *store, session.cancel()));
    target.mode = rdf::LoadRequest::Mode::kAdd;  // the first has made room
  }
  GROVE_ASSIGN_OR_RETURN(const std::uint64_t size, store->size());
  const Console& console = session.console();
  const std::string text = console.json() ? fmt::format("{{\"files\":{},\"triples\":{},\"before\":{}}}\n", files.size(), size, before)
                                          : fmt::format("loaded {} {}; the store holds {} triples now, {} before\n", files.size(),
                                                        files.size() == 1 ? "file" : "files", size, before);
  GROVE_RETURN_IF_ERROR(console.print(text));
  if (size == before && !invocation.has("replace"))
    console.note("Nothing in it was new: either the store held it all, or it holds no triples (JSON-LD needs an @context)");
  return 0;
}

}  // namespace

const CommandSpec kLoadTtlCommand = {
    .name = "kb load-ttl",
    .summary = "Load RDF into a graph store",
    .description =
        "A file goes in whole or not at all. Triples that are there already are not doubled, but for those of blank nodes, which are new\n"
        "ones with each load: --replace exchanges a graph's content.",
    .options = kOptions,
    .examples =
        "grove kb load-ttl --file schema.ttl --graph urn:staging:schema\n"
        "grove kb load-ttl --file world.ttl --graph urn:world --replace\n"
        "grove kb load-ttl --file world.ttl --endpoint http://localhost:9999/blazegraph/sparql",
    .run = run,
};

}  // namespace grove::cli
