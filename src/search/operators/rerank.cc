#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/clock.h"
#include "inference/text_layout.h"
#include "search/operators/candidates.h"
#include "search/operators/operators.h"

namespace grove::search {
namespace {

/// What of a unit is read: its beginning says what it is, and the time grows with the length.
constexpr std::size_t kCodeBytes = 2000;

class RerankStep final : public Operator {
 public:
  explicit RerankStep(std::size_t depth) : depth_(depth) {}

  std::string_view name() const override { return "rerank"; }

  std::string detail(const SearchState& state) const override {
    if (!is_for_meaning(state)) return fmt::format("left out: names decide a query of kind {}", intent_name(state.analysis.intent));
    if (state.models.reranker == nullptr) return "no reranker";
    const inference::RerankerInfo& info = state.models.reranker->info();
    return fmt::format("{} {}, share {:.2f} of the first {}", info.provider, info.model, state.tuning.rerank_share, depth_);
  }

  Status run(SearchState& state) const override {
    if (!is_for_meaning(state) || state.models.reranker == nullptr || state.models.texts == nullptr) return {};
    const auto none = std::ranges::find_if(state.candidates, [](const Candidate& candidate) { return candidate.score <= 0; });
    std::vector<float> judgements(std::min(depth_, static_cast<std::size_t>(none - state.candidates.begin())));
    const Status judged = judge(state, judgements);
    if (!judged && judged.error().code == ErrorCode::kCancelled) return judged;
    if (!judged) {
      state.warnings.push_back(fmt::format("the results are not reranked: {}", judged.error().message));
      return {};
    }
    blend(state, judgements);
    return {};
  }

 private:
  static bool is_for_meaning(const SearchState& state) {
    return state.request.mode == Mode::kSemantic || state.analysis.intent == Intent::kSemantic ||
           state.analysis.intent == Intent::kArchitecture;
  }

  /// All or nothing: half an order would depend on how busy the machine is.
  static Status judge(const SearchState& state, std::span<float> judgements) {
    const Stopwatch watch;
    const auto limit = static_cast<double>(state.models.rerank_within.count());
    // Between two calls it looks at the clock.
    const std::size_t at_once = std::max<std::size_t>(state.models.reranker->info().passages_at_once, 1);
    for (std::size_t first = 0; first < judgements.size(); first += at_once) {
      GROVE_RETURN_IF_ERROR(state.cancel.check());
      const std::size_t count = std::min(at_once, judgements.size() - first);
      GROVE_RETURN_IF_ERROR(judge_some(state, first, judgements.subspan(first, count)));
      if (watch.milliseconds() > limit)
        return fail(ErrorCode::kTimeout, fmt::format("{} takes longer than {:.1f} s", state.models.reranker->info().model, limit / 1000));
    }
    return {};
  }

  static Status judge_some(const SearchState& state, std::size_t first, std::span<float> judgements) {
    std::vector<UnitText> texts(judgements.size());
    std::vector<inference::Passage> passages(judgements.size());
    for (std::size_t i = 0; i < judgements.size(); ++i) {
      const Candidate& candidate = state.candidates[first + i];
      const Scope& scope = state.scopes[candidate.scope];
      const index::UnitView unit = scope.index->unit(candidate.ref);
      texts[i] = state.models.texts->read(scope, candidate.ref, state.cancel);
      passages[i] = {.repository = scope.repository.name,
                     .path = unit.path,
                     .scope = unit.qualified_name.empty() ? unit.name : unit.qualified_name,
                     .doc = texts[i].doc,
                     .code = inference::cut_text(texts[i].code, kCodeBytes)};
    }
    GROVE_RETURN_IF_ERROR(state.models.reranker->score(state.request.query, passages, judgements, state.cancel));
    for (float& judgement : judgements) judgement = std::isfinite(judgement) ? std::clamp(judgement, 0.0F, 1.0F) : 0.0F;
    return {};
  }

  /// A judgement is a probability and is taken as such: a model that finds nothing relevant changes nothing. What was not read counts as
  /// not relevant, so that it stays behind.
  static void blend(SearchState& state, std::span<const float> judgements) {
    if (judgements.empty()) return;
    const double best = state.candidates.front().score;
    const double share = state.tuning.rerank_share;
    for (Candidate& candidate : state.candidates) candidate.score *= 1 - share;
    for (std::size_t i = 0; i < judgements.size(); ++i) {
      Candidate& candidate = state.candidates[i];
      candidate.score += share * best * static_cast<double>(judgements[i]) * state.scopes[candidate.scope].weight;
    }
    std::vector<std::uint32_t> order(judgements.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::uint32_t i) { return judgements[i]; });
    for (std::size_t rank = 0; rank < order.size(); ++rank)
      state.candidates[order[rank]].ranks.rerank = static_cast<std::uint32_t>(rank + 1);
    std::ranges::sort(state.candidates,
                      [&](const Candidate& a, const Candidate& b) { return comes_first(state, a, b, &Candidate::score); });
  }

  std::size_t depth_;
};

}  // namespace

std::unique_ptr<Operator> make_rerank(std::size_t depth) { return std::make_unique<RerankStep>(depth); }

}  // namespace grove::search
