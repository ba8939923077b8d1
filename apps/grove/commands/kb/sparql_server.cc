#include <fmt/format.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/kb/graph_files.h"
#include "apps/grove/commands/kb/serving.h"
#include "apps/grove/session.h"
#include "serve/sparql/server.h"

namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    kOntoOption,
    kInstOption,
    kHostOption,
    port_option("8890"),
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
  const std::vector<std::string> files = served_files(invocation);
  DescriptorLog log = server_log(session.console());
  serve::sparql::SparqlServerOptions options;
  options.host = invocation.text("host", kHostOption.fallback);
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
  const std::string text = session.console().json() ? fmt::format("{{\"url\":\"{0}\",\"sparql\":\"{0}/sparql\"}}\n", server->url())
                                                    : fmt::format("Grove answers SPARQL on {}/sparql\n", server->url());
  return serve_until_interrupted(*server, text, session);
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
