#include "inference/static/static_embedder.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/check.h"
#include "inference/normalise.h"
#include "inference/static/embedded_model.h"
#include "inference/static/pooling.h"
#include "inference/static/weights.h"
#include "inference/static/word_piece.h"

namespace grove::inference {
namespace {

class StaticEmbedder final : public Embedder {
 public:
  StaticEmbedder(StaticWeights weights, WordPiece words, const StaticTemplate& layout)
      : weights_(std::move(weights)),
        words_(std::move(words)),
        layout_(layout),
        level_(simd_levels().back()),
        info_(static_embedder_info(layout)) {}

  const EmbedderInfo& info() const override { return info_; }
  bool is_immediate() const override { return true; }

  Status embed_query(std::string_view query, std::span<float> out, const CancelToken& cancel) override {
    GROVE_CONTRACT(out.size() == info_.dimensions);
    GROVE_RETURN_IF_ERROR(cancel.check());
    std::ranges::fill(out, 0.0F);
    std::vector<std::uint32_t> tokens;
    add_text(query, tokens, out);
    normalise(out);
    return {};
  }

  Status embed_passages(std::span<const Passage> passages, std::span<float> out, const CancelToken& cancel) override {
    const std::size_t dimensions = info_.dimensions;
    GROVE_CONTRACT(out.size() == passages.size() * dimensions);
    Scratch scratch{.path = {}, .path_sum = std::vector<float>(dimensions), .part_sum = std::vector<float>(dimensions), .tokens = {}};
    for (std::size_t i = 0; i < passages.size(); ++i) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      embed(passages[i], out.subspan(i * dimensions, dimensions), scratch);
    }
    return {};
  }

 private:
  /// What passages of one call share: those of one file have the same path words.
  struct Scratch {
    std::string_view path;
    std::vector<float> path_sum;
    std::vector<float> part_sum;
    std::vector<std::uint32_t> tokens;
  };

  void embed(const Passage& passage, std::span<float> out, Scratch& scratch) const {
    if (scratch.path.data() != passage.path.data() || scratch.path.size() != passage.path.size()) {
      std::ranges::fill(scratch.path_sum, 0.0F);
      add_part(path_words(passage.path), layout_.path_weight, scratch.path_sum, scratch);
      scratch.path = passage.path;
    }
    std::ranges::copy(scratch.path_sum, out.begin());
    add_part(passage.scope, layout_.scope_weight, out, scratch);
    add_part(passage.doc, layout_.doc_weight, out, scratch);
    add_part(passage.code, layout_.code_weight, out, scratch);
    normalise(out);
  }

  void add_part(std::string_view text, float weight, std::span<float> sum, Scratch& scratch) const {
    if (weight == 0 || text.empty()) return;
    if (weight == 1) return add_text(text, scratch.tokens, sum);
    std::ranges::fill(scratch.part_sum, 0.0F);
    add_text(text, scratch.tokens, scratch.part_sum);
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += weight * scratch.part_sum[j];
  }

  void add_text(std::string_view text, std::vector<std::uint32_t>& tokens, std::span<float> sum) const {
    constexpr std::size_t kSlice = 1U << 16U;  // keeps the tokens of a huge text out of memory
    while (!text.empty()) {
      const std::string_view slice = text.substr(0, slice_end(text, kSlice));
      tokens.clear();
      words_.encode(slice, tokens);
      add_rows(weights_, tokens, sum, level_);
      text.remove_prefix(slice.size());
    }
  }

  /// At most `limit`, and where a blank or line ends if there is one, so that no word is cut.
  static std::size_t slice_end(std::string_view text, std::size_t limit) {
    if (text.size() <= limit) return text.size();
    const std::size_t blank = text.find_last_of(" \n", limit - 1);
    return blank == std::string_view::npos ? limit : blank + 1;
  }

  StaticWeights weights_;
  WordPiece words_;
  StaticTemplate layout_;
  SimdLevel level_;
  EmbedderInfo info_;
};

}  // namespace

EmbedderInfo static_embedder_info(const StaticTemplate& layout) {
  const EmbeddedModel& model = embedded_static_model();
  const auto weights = StaticWeights::view(model.weights);
  return {.provider = "static",
          .model = std::string(model.name),
          .dimensions = weights ? weights->dimensions() : 0,
          .fingerprint = std::string(model.sha256.substr(0, 16)) + " " + describe(layout)};
}

Result<std::unique_ptr<Embedder>> open_static_embedder(const StaticTemplate& layout) {
  const EmbeddedModel& model = embedded_static_model();
  GROVE_ASSIGN_OR_RETURN(StaticWeights weights, StaticWeights::view(model.weights));
  GROVE_ASSIGN_OR_RETURN(WordPiece words, WordPiece::build(model.vocabulary));
  if (weights.tokens() != words.tokens()) {
    return fail(ErrorCode::kCorrupt, "cannot open the built-in model: it has " + std::to_string(weights.tokens()) + " vectors for " +
                                         std::to_string(words.tokens()) + " tokens");
  }
  return std::make_unique<StaticEmbedder>(std::move(weights), std::move(words), layout);
}

}  // namespace grove::inference
