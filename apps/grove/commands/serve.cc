#include <fmt/format.h>
#include <unistd.h>

#include "apps/grove/commands/commands.h"
#include "apps/grove/session.h"
#include "serve/service.h"

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
};

Result<int> run(const Invocation&, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  GROVE_ASSIGN_OR_RETURN(engine::Engine * engine, session.engine());
  const Console& console = session.console();
  DescriptorLog log(STDERR_FILENO, console.verbosity() == Verbosity::kQuiet ? LogLevel::kError : LogLevel::kInfo);
  GROVE_ASSIGN_OR_RETURN(const auto service, serve::Service::listen(*engine, *settings, log));
  const auto wake = session.on_interrupt([&service] { service->stop(); });
  const std::string where =
      console.json() ? fmt::format("{{\"url\":\"{}\"}}\n", service->url()) : fmt::format("Grove listens on {}\n", service->url());
  GROVE_RETURN_IF_ERROR(console.print(where));
  if (session.cancel().cancelled()) service->stop();
  service->run();
  return 0;
}

}  // namespace

const CommandSpec kServeCommand = {
    .name = "serve",
    .summary = "Answer over HTTP until interrupted",
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
