#include "serve/mcp/protocol/envelope.h"

#include <fmt/format.h>

#include <algorithm>

#include "serve/mcp/protocol/revision.h"

namespace grove::serve::mcp {
namespace {

constexpr unsigned kBadRequest = 400;

}  // namespace

bool is_stateless(const Message& message) {
  if (message.method == "server/discover" || message.method == "subscriptions/listen") return true;
  const Json* meta = member(message.params, "_meta");
  if (meta == nullptr) return false;
  return std::ranges::any_of(std::initializer_list<std::string_view>{kMetaVersion, kMetaCapabilities, kMetaClientInfo},
                             [&](std::string_view key) { return member(*meta, key) != nullptr; });
}

RpcResult<Envelope> read_envelope(const Json& params) {
  const Json* meta = member(params, "_meta");
  if (meta == nullptr || !meta->is_object()) return refuse(RpcCode::kInvalidParams, "`params._meta` is missing", kBadRequest);
  const Json* version = member(*meta, kMetaVersion);
  if (version == nullptr || !version->is_string()) {
    return refuse(RpcCode::kInvalidParams, fmt::format("`params._meta` lacks `{}`", kMetaVersion), kBadRequest);
  }
  const Json* capabilities = member(*meta, kMetaCapabilities);
  if (capabilities == nullptr || !capabilities->is_object()) {
    return refuse(RpcCode::kInvalidParams, fmt::format("`params._meta` lacks `{}`", kMetaCapabilities), kBadRequest);
  }
  Envelope envelope{.version = version->get<std::string>(), .capabilities = *capabilities, .log_level = std::nullopt};
  if (const Json* level = member(*meta, kMetaLogLevel); level != nullptr) {
    envelope.log_level = severity_of(level->is_string() ? level->get<std::string>() : "");
    if (!envelope.log_level) return refuse(RpcCode::kInvalidParams, fmt::format("`{}` is no log level", kMetaLogLevel), kBadRequest);
  }
  return envelope;
}

RpcResult<void> check_version(const Envelope& envelope) {
  if (envelope.version == revision_name(kNewest)) return {};
  return std::unexpected(RpcError{.code = RpcCode::kUnsupportedVersion,
                                  .message = fmt::format("protocol version {} is not supported here", envelope.version.substr(0, 100)),
                                  .data = {{"supported", Json::array({revision_name(kNewest)})}, {"requested", envelope.version}},
                                  .status = kBadRequest});
}

}  // namespace grove::serve::mcp
