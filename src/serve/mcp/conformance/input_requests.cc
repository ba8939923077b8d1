#include "serve/mcp/conformance/input_requests.h"

#include <algorithm>

namespace grove::serve::mcp {
namespace {

Json elicitation(std::string_view message, std::string_view property, std::string_view type) {
  const Json schema = {
      {"type", "object"}, {"properties", {{std::string(property), {{"type", type}}}}}, {"required", Json::array({property})}};
  return {{"method", "elicitation/create"}, {"params", {{"mode", "form"}, {"message", message}, {"requestedSchema", schema}}}};
}

}  // namespace

Json input_required(Json questions) { return {{"resultType", "input_required"}, {"inputRequests", std::move(questions)}}; }

Json name_question(std::string_view message) { return elicitation(message, "name", "string"); }
Json color_question(std::string_view message) { return elicitation(message, "color", "string"); }
Json confirm_question() { return elicitation("Please confirm", "ok", "boolean"); }

Json sampling_question(std::string_view text, int most_tokens) {
  const Json content = {{"type", "text"}, {"text", text}};
  return {{"method", "sampling/createMessage"},
          {"params", {{"messages", Json::array({{{"role", "user"}, {"content", content}}})}, {"maxTokens", most_tokens}}}};
}

Json roots_question() { return {{"method", "roots/list"}, {"params", Json::object()}}; }

RpcResult<Json> answers_of(const Json& params) {
  const Json* answers = member(params, "inputResponses");
  if (answers == nullptr) return Json::object();
  const bool fine = answers->is_object() && std::ranges::all_of(*answers, [](const Json& answer) { return answer.is_object(); });
  if (!fine) return refuse(RpcCode::kInvalidParams, "`inputResponses` has to be an object of objects");
  return *answers;
}

const Json* accepted(const Json& answers, std::string_view key) {
  const Json* answer = member(answers, key);
  if (answer == nullptr || text_member(*answer, "action") != "accept") return nullptr;
  return member(*answer, "content");
}

}  // namespace grove::serve::mcp
