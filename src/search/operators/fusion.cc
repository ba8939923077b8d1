#include <fmt/format.h>

#include <algorithm>

#include "search/operators/operators.h"

namespace grove::search {
namespace {

double dense_share(const SearchState& state) {
  if (state.query_vector.empty()) return 0;
  if (state.request.mode == Mode::kSemantic) return 1;
  switch (state.analysis.intent) {
    case Intent::kSymbol:
    case Intent::kPath: return state.tuning.dense_symbol;
    case Intent::kArchitecture: return state.tuning.dense_architecture;
    case Intent::kSemantic: return state.tuning.dense_semantic;
  }
  return 0;
}

class Fusion final : public Operator {
 public:
  std::string_view name() const override { return "fuse"; }

  std::string detail(const SearchState& state) const override {
    return fmt::format("{}, dense share {:.2f}", intent_name(state.analysis.intent), dense_share(state));
  }

  Status run(SearchState& state) const override {
    double best_lexical = 0;
    double best_vector = 0;
    for (Candidate& candidate : state.candidates) {
      const CandidateFile& of = state.files[candidate.file];
      const double file = of.is_a_whole ? of.lexical : candidate.lexical;
      candidate.score = (1 - state.tuning.file_share) * candidate.lexical + state.tuning.file_share * file;
      best_lexical = std::max(best_lexical, candidate.score);
      candidate.dense =
          (1 - state.tuning.file_dense) * candidate.vector + state.tuning.file_dense * (of.is_a_whole ? of.vector : candidate.vector);
      best_vector = std::max(best_vector, candidate.dense);
    }
    state.dense_share = dense_share(state);
    for (Candidate& candidate : state.candidates) {
      const double dense = state.dense_share_of(candidate.file);
      const double lexical = best_lexical > 0 ? candidate.score / best_lexical : 0;
      const double vector = best_vector > 0 ? std::max(0.0, candidate.dense) / best_vector : 0;
      candidate.score = (1 - dense) * lexical + dense * vector;
    }
    return {};
  }
};

}  // namespace

std::unique_ptr<Operator> make_fusion() { return std::make_unique<Fusion>(); }

}  // namespace grove::search
