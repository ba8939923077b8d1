#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace grove::inference {

/// How a transformer's outputs become one vector or score; the numbers of the GGUF key `ARCH.pooling_type`.
enum class Pooling : std::uint8_t { kUnspecified = 255, kNone = 0, kMean = 1, kFirst = 2, kLast = 3, kRank = 4 };

/// What a GGUF file says of the model in it.
struct GgufModel {
  std::string architecture;  ///< "bert", "nomic-bert", "qwen3", …
  std::string name;          ///< "general.name"; may be empty.
  std::string tokenizer;     ///< "bert", "gpt2", "llama", "t5"
  std::uint32_t dimensions = 0;
  std::uint32_t context = 0;  ///< Tokens it was trained for.
  std::uint32_t layers = 0;
  std::uint32_t heads = 0;
  std::uint32_t vocabulary = 0;  ///< Tokens in its list.
  Pooling pooling = Pooling::kUnspecified;
  bool causal = false;          ///< A token sees only those before it.
  bool has_classifier = false;  ///< A head for relevance scores.
  std::string rerank_template;  ///< "tokenizer.chat_template.rerank"; may be empty.
  std::uint64_t tensors = 0;
  std::uint64_t header_bytes = 0;  ///< Up to the first tensor's data.
};

/// Reads and checks the header of a GGUF file (versions 2 and 3), all of whose bytes are given: sizes against the file's end, counts,
/// duplicate names, tensors' types, shapes and places, the numbers the model depends on. Accepts any bytes; kCorrupt says what is wrong,
/// kInvalidArgument that it is a sound file of a kind that cannot be used here.
Result<GgufModel> parse_gguf(std::string_view bytes);

/// The same of a file on disk, which is mapped, not read.
Result<GgufModel> read_gguf(const std::string& path);

/// Whether a model's name is the path of a file: "/m/x.gguf", "./x.gguf".
bool is_gguf_path(std::string_view name);

}  // namespace grove::inference
