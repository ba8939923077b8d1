#include <fmt/format.h>

#include "search/operators/candidates.h"
#include "search/operators/operators.h"

namespace grove::search {
namespace {

class VectorScan final : public Operator {
 public:
  explicit VectorScan(std::size_t limit) : limit_(limit) {}

  std::string_view name() const override { return "vector"; }

  std::string detail(const SearchState& state) const override {
    return state.embedder == nullptr ? "no model" : fmt::format("{} {}", state.embedder->info().provider, state.embedder->info().model);
  }

  Status run(SearchState& state) const override {
    if (state.embedder == nullptr) return {};
    state.query_vector.assign(state.embedder->info().dimensions, 0.0F);
    GROVE_RETURN_IF_ERROR(state.embedder->embed_query(state.request.query, state.query_vector, state.cancel));
    const index::VectorQuery query{state.query_vector, state.request.filter, limit_};
    for (std::uint32_t scope = 0; scope < state.scopes.size(); ++scope) {
      GROVE_RETURN_IF_ERROR(state.cancel.check());
      take_ranked(state, scope, state.scopes[scope].index->search_vector(query), {&Candidate::vector, &Ranks::vector});
    }
    // What one index returns is in order; several have to be sorted together.
    if (state.scopes.size() > 1) rank_by(state, &Candidate::vector, &Ranks::vector);
    return {};
  }

 private:
  std::size_t limit_;
};

}  // namespace

std::unique_ptr<Operator> make_vector_scan(std::size_t limit) { return std::make_unique<VectorScan>(limit); }

}  // namespace grove::search
