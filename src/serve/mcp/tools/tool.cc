#include "serve/mcp/tools/tool.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"

namespace grove::serve::mcp {
namespace {

/// The default as a value, where the spec has one and doesn't only describe it.
std::optional<Json> default_of(const FieldSpec& spec) {
  const bool is_choice = spec.type == FieldType::kChoice || spec.type == FieldType::kSwitch;
  if (is_choice && std::ranges::count(split(spec.choices, '|'), spec.fallback) > 0) return Json(spec.fallback);
  const Json value = Json::parse(spec.fallback, nullptr, false);
  const bool fits = spec.type == FieldType::kInteger ? value.is_number_integer() : spec.type == FieldType::kBoolean && value.is_boolean();
  return fits ? std::optional(value) : std::nullopt;
}

Json property_of(const FieldSpec& spec) {
  Json property;
  switch (spec.type) {
    case FieldType::kText: property["type"] = "string"; break;
    case FieldType::kInteger:
      property["type"] = "integer";
      property["minimum"] = spec.least;
      if (spec.most != INT64_MAX) property["maximum"] = spec.most;
      break;
    case FieldType::kBoolean: property["type"] = "boolean"; break;
    case FieldType::kTextList:
      property["type"] = "array";
      property["items"] = {{"type", "string"}};
      break;
    case FieldType::kChoice:
    case FieldType::kSwitch:
      property["type"] = "string";
      property["enum"] = Json::array();
      for (const std::string_view choice : split(spec.choices, '|')) property["enum"].push_back(choice);
      break;
  }
  if (auto value = default_of(spec)) property["default"] = std::move(*value);
  property["description"] = spec.fallback.empty() ? std::string(spec.meaning) : fmt::format("{} Default: {}.", spec.meaning, spec.fallback);
  return property;
}

std::string names_of(std::span<const FieldSpec> specs) {
  std::vector<std::string> names;
  for (const FieldSpec& spec : specs) names.emplace_back(spec.name);
  return join(names, ", ");
}

Json annotations_of(const Tool& tool) {
  return {{"title", tool.title},
          {"readOnlyHint", tool.effect == Tool::Effect::kReads},
          {"destructiveHint", false},
          {"idempotentHint", true},
          {"openWorldHint", tool.world == Tool::World::kOpen}};
}

Json error_result(const Error& error) {
  return {{"content", Json::array({{{"type", "text"}, {"text", describe(error)}}})}, {"isError", true}};
}

/// Either may be the only thing that a client shows to its model, so both say the same. An answer that is one text, like a graph in Turtle,
/// stands as it is in the content.
Json result_of(const Json& structured) {
  const Json* const alone = structured.size() == 1 ? member(structured, "result") : nullptr;
  const std::string text = alone != nullptr && alone->is_string() ? alone->get<std::string>() : to_text(structured);
  return {{"content", Json::array({{{"type", "text"}, {"text", text}}})}, {"structuredContent", structured}};
}

}  // namespace

std::vector<Tool> all_tools() {
  std::vector<Tool> all;
  for (const auto part : {search_tools(), definition_tools(), usage_tools(), file_tools(), repository_tools(), relation_tools(),
                          workspace_tools(), request_tools(), link_tools(), type_tools()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

Json input_schema(std::span<const FieldSpec> arguments) {
  Json schema = {{"type", "object"}, {"properties", Json::object()}, {"required", Json::array()}, {"additionalProperties", false}};
  for (const FieldSpec& spec : arguments) {
    schema["properties"][std::string(spec.name)] = property_of(spec);
    if (spec.need == FieldSpec::Need::kRequired) schema["required"].push_back(spec.name);
  }
  return schema;
}

Result<FieldValues> read_arguments(std::span<const FieldSpec> specs, const Json* arguments) {
  const std::string hint = specs.empty() ? "It takes none." : fmt::format("Valid arguments: {}.", names_of(specs));
  const Json none = Json::object();
  if (arguments == nullptr) arguments = &none;
  if (!arguments->is_object()) return fail(ErrorCode::kInvalidArgument, "`arguments` has to be an object", hint);
  for (const auto& [name, value] : arguments->items()) {
    const auto spec = std::ranges::find_if(specs, [&](const FieldSpec& known) { return known.name == name; });
    if (spec == specs.end()) return fail(ErrorCode::kInvalidArgument, fmt::format("there is no argument `{}`", name.substr(0, 100)), hint);
    if (spec->type == FieldType::kTextList && value.is_string()) {
      return fail(ErrorCode::kInvalidArgument, fmt::format("argument `{}` has to be a list of texts", name), hint);
    }
  }
  auto values = read_body(specs, to_text(*arguments));
  if (!values) {
    Error error = std::move(values).error();
    error.message = replace_all(std::move(error.message), "field `", "argument `");
    error.hint = hint;
    return std::unexpected(std::move(error));
  }
  return values;
}

ToolEntry entry_of(const Tool& tool, const ToolBackend& backend) {
  return entry_of(tool, [tool, &backend](const FieldValues& arguments, Exchange& exchange) {
    return tool.run({backend, tool.name, arguments, exchange});
  });
}

ToolEntry entry_of(const Tool& tool, std::function<Result<Json>(const FieldValues& arguments, Exchange& exchange)> run) {
  ToolEntry entry;
  entry.name = std::string(tool.name);
  entry.definition = {{"name", tool.name},
                      {"title", tool.title},
                      {"description", tool.description},
                      {"inputSchema", input_schema(tool.arguments)},
                      {"annotations", annotations_of(tool)}};
  entry.pace = tool.pace;
  entry.manner = tool.pace == ToolEntry::Pace::kLong ? ToolEntry::Manner::kTalks : ToolEntry::Manner::kSilent;
  entry.call = [specs = tool.arguments, run = std::move(run)](const Json& params, Exchange& exchange) -> RpcResult<Json> {
    const auto arguments = read_arguments(specs, member(params, "arguments"));
    if (!arguments) return error_result(arguments.error());
    const auto answer = run(*arguments, exchange);
    return answer ? result_of(*answer) : error_result(answer.error());
  };
  return entry;
}

}  // namespace grove::serve::mcp
