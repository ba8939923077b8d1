#include "inference/remote/remote_embedder.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/utf8.h"
#include "inference/normalise.h"
#include "inference/pricing.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

/// For all attempts at a query.
constexpr std::chrono::milliseconds kPatienceForQuery = std::chrono::seconds(20);
constexpr std::chrono::milliseconds kPauseForQuery = std::chrono::seconds(5);

http::RetryPolicy policy_for(const http::RetryPolicy& policy, TextRole role) {
  if (role == TextRole::kPassage) return policy;
  http::RetryPolicy hasty = policy;
  hasty.longest_pause = std::min(policy.longest_pause, kPauseForQuery);
  hasty.whole = std::min(policy.whole, kPatienceForQuery);
  return hasty;
}

class RemoteEmbedder final : public Embedder {
 public:
  explicit RemoteEmbedder(RemoteSettings settings) : settings_(std::move(settings)), prompts_(prompts_for(settings_.info.model)) {}
  RemoteEmbedder(const RemoteEmbedder&) = delete;
  RemoteEmbedder& operator=(const RemoteEmbedder&) = delete;
  ~RemoteEmbedder() override {
    if (used_ && settings_.on_release) settings_.on_release();
  }

  const EmbedderInfo& info() const override { return settings_.info; }
  bool is_immediate() const override { return false; }

  Status embed_query(std::string_view query, std::span<float> out, const CancelToken& cancel) override {
    GROVE_CONTRACT(out.size() == settings_.info.dimensions);
    std::ranges::fill(out, 0.0F);
    if (query.empty()) return cancel.check();
    return embed({{to_valid_utf8(std::string(prompts_.query).append(query)), 0}}, TextRole::kQuery, out, cancel);
  }

  Status embed_passages(std::span<const Passage> passages, std::span<float> out, const CancelToken& cancel) override {
    GROVE_CONTRACT(out.size() == passages.size() * settings_.info.dimensions);
    std::ranges::fill(out, 0.0F);
    Batch batch;
    std::size_t bytes = 0;
    for (std::size_t row = 0; row < passages.size(); ++row) {
      if (passages[row].code.empty()) continue;
      const ApiLimits& limits = settings_.api->limits();
      const std::string text = std::string(prompts_.passage) + lay_out(passages[row]);
      std::string cut = to_valid_utf8(cut_text(text, limits.text_bytes));
      if (!batch.empty() && (batch.size() == limits.texts || bytes + cut.size() > limits.bytes)) {
        GROVE_RETURN_IF_ERROR(embed(std::exchange(batch, {}), TextRole::kPassage, out, cancel));
        bytes = 0;
      }
      bytes += cut.size();
      batch.push_back({std::move(cut), row});
    }
    return batch.empty() ? cancel.check() : embed(std::move(batch), TextRole::kPassage, out, cancel);
  }

 private:
  struct Text {
    std::string text;
    std::size_t row;
  };
  using Batch = std::vector<Text>;

  Status embed(Batch batch, TextRole role, std::span<float> out, const CancelToken& cancel) {
    used_ = true;
    std::vector<std::string> texts;
    for (Text& text : batch) texts.push_back(std::move(text.text));
    GROVE_ASSIGN_OR_RETURN(const auto vectors, ask_for_vectors(settings_, texts, role, cancel));
    const std::size_t dimensions = settings_.info.dimensions;
    for (std::size_t i = 0; i < vectors.size(); ++i) {
      if (vectors[i].size() != dimensions) {
        return fail(ErrorCode::kConflict,
                    doing_of(settings_) + ": it sent " + std::to_string(vectors[i].size()) + " dimensions where " +
                        std::to_string(dimensions) + " are expected",
                    "the model has changed: start again, so that everything is embedded anew");
      }
      const std::span<float> row = out.subspan(batch[i].row * dimensions, dimensions);
      std::ranges::copy(vectors[i], row.begin());
      if (!(normalise(row) > 0)) return fail(ErrorCode::kUnavailable, doing_of(settings_) + ": it sent a vector without a direction");
    }
    return {};
  }

  RemoteSettings settings_;
  Prompts prompts_;
  std::atomic<bool> used_ = false;
};

}  // namespace

std::unique_ptr<Embedder> make_remote_embedder(RemoteSettings settings) { return std::make_unique<RemoteEmbedder>(std::move(settings)); }

std::string doing_of(const RemoteSettings& settings) {
  return "cannot embed with " + settings.info.model + " of " + settings.api->names().title;
}

Result<std::vector<std::vector<float>>> ask_for_vectors(const RemoteSettings& settings, std::span<const std::string> texts, TextRole role,
                                                        const CancelToken& cancel) {
  http::HttpRequest request = settings.api->request(texts, role);
  for (const std::string& text : texts) request.tokens += estimated_tokens(text.size());
  const http::RetryPolicy policy = policy_for(settings.retry, role);
  GROVE_ASSIGN_OR_RETURN(const std::string body, ask(settings.server, {doing_of(settings), request, policy}, cancel));
  auto vectors = settings.api->read(body);
  if (!vectors) return std::unexpected(std::move(vectors).error().within(doing_of(settings)));
  if (vectors->size() != texts.size()) {
    return fail(ErrorCode::kUnavailable, doing_of(settings) + ": it sent " + std::to_string(vectors->size()) + " vectors for " +
                                             std::to_string(texts.size()) + " texts");
  }
  for (const auto& vector : *vectors) {
    if (!std::ranges::all_of(vector, [](float component) { return std::isfinite(component); })) {
      return fail(ErrorCode::kUnavailable, doing_of(settings) + ": it sent a number that is not finite");
    }
  }
  return vectors;
}

}  // namespace grove::inference
