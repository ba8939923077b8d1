#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "document/document.h"

namespace grove::document {

/// Words as people count them: runs without white space, and in scripts that write without spaces each character.
std::uint32_t count_words(std::string_view text);

/// What a text may be cut into, from the coarsest to the finest.
enum class UnitKind : std::uint8_t { kParagraph, kSentence, kLine, kWord };

/// The units of `text[span]`, in order and without gaps: white space belongs to the unit before it. Sentences are those of Unicode (UAX 29)
/// over line ends, but an item of a list begins a new one.
std::vector<TextSpan> units_in(std::string_view text, TextSpan span, UnitKind kind);

}  // namespace grove::document
