#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/catalog_options.h"
#include "apps/grove/commands/kb/serving.h"
#include "serve/mcp/tools/ontologies.h"

namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {kCatalogOption, kHostOption, port_option("9020")};

Result<int> run(const Invocation& invocation, Session& session) {
  ServedProfile served{
      .profile = serve::mcp::catalog_profile(catalog_of(invocation).folder()), .port = 9020, .name = "the catalog of ontologies"};
  return serve_profile(std::move(served), invocation, session);
}

}  // namespace

const CommandSpec kKbOntologyMcpCommand = {
    .name = "kb ontology-mcp",
    .summary = "Serve the catalog of ontologies to assistants over MCP, until interrupted",
    .description =
        "Six tools: list_ontologies, inspect_ontology, search_classes, search_properties, compose, add_ontology. Streamable HTTP at /mcp, "
        "the\n"
        "older HTTP+SSE at /sse. On any address but a loopback one $GROVE_TOKEN has to be set.",
    .options = kOptions,
    .examples = "grove kb ontology-mcp --catalog data/ontologies --port 9020",
    .run = run,
};

}  // namespace grove::cli
