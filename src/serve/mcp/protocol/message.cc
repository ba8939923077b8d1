#include "serve/mcp/protocol/message.h"

#include <utility>

namespace grove::serve::mcp {
namespace {

bool is_id(const Json& id) { return id.is_string() || id.is_number(); }

std::unexpected<Misread> misread(RpcCode code, std::string message, const Json& id) {
  return std::unexpected(Misread{.error = {.code = code, .message = std::move(message), .data = nullptr, .status = 400}, .id = id});
}

Json with_method(std::string_view method, Json params) {
  Json message = {{"jsonrpc", "2.0"}, {"method", method}};
  if (!params.empty()) message["params"] = std::move(params);
  return message;
}

}  // namespace

std::unexpected<RpcError> refuse(RpcCode code, std::string message, unsigned status) {
  return std::unexpected(RpcError{.code = code, .message = std::move(message), .data = nullptr, .status = status});
}

std::expected<Message, Misread> read_message(Json value) {
  if (!value.is_object()) return misread(RpcCode::kInvalidRequest, "a message has to be a JSON object", nullptr);
  Message message;
  if (const Json* id = member(value, "id"); id != nullptr && is_id(*id)) message.id = *id;
  if (text_member(value, "jsonrpc") != "2.0") return misread(RpcCode::kInvalidRequest, "`jsonrpc` has to be \"2.0\"", message.id);
  const Json* method = member(value, "method");
  if (method == nullptr) {
    const Json* result = member(value, "result");
    const Json* error = member(value, "error");
    if (message.id.is_null() || (result == nullptr) == (error == nullptr)) {
      return misread(RpcCode::kInvalidRequest, "the message is neither a request, a notification nor a response", message.id);
    }
    message.kind = Message::Kind::kResponse;
    if (result != nullptr) message.result = *result;
    if (error != nullptr) message.error = *error;
    return message;
  }
  if (!method->is_string()) return misread(RpcCode::kInvalidRequest, "`method` has to be a text", message.id);
  message.method = method->get<std::string>();
  const bool has_id = value.contains("id");
  if (has_id && message.id.is_null()) return misread(RpcCode::kInvalidRequest, "`id` has to be a text or a number", nullptr);
  message.kind = has_id ? Message::Kind::kRequest : Message::Kind::kNotification;
  if (const auto params = value.find("params"); params != value.end()) {
    if (!params->is_object()) return misread(RpcCode::kInvalidParams, "`params` has to be an object", message.id);
    message.params = std::move(*params);
  }
  return message;
}

Json response(const Json& id, Json result) { return {{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}}; }

Json error_response(const Json& id, const RpcError& error) {
  Json body = {{"code", static_cast<int>(error.code)}, {"message", error.message}};
  if (!error.data.is_null()) body["data"] = error.data;
  return {{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(body)}};
}

Json notification(std::string_view method, Json params) { return with_method(method, std::move(params)); }

Json request(const Json& id, std::string_view method, Json params) {
  Json message = with_method(method, std::move(params));
  message["id"] = id;
  return message;
}

}  // namespace grove::serve::mcp
