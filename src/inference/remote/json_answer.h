#pragma once

#include <cstdint>
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

/// How many components the vectors of a model have, from Ollama's description of it; 0 where it doesn't say.
std::uint32_t read_ollama_dimensions(std::string_view body);

/// The digest of a model in Ollama's list of models, by its name with or without ":latest"; empty where it isn't listed.
std::string read_ollama_digest(std::string_view body, std::string_view model);

/// Whether JSON text is nested deeper than any answer is: parsed, one of millions of brackets would take gigabytes.
bool is_nested_too_deep(std::string_view body);

/// The text with the secret blotted out.
std::string without_secret(std::string text, std::string_view secret);

/// What a provider says went wrong, cut to a line: `{"error": "…"}`, `{"error": {"message": "…"}}`, `{"detail": "…"}`, `{"message": "…"}`;
/// else the text itself. `secret` is blotted out wherever it stands, also where the line would have cut it.
std::string read_complaint(std::string_view body, std::string_view secret);

}  // namespace grove::inference
