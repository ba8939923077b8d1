#include "knowledge/testing/scripted_model.h"

#include <nlohmann/json.hpp>

namespace grove::knowledge {
namespace {

using nlohmann::json;

/// What stands between the lines `BEGIN …` and `END …`.
std::string between_marks(const std::string& text) {
  const std::size_t begin = text.find('\n');
  const std::size_t end = text.rfind("\nEND ");
  return begin == std::string::npos || end == std::string::npos || end < begin ? text : text.substr(begin + 1, end - begin - 1);
}

ScriptedModel::Asked read(const http::TestServer::Request& request) {
  const json body = json::parse(request.body);
  ScriptedModel::Asked asked;
  if (const auto found = request.headers.find("authorization"); found != request.headers.end()) asked.authorization = found->second;
  asked.format = body.contains("response_format") ? body["response_format"]["type"].get<std::string>() : "none";
  bool has_passage = false;
  for (const json& message : body["messages"]) {
    const std::string role = message["role"];
    if (role == "system") asked.system = message["content"];
    if (role == "assistant") ++asked.turn;
    if (role != "user" || has_passage) continue;
    asked.question = message["content"];
    asked.passage = between_marks(asked.question);
    has_passage = true;
  }
  return asked;
}

}  // namespace

ScriptedModel::ScriptedModel(Script script)
    : script_(std::move(script)), server_([this](const auto& request) { return respond(request); }) {}

http::TestServer::Response ScriptedModel::respond(const http::TestServer::Request& request) {
  ++asked_;
  const Reply reply = script_(read(request));
  if (reply.status != 200) return {.status = reply.status, .body = json{{"error", reply.text}}.dump(), .pause_ms = reply.pause_ms};
  const json body = {
      {"choices", {{{"index", 0}, {"message", {{"role", "assistant"}, {"content", reply.text}}}, {"finish_reason", reply.finish}}}},
      {"usage", {{"prompt_tokens", request.body.size() / 4}, {"completion_tokens", reply.text.size() / 4}}}};
  return {.body = body.dump(-1, ' ', false, json::error_handler_t::replace), .send_only = reply.send_only, .pause_ms = reply.pause_ms};
}

}  // namespace grove::knowledge
