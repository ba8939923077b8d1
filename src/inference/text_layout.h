#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "inference/embedder.h"

namespace grove::inference {

/// What a transformer was trained to see in front of a text. May be empty.
struct Prompts {
  std::string_view query;
  std::string_view passage;
};

/// Of the family that a model's name belongs to ("nomic-embed-text-v1.5.Q8_0", "Qwen/Qwen3-Embedding-0.6B", …), as its authors publish
/// them; none for others.
Prompts prompts_for(std::string_view model_name);

/// A passage as a transformer reads it: one line `// [Context] Repository: … | File: … | Scope: … | Imports: … | Doc: …` with what is
/// known, then the code.
std::string lay_out(const Passage& passage);

/// The text cut to at most `limit` bytes, never within a UTF-8 sequence.
std::string_view cut_text(std::string_view text, std::size_t limit);

/// Part of a fingerprint: changes whenever `lay_out` does.
inline constexpr std::string_view kLayoutVersion = "context 1";

}  // namespace grove::inference
