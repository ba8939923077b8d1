#include "inference/llama/llama_embedder.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <thread>
#include <utility>

#include "base/check.h"
#include "inference/llama/llama_model.h"
#include "inference/llama/parallel.h"
#include "inference/llama/weights_fingerprint.h"
#include "inference/normalise.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

unsigned thread_count(unsigned asked) { return asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency()); }

Pooling pooling_of(const GgufModel& header) {
  if (header.pooling != Pooling::kUnspecified && header.pooling != Pooling::kNone) return header.pooling;
  return header.causal ? Pooling::kLast : Pooling::kMean;
}

/// The first `limit` tokens, of which the last stays the last of all where that ends a text.
void cut_tokens(std::vector<LlamaModel::Token>& tokens, std::size_t limit, const LlamaModel::Marks& marks) {
  if (tokens.size() <= limit) return;
  const LlamaModel::Token last = tokens.back();
  tokens.resize(limit);
  if (last == marks.end || last == marks.separator) tokens.back() = last;
}

class LlamaEmbedder final : public Embedder {
 public:
  LlamaEmbedder(std::unique_ptr<LlamaModel> model, EmbedderInfo info, unsigned threads)
      : model_(std::move(model)), info_(std::move(info)), prompts_(prompts_for(info_.model)), threads_(threads) {}

  const EmbedderInfo& info() const override { return info_; }
  bool is_immediate() const override { return false; }

  Status embed_query(std::string_view query, std::span<float> out, const CancelToken& cancel) override {
    GROVE_CONTRACT(out.size() == info_.dimensions);
    std::ranges::fill(out, 0.0F);
    if (query.empty()) return cancel.check();
    const std::string text = std::string(prompts_.query).append(query);
    if (!model_->gains_from_threads()) return embed(text, 1, out, cancel);
    const std::lock_guard lock(all_threads_);
    return embed(text, threads_, out, cancel);
  }

  // One text a thread is faster than all threads on one text.
  Status embed_passages(std::span<const Passage> passages, std::span<float> out, const CancelToken& cancel) override {
    GROVE_CONTRACT(out.size() == passages.size() * info_.dimensions);
    std::ranges::fill(out, 0.0F);
    return each_in_parallel(passages.size(), threads_, [&](std::size_t i) {
      return embed_passage(passages[i], out.subspan(i * info_.dimensions, info_.dimensions), cancel);
    });
  }

 private:
  Status embed_passage(const Passage& passage, std::span<float> out, const CancelToken& cancel) const {
    if (passage.code.empty()) return cancel.check();
    return embed(std::string(prompts_.passage) + lay_out(passage), 1, out, cancel);
  }

  Status embed(const std::string& text, unsigned threads, std::span<float> out, const CancelToken& cancel) const {
    GROVE_ASSIGN_OR_RETURN(auto tokens, model_->tokenize(text, LlamaModel::Specials::kAdded));
    if (tokens.empty()) return {};
    cut_tokens(tokens, model_->max_tokens(), model_->marks());
    GROVE_RETURN_IF_ERROR(model_->run({.tokens = tokens, .threads = threads}, out, cancel));
    normalise(out);
    return {};
  }

  std::unique_ptr<LlamaModel> model_;
  EmbedderInfo info_;
  Prompts prompts_;
  unsigned threads_;
  std::mutex all_threads_;  // llama.cpp's threads wait for each other in loops: two such runs at once would starve each other
};

}  // namespace

Result<EmbedderSource> find_llama_model(const LlamaRequest& request) {
  GROVE_ASSIGN_OR_RETURN(const GgufModel header, read_gguf(request.path));
  const Pooling pooling = pooling_of(header);
  if (pooling == Pooling::kRank) {
    return fail(ErrorCode::kInvalidArgument, "cannot embed with " + request.path + ": it is a reranker", "choose an embedding model");
  }
  GROVE_ASSIGN_OR_RETURN(const std::string weights, weights_fingerprint(request.path, header.header_bytes));
  const EmbedderInfo info{.provider = "llama.cpp",
                          .model = request.name.empty() ? std::filesystem::path(request.path).stem().string() : request.name,
                          .dimensions = header.dimensions,
                          .fingerprint = weights + " " + std::to_string(request.max_tokens) + " " + std::string(kLayoutVersion)};
  const LlamaOptions options{.path = request.path, .pooling = pooling, .max_tokens = request.max_tokens};
  return EmbedderSource{
      .info = info, .is_immediate = false, .load = [=, threads = thread_count(request.threads)]() -> Result<std::unique_ptr<Embedder>> {
        GROVE_ASSIGN_OR_RETURN(auto model, LlamaModel::load(header, options));
        if (model->outputs() != info.dimensions) {
          return fail(ErrorCode::kCorrupt, "cannot embed with " + options.path + ": it makes vectors of " +
                                               std::to_string(model->outputs()) + " dimensions, not " + std::to_string(info.dimensions));
        }
        return std::make_unique<LlamaEmbedder>(std::move(model), info, threads);
      }};
}

}  // namespace grove::inference
