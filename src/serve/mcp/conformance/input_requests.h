#pragma once

#include <string_view>

#include "serve/mcp/protocol/message.h"

namespace grove::serve::mcp {

/// A result that asks for input first.
Json input_required(Json questions);

Json name_question(std::string_view message);
Json color_question(std::string_view message);
Json confirm_question();
Json sampling_question(std::string_view text, int most_tokens);
Json roots_question();

/// `inputResponses` of a request, an empty object where there are none; an error where they are no answers.
RpcResult<Json> answers_of(const Json& params);
/// The content of an answer that was accepted; null otherwise.
const Json* accepted(const Json& answers, std::string_view key);

}  // namespace grove::serve::mcp
