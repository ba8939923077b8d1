#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/graph_files.h"
#include "apps/grove/commands/kb/serving.h"
#include "serve/graph_access.h"
#include "serve/mcp/tools/graph.h"

namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    kOntoOption,
    kInstOption,
    {.name = "sparql-endpoint", .value = "URL", .help = "SPARQL server that holds the graph, instead of files"},
    kHostOption,
    port_option("9010"),
};

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const std::vector<std::string> files = served_files(invocation);
  const std::string endpoint = invocation.text("sparql-endpoint");
  if (!endpoint.empty() && !files.empty())
    return fail(ErrorCode::kInvalidArgument, "both files and --sparql-endpoint were named", "Name one of the two.");
  serve::GraphAccess graph([&]() -> Result<serve::GraphAccess::Store> {
    if (endpoint.empty()) return open_files_or_own(files, *settings, session.cancel());
    return rdf::open_remote_store({.query_url = endpoint, .authorization = settings->text(Setting::kSparqlAuthorization)});
  });
  GROVE_RETURN_IF_ERROR(graph.store());  // what is wrong with the files is told now
  return serve_profile({.profile = serve::mcp::knowledge_profile(&graph), .port = 9010, .name = "the knowledge graph"}, invocation,
                       session);
}

}  // namespace

const CommandSpec kKbMcpServerCommand = {
    .name = "kb mcp-server",
    .summary = "Serve a knowledge graph to assistants over MCP, until interrupted",
    .description =
        "The tools describe, list_by_class, outgoing, incoming, mentions, sparql_select and sparql_construct, over files, over another\n"
        "SPARQL server, or over the data directory's graph. `grove serve` and `grove mcp --profile knowledge` offer the last one too.",
    .options = kOptions,
    .examples =
        "grove kb mcp-server --onto schema.ttl --inst instances.ttl\n"
        "grove kb mcp-server --sparql-endpoint http://localhost:9999/blazegraph/namespace/kb/sparql",
    .run = run,
};

}  // namespace grove::cli
