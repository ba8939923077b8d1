#pragma once

#include <string>
#include <string_view>

#include "model/facts.h"

namespace grove::syntax {

/// Facts as readable lines, one a fact: what golden cases compare. `text` is what the facts were read from.
std::string facts_text(const Facts& facts, std::string_view text);

}  // namespace grove::syntax
