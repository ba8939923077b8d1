#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "inference/llama/gguf.h"

namespace grove::inference {

struct LlamaOptions {
  std::string path;
  Pooling pooling = Pooling::kMean;
  std::uint32_t max_tokens = 1024;  ///< Of one text; the model's context where that is shorter.
};

/// A transformer in llama.cpp: texts to tokens, one sequence of tokens to one row of numbers. Thread-safe: each run takes one of as many
/// contexts as run at once.
class LlamaModel {
 public:
  using Token = std::int32_t;

  /// Loads a file whose header was read and found sound. kUnavailable where this processor or llama.cpp cannot run it.
  static Result<std::unique_ptr<LlamaModel>> load(const GgufModel& header, const LlamaOptions& options);
  ~LlamaModel();
  LlamaModel(const LlamaModel&) = delete;
  LlamaModel& operator=(const LlamaModel&) = delete;

  enum class Specials : std::uint8_t {
    kNone,   ///< Just the text.
    kAdded,  ///< With what the model wants before and after a text.
    kRead,   ///< Just the text, in which names of special tokens mean these.
  };
  /// Any bytes are a text. kInvalidArgument where llama.cpp refuses them.
  Result<std::vector<Token>> tokenize(std::string_view text, Specials specials) const;
  /// Tokens that stand between and around the texts of a pair; -1 where the model has none, or wants none.
  struct Marks {
    Token begin = -1;
    Token end = -1;
    Token separator = -1;
  };
  const Marks& marks() const { return marks_; }

  struct Run {
    std::span<const Token> tokens;  ///< At least one, at most `max_tokens()`.
    unsigned threads = 1;
  };
  /// REQUIRES: out.size() == outputs().
  Status run(const Run& run, std::span<float> out, const CancelToken& cancel) const;

  std::uint32_t max_tokens() const { return max_tokens_; }
  /// Large enough that several threads answer one short text sooner than one does.
  bool gains_from_threads() const { return gains_from_threads_; }
  /// Numbers a run gives: dimensions, or scores of a reranker.
  std::uint32_t outputs() const { return outputs_; }

 private:
  class Contexts;
  struct Weights;

  LlamaModel();

  std::unique_ptr<Weights> weights_;
  std::unique_ptr<Contexts> contexts_;
  Marks marks_;
  std::uint32_t max_tokens_ = 0;
  std::uint32_t outputs_ = 0;
  bool gains_from_threads_ = false;
};

}  // namespace grove::inference
