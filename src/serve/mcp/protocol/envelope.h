#pragma once

#include <optional>
#include <string_view>

#include "serve/mcp/protocol/message.h"
#include "serve/mcp/protocol/severity.h"

namespace grove::serve::mcp {

inline constexpr std::string_view kMetaVersion = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kMetaCapabilities = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kMetaClientInfo = "io.modelcontextprotocol/clientInfo";
inline constexpr std::string_view kMetaLogLevel = "io.modelcontextprotocol/logLevel";
inline constexpr std::string_view kMetaServerInfo = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view kMetaSubscription = "io.modelcontextprotocol/subscriptionId";

/// What a stateless request says of its client in `params._meta`.
struct Envelope {
  std::string version;
  Json capabilities = Json::object();
  std::optional<Severity> log_level;  ///< Nothing: no log is wanted.
};

/// Whether a message is of the stateless era by what it carries or asks for.
bool is_stateless(const Message& message);

/// kInvalidParams where the version or the capabilities are missing, with status 400. The version is not looked at.
RpcResult<Envelope> read_envelope(const Json& params);

/// kUnsupportedVersion, with what is supported, where the version is not the stateless one.
RpcResult<void> check_version(const Envelope& envelope);

}  // namespace grove::serve::mcp
