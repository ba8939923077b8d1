#pragma once

#include "apps/grove/command.h"
#include "apps/grove/session.h"
#include "serve/mcp/client_setup.h"

namespace grove::cli {

inline constexpr OptionSpec kConformanceOption = {.name = "conformance",
                                                  .help = "Offer what the official conformance suite of MCP asks for",
                                                  .type = OptionType::kFlag,
                                                  .shown = OptionSpec::Shown::kNo};

inline constexpr OptionSpec kMultiInstanceOption = {
    .name = "allow-multi-instance", .help = "Only warn where another server runs for the data directory", .type = OptionType::kFlag};

/// Answers over HTTP, MCP included, until interrupted.
Result<int> serve_on_http(const Invocation& invocation, Session& session);
/// Serves one assistant over stdin and stdout until it leaves or an interrupt comes.
Result<int> serve_on_stdio(const Invocation& invocation, Session& session);

/// What clients need to know to reach this program; without a URL.
Result<serve::mcp::Reach> reach_of(const Invocation& invocation, Session& session);

}  // namespace grove::cli
