#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "serve/mcp/protocol/json.h"

namespace grove::serve::mcp {

/// Codes of JSON-RPC 2.0 (section 5.1), and those that MCP reserves.
enum class RpcCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kServerError = -32000,
  kSessionNotFound = -32001,
  kResourceNotFound = -32002,  ///< Until 2025-11-25; later it is kInvalidParams.
  kHeaderMismatch = -32020,
  kMissingCapability = -32021,
  kUnsupportedVersion = -32022,
};

/// A failure that is told as a JSON-RPC error.
struct RpcError {
  RpcCode code = RpcCode::kInternalError;
  std::string message;
  Json data = nullptr;    ///< Null: none.
  unsigned status = 200;  ///< Over HTTP.
};
template <class T>
using RpcResult = std::expected<T, RpcError>;

std::unexpected<RpcError> refuse(RpcCode code, std::string message, unsigned status = 200);

/// One message as it came in.
struct Message {
  enum class Kind { kRequest, kNotification, kResponse };
  Kind kind = Kind::kRequest;
  Json id = nullptr;  ///< A text or a number; null for notifications.
  std::string method;
  Json params = Json::object();
  Json result = nullptr;  ///< Of a response: this or `error`.
  Json error = nullptr;
};

/// What could not be read, with the id to answer to: null where even that could not be told.
struct Misread {
  RpcError error;
  Json id = nullptr;
};
/// Reads one message, no batch.
std::expected<Message, Misread> read_message(Json value);

Json response(const Json& id, Json result);
Json error_response(const Json& id, const RpcError& error);
/// Params without members are left out.
Json notification(std::string_view method, Json params = Json::object());
Json request(const Json& id, std::string_view method, Json params = Json::object());

}  // namespace grove::serve::mcp
