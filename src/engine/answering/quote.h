#pragma once

#include <span>
#include <string>
#include <string_view>

namespace grove::engine {

/// The sentences of a passage, one or two that follow each other, that hold most of a question's words; word for word as they stand there,
/// cut at a space where they are too long. Never one of the headings, whatever number stands before it: they say what is answered, not how.
/// "" where nothing else holds a word of the question.
std::string best_quote(std::string_view passage, std::string_view question, std::span<const std::string> headings);

}  // namespace grove::engine
