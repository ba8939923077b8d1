#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/graph_files.h"
#include "apps/grove/session.h"
#include "base/log.h"
#include "serve/graph_access.h"
#include "serve/service.h"

namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {.name = "onto", .value = "FILE", .help = "Schema to serve", .type = OptionType::kList, .completion = Completion::kFile},
    {.name = "inst", .value = "FILE", .help = "Instances to serve", .type = OptionType::kList, .completion = Completion::kFile},
    {.name = "sparql-endpoint", .value = "URL", .help = "SPARQL server that holds the graph, instead of files"},
    {.name = "host", .value = "H", .help = "Address to listen on", .setting = Setting::kHost},
    {.name = "port",
     .value = "P",
     .help = "Port to listen on; 0 for a free one",
     .type = OptionType::kInteger,
     .fallback = "9010",
     .most = 65535},
};

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  std::vector<std::string> files = invocation.list("onto");
  std::ranges::copy(invocation.list("inst"), std::back_inserter(files));
  const std::string endpoint = invocation.text("sparql-endpoint");
  if (!endpoint.empty() && !files.empty())
    return fail(ErrorCode::kInvalidArgument, "both files and --sparql-endpoint were named", "Name one of the two.");
  serve::GraphAccess graph([&]() -> Result<serve::GraphAccess::Store> {
    if (endpoint.empty()) return open_files_or_own(files, *settings, session.cancel());
    return rdf::open_remote_store({.query_url = endpoint, .authorization = settings->text(Setting::kSparqlAuthorization)});
  });
  GROVE_RETURN_IF_ERROR(graph.store());  // what is wrong with the files is told now
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const Console& console = session.console();
  DescriptorLog log(STDERR_FILENO, console.verbosity() == Verbosity::kQuiet ? LogLevel::kError : LogLevel::kInfo);
  const serve::Service::Options options{
      .graph = &graph, .default_profile = "knowledge", .port = static_cast<std::uint16_t>(invocation.integer("port", 9010))};
  GROVE_ASSIGN_OR_RETURN(const auto service, serve::Service::listen(*engine, *settings, log, options));
  const auto wake = session.on_interrupt([&service] { service->stop(); });
  const std::string text = console.json() ? fmt::format("{{\"url\":\"{0}\",\"mcp\":\"{0}/mcp\"}}\n", service->url())
                                          : fmt::format("The knowledge graph is served over MCP on {}/mcp\n", service->url());
  GROVE_RETURN_IF_ERROR(console.print(text));
  if (session.cancel().cancelled()) service->stop();
  service->run();
  return 0;
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
