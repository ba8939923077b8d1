#include "serve/mcp/conformance/fixtures.h"

namespace grove::serve::mcp {
namespace {

Json text_block(std::string_view text) { return {{"type", "text"}, {"text", text}}; }

Json media_block(std::string_view type, std::string_view data, std::string_view mime) {
  return {{"type", type}, {"data", data}, {"mimeType", mime}};
}

Json resource_block(std::string_view uri, std::string_view mime, std::string_view text) {
  return {{"type", "resource"}, {"resource", {{"uri", uri}, {"mimeType", mime}, {"text", text}}}};
}

Json with_content(Json blocks) { return {{"content", std::move(blocks)}}; }

RpcResult<Json> simple_text(const Json&, Exchange&) { return text_result("This is a simple text response for testing."); }

RpcResult<Json> image(const Json&, Exchange&) { return with_content(Json::array({media_block("image", kTinyPng, "image/png")})); }

RpcResult<Json> audio(const Json&, Exchange&) { return with_content(Json::array({media_block("audio", kTinyWav, "audio/wav")})); }

RpcResult<Json> embedded(const Json&, Exchange&) {
  return with_content(Json::array({resource_block("test://embedded-resource", "text/plain", "This is an embedded resource content.")}));
}

RpcResult<Json> mixed(const Json&, Exchange&) {
  return with_content(Json::array({text_block("Multiple content types test:"), media_block("image", kTinyPng, "image/png"),
                                   resource_block("test://mixed-content-resource", "application/json", R"({"test":"data","value":123})")}));
}

RpcResult<Json> failing(const Json&, Exchange&) {
  Json result = text_result("This tool intentionally returns an error for testing");
  result["isError"] = true;
  return result;
}

RpcResult<Json> needs_sampling(const Json&, Exchange& exchange) {
  if (exchange.client_can("sampling")) return text_result("The client can sample.");
  return std::unexpected(RpcError{.code = RpcCode::kMissingCapability,
                                  .message = "the client did not declare the capability `sampling`",
                                  .data = {{"requiredCapabilities", {{"sampling", Json::object()}}}},
                                  .status = 400});
}

/// Keywords of JSON Schema 2020-12 that have to be listed as they are.
constexpr std::string_view kRichSchema = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {"address": {"$anchor": "addressDef", "type": "object",
                        "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
  "properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"},
                 "contactMethod": {"type": "string", "enum": ["phone", "email"]},
                 "phone": {"type": "string"}, "email": {"type": "string"}},
  "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
  "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
  "then": {"required": ["phone"]},
  "else": {"required": ["email"]},
  "additionalProperties": false
})";

ToolEntry rich_schema_tool() {
  ToolEntry tool = fixture("json_schema_2020_12_tool", "Tool with JSON Schema 2020-12 features", simple_text);
  tool.definition["inputSchema"] = Json::parse(kRichSchema);
  return tool;
}

ToolEntry header_tool() {
  ToolEntry tool = fixture("test_custom_header", "An argument that travels in a header too.", simple_text);
  tool.definition["inputSchema"]["properties"]["region"] = {{"type", "string"}, {"description", "Any text."}, {"x-mcp-header", "Region"}};
  return tool;
}

}  // namespace

FixtureTools content_fixtures() {
  return {fixture("test_simple_text", "Answers with text.", simple_text),
          fixture("test_image_content", "Answers with an image.", image),
          fixture("test_audio_content", "Answers with sound.", audio),
          fixture("test_embedded_resource", "Answers with a resource.", embedded),
          fixture("test_multiple_content_types", "Answers with text, an image and a resource.", mixed),
          fixture("test_error_handling", "Fails.", failing),
          fixture("test_missing_capability", "Needs a client that can sample.", needs_sampling),
          rich_schema_tool(),
          header_tool()};
}

}  // namespace grove::serve::mcp
