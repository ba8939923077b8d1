#include <map>

#include "serve/mcp/conformance/fixtures.h"
#include "serve/mcp/conformance/input_requests.h"
#include "serve/mcp/conformance/sealed_state.h"

namespace grove::serve::mcp {
namespace {

constexpr std::string_view kState = "requestState";

/// The state that the client gave back; an error where it is none of ours.
RpcResult<std::string> state_of(const Json& params) {
  if (member(params, kState) == nullptr) return std::string();
  auto content = unsealed(text_member(params, kState), text_member(params, "name"));
  if (!content) return refuse(RpcCode::kInvalidParams, "`requestState` was not made by this server for this request");
  return *std::move(content);
}

Json with_state(Json result, const Json& params, std::string_view content) {
  result[std::string(kState)] = sealed(content, text_member(params, "name"));
  return result;
}

RpcResult<Json> elicitation(const Json& params, Exchange&) {
  const auto answers = answers_of(params);
  if (!answers) return std::unexpected(answers.error());
  const Json* answer = accepted(*answers, "user_name");
  if (answer == nullptr) return input_required({{"user_name", name_question("What is your name?")}});
  return text_result("Hello, " + text_member(*answer, "name") + "!");
}

RpcResult<Json> sampling(const Json& params, Exchange&) {
  const auto answers = answers_of(params);
  if (!answers) return std::unexpected(answers.error());
  const Json* answer = member(*answers, "capital_question");
  const Json* content = answer == nullptr ? nullptr : member(*answer, "content");
  if (content == nullptr) return input_required({{"capital_question", sampling_question("What is the capital of France?", 100)}});
  return text_result(text_member(*content, "text"));
}

RpcResult<Json> list_roots(const Json& params, Exchange&) {
  const auto answers = answers_of(params);
  if (!answers) return std::unexpected(answers.error());
  const Json* answer = member(*answers, "client_roots");
  const Json* roots = answer == nullptr ? nullptr : member(*answer, "roots");
  if (roots == nullptr) return input_required({{"client_roots", roots_question()}});
  return text_result("Roots: " + to_text(*roots));
}

RpcResult<Json> request_state(const Json& params, Exchange&) {
  const auto answers = answers_of(params);
  if (!answers) return std::unexpected(answers.error());
  const auto state = state_of(params);
  if (!state) return std::unexpected(state.error());
  if (*state == "asked" && accepted(*answers, "confirm") != nullptr) return text_result("state-ok");
  return with_state(input_required({{"confirm", confirm_question()}}), params, "asked");
}

RpcResult<Json> multiple_inputs(const Json& params, Exchange&) {
  const auto answers = answers_of(params);
  if (!answers) return std::unexpected(answers.error());
  const auto state = state_of(params);
  if (!state) return std::unexpected(state.error());
  const bool all =
      accepted(*answers, "user_name") != nullptr && member(*answers, "greeting") != nullptr && member(*answers, "client_roots") != nullptr;
  if (*state == "asked" && all) return text_result("All inputs are there.");
  return with_state(input_required({{"user_name", name_question("What is your name?")},
                                    {"greeting", sampling_question("Generate a greeting", 50)},
                                    {"client_roots", roots_question()}}),
                    params, "asked");
}

RpcResult<Json> multi_round(const Json& params, Exchange&) {
  const auto answers = answers_of(params);
  if (!answers) return std::unexpected(answers.error());
  const auto state = state_of(params);
  if (!state) return std::unexpected(state.error());
  if (*state == "2" && accepted(*answers, "step2") != nullptr) return text_result("Both steps are done.");
  if (*state == "2" || (*state == "1" && accepted(*answers, "step1") != nullptr)) {
    return with_state(input_required({{"step2", color_question("Step 2: What is your favorite color?")}}), params, "2");
  }
  return with_state(input_required({{"step1", name_question("Step 1: What is your name?")}}), params, "1");
}

RpcResult<Json> capabilities(const Json&, Exchange& exchange) {
  Json questions = Json::object();
  if (exchange.client_can("elicitation")) questions["user_name"] = name_question("What is your name?");
  if (exchange.client_can("sampling")) questions["greeting"] = sampling_question("Generate a greeting", 50);
  if (exchange.client_can("roots")) questions["client_roots"] = roots_question();
  if (questions.empty()) return text_result("The client can be asked nothing.");
  return input_required(std::move(questions));
}

}  // namespace

FixtureTools input_fixtures() {
  return {fixture("test_input_required_result_elicitation", "Asks for a name.", elicitation),
          fixture("test_input_required_result_sampling", "Asks the client's model.", sampling),
          fixture("test_input_required_result_list_roots", "Asks for the client's folders.", list_roots),
          fixture("test_input_required_result_request_state", "Has the client carry a state.", request_state),
          fixture("test_input_required_result_multiple_inputs", "Asks for three things.", multiple_inputs),
          fixture("test_input_required_result_multi_round", "Asks twice.", multi_round),
          fixture("test_input_required_result_tampered_state", "Refuses a forged state.", request_state),
          fixture("test_input_required_result_capabilities", "Asks only what the client can answer.", capabilities)};
}

}  // namespace grove::serve::mcp
