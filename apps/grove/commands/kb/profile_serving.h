#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "apps/grove/session.h"
#include "serve/mcp/catalogue.h"

namespace grove::cli {

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

/// What is served over MCP, and how people are told of it.
struct ServedProfile {
  serve::mcp::Profile profile;
  std::int64_t port;      ///< Without `--port`.
  std::string_view name;  ///< "the catalog of ontologies"
};

/// Serves a profile, where `--host` and `--port` say, until interrupted. Needs no data directory.
Result<int> serve_profile(ServedProfile served, const Invocation& invocation, Session& session);

}  // namespace grove::cli
