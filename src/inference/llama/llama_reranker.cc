#include <algorithm>
#include <cmath>
#include <filesystem>
#include <thread>
#include <utility>

#include "base/check.h"
#include "inference/llama/llama_embedder.h"
#include "inference/llama/llama_model.h"
#include "inference/llama/parallel.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

using Token = LlamaModel::Token;

constexpr std::string_view kQueryPlace = "{query}";
constexpr std::string_view kDocumentPlace = "{document}";

/// Texts must not bring special tokens of their own into a template.
std::string without_marks(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '|' && result.ends_with('<')) result += ' ';
    result += c;
  }
  return result;
}

/// The template with each place filled once, whatever stands in the texts.
std::string fill_in(std::string_view layout, std::string_view query, std::string_view document) {
  std::string text;
  while (!layout.empty()) {
    if (layout.starts_with(kQueryPlace)) {
      text += query;
      layout.remove_prefix(kQueryPlace.size());
    } else if (layout.starts_with(kDocumentPlace)) {
      text += document;
      layout.remove_prefix(kDocumentPlace.size());
    } else {
      text += layout.front();
      layout.remove_prefix(1);
    }
  }
  return text;
}

class LlamaReranker final : public Reranker {
 public:
  LlamaReranker(std::unique_ptr<LlamaModel> model, RerankerInfo info, GgufModel header, unsigned threads)
      : model_(std::move(model)), info_(std::move(info)), header_(std::move(header)), threads_(threads) {}

  const RerankerInfo& info() const override { return info_; }

  Status score(std::string_view query, std::span<const Passage> passages, std::span<float> scores, const CancelToken& cancel) override {
    GROVE_CONTRACT(scores.size() == passages.size());
    return each_in_parallel(passages.size(), threads_, [&](std::size_t i) -> Status {
      GROVE_ASSIGN_OR_RETURN(scores[i], score_pair(query, lay_out(passages[i]), cancel));
      return {};
    });
  }

 private:
  Result<float> score_pair(std::string_view query, std::string_view document, const CancelToken& cancel) const {
    GROVE_ASSIGN_OR_RETURN(const auto tokens, pair_tokens(query, document));
    std::vector<float> outputs(model_->outputs());
    GROVE_RETURN_IF_ERROR(model_->run({.tokens = tokens, .threads = 1}, outputs, cancel));
    // Two outputs are the probabilities of yes and no; one is a logit.
    const float score = outputs.size() == 1 ? 1 / (1 + std::exp(-outputs[0])) : outputs[0];
    return std::isfinite(score) ? score : 0.0F;
  }

  Result<std::vector<Token>> pair_tokens(std::string_view query, std::string_view document) const {
    return header_.rerank_template.empty() ? marked_pair(query, document) : templated_pair(query, document);
  }

  /// begin query end separator document end, as XLM-R was trained.
  Result<std::vector<Token>> marked_pair(std::string_view query, std::string_view document) const {
    GROVE_ASSIGN_OR_RETURN(auto question, model_->tokenize(query, LlamaModel::Specials::kNone));
    GROVE_ASSIGN_OR_RETURN(auto answer, model_->tokenize(document, LlamaModel::Specials::kNone));
    constexpr std::size_t kMarks = 4;
    const std::size_t room = std::max<std::size_t>(model_->max_tokens(), 2 * kMarks) - kMarks;
    question.resize(std::min(question.size(), room / 2));
    answer.resize(std::min(answer.size(), room - question.size()));
    const LlamaModel::Marks& marks = model_->marks();
    std::vector<Token> tokens;
    const auto add = [&](Token mark) {
      if (mark >= 0) tokens.push_back(mark);
    };
    add(marks.begin);
    tokens.insert(tokens.end(), question.begin(), question.end());
    add(marks.end);
    add(marks.separator);
    tokens.insert(tokens.end(), answer.begin(), answer.end());
    add(marks.end);
    return tokens;
  }

  /// The template with both texts in it, the document cut until all of it fits.
  Result<std::vector<Token>> templated_pair(std::string_view query, std::string_view document) const {
    constexpr std::size_t kLongestQuery = 1000;
    constexpr std::size_t kMostBytesPerToken = 8;
    const std::string question = without_marks(cut_text(query, kLongestQuery));
    std::string answer = without_marks(cut_text(document, std::size_t{model_->max_tokens()} * kMostBytesPerToken));
    for (;;) {
      const std::string text = fill_in(header_.rerank_template, question, answer);
      GROVE_ASSIGN_OR_RETURN(auto tokens, model_->tokenize(text, LlamaModel::Specials::kRead));
      if (tokens.size() <= model_->max_tokens() && !tokens.empty()) return tokens;
      if (answer.empty()) return fail(ErrorCode::kInvalidArgument, "cannot rerank with " + info_.model + ": its template is too long");
      answer = cut_text(answer, answer.size() * model_->max_tokens() / std::max<std::size_t>(tokens.size(), 1) * 9 / 10);
    }
  }

  std::unique_ptr<LlamaModel> model_;
  RerankerInfo info_;
  GgufModel header_;
  unsigned threads_;
};

}  // namespace

Result<RerankerSource> find_llama_reranker(const LlamaRequest& request) {
  GROVE_ASSIGN_OR_RETURN(const GgufModel header, read_gguf(request.path));
  const std::string doing = "cannot rerank with " + request.path;
  if (!header.has_classifier) {
    return fail(ErrorCode::kInvalidArgument, doing + ": it is no reranker", "choose a reranker as bge-reranker-v2-m3");
  }
  if (header.architecture == "bert" && header.tokenizer == "bert") {
    return fail(ErrorCode::kInvalidArgument, doing + ": llama.cpp cannot tell the two texts of a pair apart in models of this kind",
                "choose bge-reranker-v2-m3 or a Qwen3 reranker");
  }
  const RerankerInfo info{.provider = "llama.cpp",
                          .model = request.name.empty() ? std::filesystem::path(request.path).stem().string() : request.name};
  const LlamaOptions options{.path = request.path, .pooling = Pooling::kRank, .max_tokens = request.max_tokens};
  const unsigned threads = request.threads > 0 ? request.threads : std::max(1U, std::thread::hardware_concurrency());
  return RerankerSource{.info = info, .load = [=]() -> Result<std::unique_ptr<Reranker>> {
                          GROVE_ASSIGN_OR_RETURN(auto model, LlamaModel::load(header, options));
                          if (model->outputs() == 0 || model->outputs() > 2) {
                            return fail(ErrorCode::kInvalidArgument,
                                        doing + ": it gives " + std::to_string(model->outputs()) + " scores, not one or two");
                          }
                          return std::make_unique<LlamaReranker>(std::move(model), info, header, threads);
                        }};
}

}  // namespace grove::inference
