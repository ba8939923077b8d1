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
    return state.models.embedder == nullptr
               ? "no model"
               : fmt::format("{} {}", state.models.embedder->info().provider, state.models.embedder->info().model);
  }

  Status run(SearchState& state) const override {
    if (state.models.embedder == nullptr) return {};
    state.query_vector.assign(state.models.embedder->info().dimensions, 0.0F);
    const Status embedded = state.models.embedder->embed_query(state.request.query, state.query_vector, state.cancel);
    if (!embedded) return without_vectors(state, embedded.error());
    const index::VectorQuery query{state.query_vector, state.request.filter, limit_};
    BestOfScopes best(state, limit_);
    for (std::uint32_t scope = 0; scope < state.scopes.size(); ++scope) {
      GROVE_RETURN_IF_ERROR(state.cancel.check());
      best.add(scope, state.scopes[scope].index->search_vector(query));
    }
    best.take_into(state, {&Candidate::vector, &Ranks::vector});
    return {};
  }

 private:
  /// A model that doesn't answer takes meaning away, not the words.
  static Status without_vectors(SearchState& state, const Error& error) {
    if (error.code == ErrorCode::kCancelled || state.request.mode == Mode::kSemantic) return std::unexpected(error);
    state.query_vector.clear();
    state.warnings.push_back("only words were searched: " + error.message);
    return {};
  }

  std::size_t limit_;
};

}  // namespace

std::unique_ptr<Operator> make_vector_scan(std::size_t limit) { return std::make_unique<VectorScan>(limit); }

}  // namespace grove::search
