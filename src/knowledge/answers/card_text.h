#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "knowledge/schema_card.h"

namespace grove::knowledge {

/// How much of a card a model reads.
enum class CardScope : std::uint8_t {
  kWhole,
  kSlim,  ///< The terms whose names or descriptions share a word with the passage, and what these need: domains, ranges, classes above.
};

/// What a model has to know of a card to use its terms: compact JSON of names, descriptions, domains and ranges.
std::string card_text(const SchemaCard& card);

/// The part of a card that a passage may need. Terms that are kept stay as they are and in their order.
SchemaCard slim_card(const SchemaCard& card, std::string_view passage);

}  // namespace grove::knowledge
