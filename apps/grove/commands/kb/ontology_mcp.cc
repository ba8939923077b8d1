#include <fmt/format.h>
#include <unistd.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/catalog_options.h"
#include "apps/grove/session.h"
#include "base/log.h"
#include "serve/mcp/http/profile_server.h"
#include "serve/mcp/tools/ontologies.h"

namespace grove::cli {
namespace {

constexpr std::int64_t kPort = 9020;

constexpr OptionSpec kOptions[] = {
    kCatalogOption,
    {.name = "host", .value = "H", .help = "Address to listen on", .fallback = "127.0.0.1"},
    {.name = "port",
     .value = "P",
     .help = "Port to listen on; 0 for a free one",
     .type = OptionType::kInteger,
     .fallback = "9020",
     .least = 0,
     .most = 65535},
};

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const Console& console = session.console();
  DescriptorLog log(STDERR_FILENO, console.verbosity() == Verbosity::kQuiet ? LogLevel::kError : LogLevel::kInfo);
  const serve::mcp::ProfileServerOptions options{.host = invocation.text("host", "127.0.0.1"),
                                                 .port = static_cast<std::uint16_t>(invocation.integer("port", kPort)),
                                                 .token = settings->text(Setting::kToken),
                                                 .allowed_hosts = settings->list(Setting::kAllowedHosts)};
  std::vector<serve::mcp::Profile> profiles;
  profiles.push_back(serve::mcp::catalog_profile(catalog_of(invocation).folder()));
  GROVE_ASSIGN_OR_RETURN(const auto server, serve::mcp::ProfileServer::listen(options, std::move(profiles), log));
  const auto wake = session.on_interrupt([&server] { server->stop(); });
  const std::string text = console.json() ? fmt::format("{{\"url\":\"{0}\",\"mcp\":\"{0}/mcp\"}}\n", server->url())
                                          : fmt::format("Grove serves the catalog of ontologies to assistants on {}/mcp\n", server->url());
  GROVE_RETURN_IF_ERROR(console.print(text));
  if (session.cancel().cancelled()) server->stop();
  server->run();
  return 0;
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
