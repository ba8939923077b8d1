#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace grove::knowledge {

/// What language models are told: the files beside this one, built into the program.
enum class Prompt : std::uint8_t {
  kProposeTerms,        ///< Which terms does a passage need that the card lacks?
  kProposeTermsSchema,  ///< What the answer looks like, as JSON Schema; so the next ones.
  kAlignTerms,          ///< How do proposed terms stand to a baseline's?
  kAlignTermsSchema,
  kExtractFacts,  ///< Which instances does a passage speak of?
  kExtractFactsSchema,
  kAnswerAgain,  ///< What was wrong with an answer.
};

std::string_view prompt_text(Prompt prompt);

/// The prompt with a text for each `{{name}}`. Texts are put in as they are, and never looked through for names.
std::string filled(Prompt prompt, std::initializer_list<std::pair<std::string_view, std::string_view>> values);

/// A text of somebody else between two lines that can't stand in it, since they are made from its hash: whatever it says, the reader can
/// tell where it ends.
std::string fenced(std::string_view text);

}  // namespace grove::knowledge
