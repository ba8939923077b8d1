#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::knowledge {

/// The JSON object that a model meant.
struct ModelJson {
  std::string json;                  ///< Compact JSON (RFC 8259), members in the model's order.
  std::vector<std::string> repairs;  ///< What was mended on the way, each kind once.
};

/// Finds the one JSON object of an answer that has the member `required`, and mends what can be mended with certainty: prose and fences
/// around it, other values before it (`[1]`), strings in single quotes, Python's True, False and None, numbers that JSON can't say (NaN,
/// Infinity: null), commas before a closing bracket, line breaks within strings, members that stand twice with the same value. kCorrupt
/// says in words for the model what is wrong with any other text: one cut off, a member that stands twice with different values, two
/// objects to choose from. A pure function.
Result<ModelJson> read_model_json(std::string_view answer, std::string_view required);

}  // namespace grove::knowledge
