#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::inference {

/// Where an answer keeps its vectors: `{list: [{item: [numbers], "index": n}, …]}`, or `{list: [[numbers], …]}` where `item` is empty.
struct VectorPlace {
  const char* list = "";
  const char* item = "";
};

/// The vectors of an answer in JSON, ordered by their "index" where they have one. kUnavailable, saying what is wrong, where the answer
/// is not of that shape.
Result<std::vector<std::vector<float>>> read_vectors(std::string_view body, const VectorPlace& place);

/// What a provider says went wrong, cut to a line: `{"error": "…"}`, `{"error": {"message": "…"}}`, `{"detail": "…"}`; else the text
/// itself.
std::string read_complaint(std::string_view body);

}  // namespace grove::inference
