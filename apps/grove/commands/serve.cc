#include "apps/grove/commands/commands.h"
#include "apps/grove/commands/serving.h"
#include "apps/grove/session.h"

namespace grove::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {.name = "host", .value = "H", .help = "Address to listen on", .setting = Setting::kHost},
    {.name = "port", .value = "P", .help = "Port to listen on; 0 for a free one", .setting = Setting::kPort},
    {.name = "embedding-model", .value = "M", .help = "Model that makes the vectors", .setting = Setting::kEmbeddingModel},
    {.name = "keep-alive",
     .value = "D",
     .help = "How long a local model stays loaded unused: 0, 45s, 5m, always",
     .setting = Setting::kKeepAlive},
    {.name = "watch",
     .help = "Keep the indexes of registered folders current while files change",
     .type = OptionType::kFlag,
     .setting = Setting::kWatch},
    kMultiInstanceOption,
    kConformanceOption,
};

Result<int> run(const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  if (settings->text(Setting::kMcpTransport) == "stdio") return serve_on_stdio(invocation, session);
  return serve_on_http(invocation, session);
}

}  // namespace

const CommandSpec kServeCommand = {
    .name = "serve",
    .summary = "Answer over HTTP, assistants included, until interrupted",
    .description =
        "On any address but a loopback one $GROVE_TOKEN has to be set, and clients have to send it. SIGINT or SIGTERM ends the\n"
        "server once the requests in flight are answered.",
    .options = kOptions,
    .examples =
        "grove serve --port 9000\ncurl -s localhost:8765/api/v1/search -H 'Content-Type: application/json' -d '{\"query\": \"verify "
        "token\"}'",
    .run = run,
};

}  // namespace grove::cli
