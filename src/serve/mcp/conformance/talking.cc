#include <chrono>
#include <thread>

#include "serve/mcp/conformance/fixtures.h"

namespace grove::serve::mcp {
namespace {

using namespace std::chrono_literals;

void pause() { std::this_thread::sleep_for(50ms); }

RpcResult<Json> with_logging(const Json&, Exchange& exchange) {
  exchange.log(Severity::kInfo, "conformance", "Tool execution started");
  pause();
  exchange.log(Severity::kInfo, "conformance", "Tool processing data");
  pause();
  exchange.log(Severity::kInfo, "conformance", "Tool execution completed");
  return text_result("Tool with logging executed.");
}

RpcResult<Json> with_progress(const Json&, Exchange& exchange) {
  for (const double done : {0.0, 50.0, 100.0}) {
    exchange.milestone(done, 100, "");
    pause();
  }
  return text_result("Tool with progress executed.");
}

RpcResult<Json> reconnecting(const Json&, Exchange& exchange) {
  if (exchange.channel()) exchange.channel()->interrupt(500ms);
  std::this_thread::sleep_for(100ms);
  return text_result("Reconnection test completed.");
}

/// Without what the client can't do, an error that says so.
RpcResult<Json> asked(Exchange& exchange, std::string_view capability, std::string_view method, Json params) {
  if (!exchange.client_can(capability)) {
    return refuse(RpcCode::kInvalidRequest, "the client did not declare the capability `" + std::string(capability) + "`");
  }
  return exchange.ask(method, std::move(params));
}

std::string argument(const Json& params, std::string_view name) {
  const Json* arguments = member(params, "arguments");
  return arguments == nullptr ? std::string() : text_member(*arguments, name);
}

RpcResult<Json> sampling(const Json& params, Exchange& exchange) {
  const Json content = {{"type", "text"}, {"text", argument(params, "prompt")}};
  const auto answer = asked(exchange, "sampling", "sampling/createMessage",
                            {{"messages", Json::array({{{"role", "user"}, {"content", content}}})}, {"maxTokens", 100}});
  if (!answer) return answer;
  const Json* said = member(*answer, "content");
  return text_result("LLM response: " + (said == nullptr ? std::string() : text_member(*said, "text")));
}

RpcResult<Json> elicited(Exchange& exchange, std::string_view message, std::string_view schema, std::string_view prefix) {
  const auto answer =
      asked(exchange, "elicitation", "elicitation/create", {{"message", message}, {"requestedSchema", Json::parse(schema)}});
  if (!answer) return answer;
  const Json* content = member(*answer, "content");
  return text_result(std::string(prefix) + "action=" + text_member(*answer, "action") +
                     ", content=" + (content == nullptr ? "{}" : to_text(*content)));
}

RpcResult<Json> elicitation(const Json& params, Exchange& exchange) {
  return elicited(exchange, argument(params, "message"), R"({"type": "object", "properties": {
    "username": {"type": "string", "description": "User's response"},
    "email": {"type": "string", "description": "User's email address"}}, "required": ["username", "email"]})",
                  "User response: ");
}

RpcResult<Json> elicitation_defaults(const Json&, Exchange& exchange) {
  return elicited(exchange, "Please review these defaults", R"({"type": "object", "properties": {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "default": true}}})",
                  "Elicitation completed: ");
}

RpcResult<Json> elicitation_enums(const Json&, Exchange& exchange) {
  return elicited(exchange, "Please choose", R"({"type": "object", "properties": {
    "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
    "titledSingle": {"type": "string", "oneOf": [{"const": "value1", "title": "First Option"},
      {"const": "value2", "title": "Second Option"}, {"const": "value3", "title": "Third Option"}]},
    "legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["Option One", "Option Two", "Option Three"]},
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
    "titledMulti": {"type": "array", "items": {"anyOf": [{"const": "value1", "title": "First Choice"},
      {"const": "value2", "title": "Second Choice"}, {"const": "value3", "title": "Third Choice"}]}}}})",
                  "Elicitation completed: ");
}

/// Questions may not be asked of a stateless client while its call is worked on: it simply goes on.
RpcResult<Json> streaming_elicitation(const Json&, Exchange&) { return text_result("Nothing was asked on the stream."); }

ToolEntry talking(ToolEntry tool) {
  tool.manner = ToolEntry::Manner::kTalks;
  tool.pace = ToolEntry::Pace::kLong;
  return tool;
}

ToolEntry with_text_argument(ToolEntry tool, std::string_view name) {
  tool.definition["inputSchema"]["properties"][std::string(name)] = {{"type", "string"}, {"description", "Any text."}};
  tool.definition["inputSchema"]["required"] = Json::array({name});
  return tool;
}

}  // namespace

FixtureTools talking_fixtures() {
  FixtureTools tools = {fixture("test_tool_with_logging", "Logs thrice.", with_logging),
                        fixture("test_tool_with_progress", "Tells progress thrice.", with_progress),
                        fixture("test_reconnection", "Breaks its stream off and goes on in another.", reconnecting),
                        with_text_argument(fixture("test_sampling", "Has the client's model answer.", sampling), "prompt"),
                        with_text_argument(fixture("test_elicitation", "Asks the client's user.", elicitation), "message"),
                        fixture("test_elicitation_sep1034_defaults", "Asks with default values.", elicitation_defaults),
                        fixture("test_elicitation_sep1330_enums", "Asks with choices of every kind.", elicitation_enums),
                        fixture("test_streaming_elicitation", "Asks nothing on its stream.", streaming_elicitation),
                        fixture("test_logging_tool", "Logs where logs are wanted.", with_logging)};
  for (ToolEntry& tool : tools) tool = talking(std::move(tool));
  return tools;
}

}  // namespace grove::serve::mcp
