#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "search/question/words.h"

namespace grove::search {

/// What a question wants to know of a program.
enum class QuestionIntent : std::uint8_t {
  kFlow,      ///< What happens, in which order; who calls whom.
  kEndpoint,  ///< What is served over HTTP.
  kClass,     ///< What one type is and does.
  kConfig,    ///< How the program is set up.
  kDefault,   ///< Anything else.
};
/// "flow", "endpoint", "class", "config", "default"
std::string_view question_intent_name(QuestionIntent intent);

/// Decided by phrases of English and the forms of words, without a model. Pure; costs some microseconds.
QuestionIntent question_intent(std::span<const QuestionWord> words);
QuestionIntent question_intent(std::string_view question);

}  // namespace grove::search
