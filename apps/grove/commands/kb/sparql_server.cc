#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/graph_files.h"
#include "apps/grove/session.h"
#include "base/log.h"
#include "serve/sparql/server.h"

namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {.name = "onto", .value = "FILE", .help = "Schema to serve", .type = OptionType::kList, .completion = Completion::kFile},
    {.name = "inst", .value = "FILE", .help = "Instances to serve", .type = OptionType::kList, .completion = Completion::kFile},
    {.name = "host", .value = "H", .help = "Address to listen on", .fallback = "127.0.0.1"},
    {.name = "port",
     .value = "P",
     .help = "Port to listen on; 0 for a free one",
     .type = OptionType::kInteger,
     .fallback = "8890",
     .most = 65535},
    {.name = "timeout",
     .value = "SECONDS",
     .help = "Longest that a query may run",
     .type = OptionType::kInteger,
     .fallback = "30",
     .least = 1,
     .most = 3600},
    {.name = "writable", .help = "Take updates, and changes of graphs, from whoever may ask", .type = OptionType::kFlag},
};

using Store = std::shared_ptr<rdf::TripleStore>;

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  std::vector<std::string> files = invocation.list("onto");
  std::ranges::copy(invocation.list("inst"), std::back_inserter(files));
  const Console& console = session.console();
  DescriptorLog log(STDERR_FILENO, console.verbosity() == Verbosity::kQuiet ? LogLevel::kError : LogLevel::kInfo);
  serve::sparql::SparqlServerOptions options;
  options.host = invocation.text("host", "127.0.0.1");
  options.port = static_cast<std::uint16_t>(invocation.integer("port", 8890));
  options.token = settings->text(Setting::kToken);
  options.allowed_hosts = settings->list(Setting::kAllowedHosts);
  options.endpoint.limits.time = std::chrono::seconds(invocation.integer("timeout", 30));
  if (invocation.has("writable")) options.endpoint.access = serve::sparql::EndpointOptions::Access::kWritable;
  // A store on disk is open already when it is asked for anew, and nothing but this server changes it.
  options.open = [files, settings, cancel = session.cancel(), own = Store()]() mutable -> Result<Store> {
    if (files.empty() && own) return own;
    GROVE_ASSIGN_OR_RETURN(Store store, open_files_or_own(files, *settings, cancel));
    if (files.empty()) own = store;
    return store;
  };
  GROVE_ASSIGN_OR_RETURN(const auto server, serve::sparql::SparqlServer::listen(std::move(options), log));
  const auto wake = session.on_interrupt([&server] { server->stop(); });
  const std::string text = console.json() ? fmt::format("{{\"url\":\"{0}\",\"sparql\":\"{0}/sparql\"}}\n", server->url())
                                          : fmt::format("Grove answers SPARQL on {}/sparql\n", server->url());
  GROVE_RETURN_IF_ERROR(console.print(text));
  if (session.cancel().cancelled()) server->stop();
  server->run();
  return 0;
}

}  // namespace

const CommandSpec kSparqlServerCommand = {
    .name = "kb sparql-server",
    .summary = "Answer SPARQL over files of RDF, or over the data directory's graph, until interrupted",
    .description =
        "SPARQL 1.1 over HTTP at /sparql, whole graphs at /graph-store, /health, /stats, and POST /reload, which reads the files anew.\n"
        "Nothing can be changed without --writable. On any address but a loopback one $GROVE_TOKEN has to be set.",
    .options = kOptions,
    .examples =
        "grove kb sparql-server --onto schema.ttl --inst instances.ttl\n"
        "curl -s localhost:8890/sparql --data-urlencode 'query=SELECT * { ?s a ?class } LIMIT 5'",
    .run = run,
};

}  // namespace grove::cli
