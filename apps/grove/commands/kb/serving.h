#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "apps/grove/session.h"
#include "base/log.h"
#include "serve/mcp/catalogue.h"

namespace grove::cli {

// What the servers of `grove kb` have in common.

inline constexpr OptionSpec kOntoOption = {
    .name = "onto", .value = "FILE", .help = "Schema to serve", .type = OptionType::kList, .completion = Completion::kFile};
inline constexpr OptionSpec kInstOption = {
    .name = "inst", .value = "FILE", .help = "Instances to serve", .type = OptionType::kList, .completion = Completion::kFile};
inline constexpr OptionSpec kHostOption = {.name = "host", .value = "H", .help = "Address to listen on", .fallback = "127.0.0.1"};

/// `--port`, and the one that is taken without it.
constexpr OptionSpec port_option(std::string_view fallback) {
  return {.name = "port",
          .value = "P",
          .help = "Port to listen on; 0 for a free one",
          .type = OptionType::kInteger,
          .fallback = fallback,
          .least = 0,
          .most = 65535};
}

/// The files of `--onto`, then those of `--inst`.
std::vector<std::string> served_files(const Invocation& invocation);
/// What servers tell on stderr: requests too, unless `--quiet`.
DescriptorLog server_log(const Console& console);

/// Announces a server that listens, and lets it serve until the program is interrupted. Its `stop()` may be called from another thread.
template <class Server>
Result<int> serve_until_interrupted(Server& server, const std::string& announcement, Session& session) {
  const auto wake = session.on_interrupt([&server] { server.stop(); });
  GROVE_RETURN_IF_ERROR(session.console().print(announcement));
  if (session.cancel().cancelled()) server.stop();
  server.run();
  return 0;
}

/// What is served over MCP, and how people are told of it.
struct ServedProfile {
  serve::mcp::Profile profile;
  std::int64_t port;      ///< Without `--port`.
  std::string_view name;  ///< "the catalog of ontologies"
};

/// Serves a profile, where `--host` and `--port` say, until interrupted. Needs no data directory.
Result<int> serve_profile(ServedProfile served, const Invocation& invocation, Session& session);

}  // namespace grove::cli
