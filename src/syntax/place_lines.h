#pragma once

#include <string_view>

#include "model/facts.h"

namespace grove::syntax {

/// Says on which lines of the text symbols, references and imports stand.
void place_lines(std::string_view text, Facts& facts);

}  // namespace grove::syntax
