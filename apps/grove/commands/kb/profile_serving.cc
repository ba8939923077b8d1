#include "apps/grove/commands/kb/profile_serving.h"

#include <fmt/format.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "base/log.h"
#include "serve/mcp/http/profile_server.h"

namespace grove::cli {

Result<int> serve_profile(ServedProfile served, const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  const Console& console = session.console();
  DescriptorLog log(STDERR_FILENO, console.verbosity() == Verbosity::kQuiet ? LogLevel::kError : LogLevel::kInfo);
  const serve::mcp::ProfileServerOptions options{.host = invocation.text("host", kHostOption.fallback),
                                                 .port = static_cast<std::uint16_t>(invocation.integer("port", served.port)),
                                                 .token = settings->text(Setting::kToken),
                                                 .allowed_hosts = settings->list(Setting::kAllowedHosts)};
  std::vector<serve::mcp::Profile> profiles;
  profiles.push_back(std::move(served.profile));
  GROVE_ASSIGN_OR_RETURN(const auto server, serve::mcp::ProfileServer::listen(options, std::move(profiles), log));
  const auto wake = session.on_interrupt([&server] { server->stop(); });
  const std::string text = console.json() ? fmt::format("{{\"url\":\"{0}\",\"mcp\":\"{0}/mcp\"}}\n", server->url())
                                          : fmt::format("Grove serves {} to assistants on {}/mcp\n", served.name, server->url());
  GROVE_RETURN_IF_ERROR(console.print(text));
  if (session.cancel().cancelled()) server->stop();
  server->run();
  return 0;
}

}  // namespace grove::cli
