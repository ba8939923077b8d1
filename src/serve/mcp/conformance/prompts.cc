#include "serve/mcp/conformance/fixtures.h"
#include "serve/mcp/conformance/input_requests.h"

namespace grove::serve::mcp {
namespace {

Json required(std::string_view name) { return {{"name", name}, {"description", "Any text."}, {"required", true}}; }

Json user_says(Json content) { return {{"role", "user"}, {"content", std::move(content)}}; }

Json user_writes(std::string_view text) { return user_says({{"type", "text"}, {"text", text}}); }

Json conversation(Json messages) { return {{"messages", std::move(messages)}}; }

RpcResult<Json> with_input(const Json& params) {
  const auto answers = answers_of(params);
  if (!answers) return std::unexpected(answers.error());
  if (const Json* answer = accepted(*answers, "user_context")) {
    return conversation(Json::array({user_writes("Context: " + text_member(*answer, "context"))}));
  }
  const Json schema = {{"type", "object"}, {"properties", {{"context", {{"type", "string"}}}}}, {"required", Json::array({"context"})}};
  return input_required(
      {{"user_context",
        {{"method", "elicitation/create"},
         {"params", {{"mode", "form"}, {"message", "What context should the prompt use?"}, {"requestedSchema", schema}}}}}});
}

class FixturePrompts final : public PromptSet {
 public:
  Json list() const override {
    Json all = Json::array();
    all.push_back({{"name", "test_simple_prompt"}, {"description", "A prompt without arguments."}});
    all.push_back({{"name", "test_prompt_with_arguments"},
                   {"description", "A prompt with two arguments."},
                   {"arguments", Json::array({required("arg1"), required("arg2")})}});
    all.push_back({{"name", "test_prompt_with_embedded_resource"},
                   {"description", "A prompt with a resource in it."},
                   {"arguments", Json::array({required("resourceUri")})}});
    all.push_back({{"name", "test_prompt_with_image"}, {"description", "A prompt with an image in it."}});
    all.push_back({{"name", "test_input_required_result_prompt"}, {"description", "A prompt that asks for input first."}});
    return all;
  }

  std::optional<RpcResult<Json>> get(const std::string& name, const Json& params, Exchange&) const override {
    const Json none = Json::object();
    const Json* arguments = member(params, "arguments");
    if (arguments == nullptr) arguments = &none;
    if (name == "test_simple_prompt") return conversation(Json::array({user_writes("This is a simple prompt for testing.")}));
    if (name == "test_prompt_with_arguments") {
      return conversation(Json::array({user_writes("Prompt with arguments: arg1='" + text_member(*arguments, "arg1") + "', arg2='" +
                                                   text_member(*arguments, "arg2") + "'")}));
    }
    if (name == "test_prompt_with_embedded_resource") {
      const Json resource = {
          {"uri", text_member(*arguments, "resourceUri")}, {"mimeType", "text/plain"}, {"text", "Embedded resource content for testing."}};
      return conversation(Json::array(
          {user_says({{"type", "resource"}, {"resource", resource}}), user_writes("Please process the embedded resource above.")}));
    }
    if (name == "test_prompt_with_image") {
      return conversation(Json::array(
          {user_says({{"type", "image"}, {"data", kTinyPng}, {"mimeType", "image/png"}}), user_writes("Please analyze the image above.")}));
    }
    if (name == "test_input_required_result_prompt") return with_input(params);
    return std::nullopt;
  }

  std::optional<std::vector<std::string>> complete(const std::string& name, const std::string& argument,
                                                   const std::string& typed) const override {
    if (name != "test_prompt_with_arguments") return std::nullopt;
    std::vector<std::string> values;
    for (const char* city : {"paris", "park", "party"}) {
      if (argument == "arg1" && std::string_view(city).starts_with(typed)) values.emplace_back(city);
    }
    return values;
  }
};

}  // namespace

std::shared_ptr<const PromptSet> fixture_prompts() { return std::make_shared<FixturePrompts>(); }

}  // namespace grove::serve::mcp
