#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace grove::inference {

/// How large what a grammar lets through may be: a small model that repeats itself has to come to an end.
struct GrammarLimits {
  std::uint32_t items = 8;         ///< Of a list, and members of an object whose names are free.
  std::uint32_t characters = 160;  ///< Of a string.
};

/// A grammar in llama.cpp's notation (GBNF) of the JSON texts that a JSON Schema describes. Of the language of schemas it knows `type` (one
/// or several), `properties` (all of them, in their order), `additionalProperties`, `items`, `enum` of texts, and `$ref` to `$defs`.
/// kInvalidArgument names what else stands there.
Result<std::string> json_grammar(std::string_view schema, const GrammarLimits& limits);

}  // namespace grove::inference
