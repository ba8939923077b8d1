#include "apps/grove/commands/kb/serving.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "serve/mcp/http/profile_server.h"

namespace grove::cli {

std::vector<std::string> served_files(const Invocation& invocation) {
  std::vector<std::string> files = invocation.list("onto");
  std::ranges::copy(invocation.list("inst"), std::back_inserter(files));
  return files;
}

DescriptorLog server_log(const Console& console) {
  return DescriptorLog(STDERR_FILENO, console.verbosity() == Verbosity::kQuiet ? LogLevel::kError : LogLevel::kInfo);
}

Result<int> serve_profile(ServedProfile served, const Invocation& invocation, Session& session) {
  GROVE_ASSIGN_OR_RETURN(const Settings* settings, session.settings());
  DescriptorLog log = server_log(session.console());
  const serve::mcp::ProfileServerOptions options{.host = invocation.text("host", kHostOption.fallback),
                                                 .port = static_cast<std::uint16_t>(invocation.integer("port", served.port)),
                                                 .token = settings->text(Setting::kToken),
                                                 .allowed_hosts = settings->list(Setting::kAllowedHosts)};
  std::vector<serve::mcp::Profile> profiles;
  profiles.push_back(std::move(served.profile));
  GROVE_ASSIGN_OR_RETURN(const auto server, serve::mcp::ProfileServer::listen(options, std::move(profiles), log));
  const std::string text = session.console().json() ? fmt::format("{{\"url\":\"{0}\",\"mcp\":\"{0}/mcp\"}}\n", server->url())
                                                    : fmt::format("Grove serves {} to assistants on {}/mcp\n", served.name, server->url());
  return serve_until_interrupted(*server, text, session);
}

}  // namespace grove::cli
