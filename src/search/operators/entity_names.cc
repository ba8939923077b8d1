#include <fmt/format.h>

#include <algorithm>

#include "base/fold_marks.h"
#include "base/text.h"
#include "search/operators/candidates.h"
#include "search/operators/operators.h"

namespace grove::search {
namespace {

/// Names of entities have several words, unlike those of code: the whole query may be one.
class EntityNames final : public Operator {
 public:
  explicit EntityNames(std::size_t limit) : limit_(limit) {}

  std::string_view name() const override { return "entities"; }
  std::string detail(const SearchState&) const override { return "the whole query as a label or alias"; }

  Status run(SearchState& state) const override {
    index::NameQuery query{std::string(trim(state.request.query)), index::NameQuery::Match::kExact, state.request.filter, limit_};
    query.filter.kinds = {Kind::kEntity};
    look_up(state, query);
    // Names are kept as they are written and without their diacritical marks.
    std::string plain = fold_marks(query.name);
    if (plain == fold_case(query.name)) return {};
    query.name = std::move(plain);
    look_up(state, query);
    return {};
  }

 private:
  static void look_up(SearchState& state, const index::NameQuery& query) {
    for (std::uint32_t scope = 0; scope < state.scopes.size(); ++scope) {
      for (const index::NameHit& hit : state.scopes[scope].index->search_names(query)) {
        Candidate& candidate = find_or_add(state, scope, hit.ref);
        const index::UnitView unit = state.scopes[scope].index->unit(hit.ref);
        const bool is_label = fold_marks(unit.name) == fold_marks(query.name);
        candidate.called = std::max(candidate.called, is_label ? 1.0 : kOfAlias);
        candidate.name = std::max(candidate.name, candidate.called);
      }
    }
  }

  static constexpr double kOfAlias = 0.9;
  std::size_t limit_;
};

class EntitiesFirst final : public Operator {
 public:
  std::string_view name() const override { return "called so"; }
  std::string detail(const SearchState&) const override { return "entities of just that name come first"; }

  Status run(SearchState& state) const override {
    if (std::ranges::none_of(state.candidates, [](const Candidate& candidate) { return candidate.called > 0; })) return {};
    double best = 0;
    for (const Candidate& candidate : state.candidates) best = std::max(best, candidate.score);
    for (Candidate& candidate : state.candidates)
      if (candidate.called > 0) candidate.score = best + candidate.called + std::max(0.0, candidate.score) * kTie;
    std::ranges::sort(state.candidates,
                      [&](const Candidate& a, const Candidate& b) { return comes_first(state, a, b, &Candidate::score); });
    return {};
  }

 private:
  static constexpr double kTie = 0.01;  // what else speaks for one decides among entities of one name
};

}  // namespace

std::unique_ptr<Operator> make_entity_names(std::size_t limit) { return std::make_unique<EntityNames>(limit); }
std::unique_ptr<Operator> make_entities_first() { return std::make_unique<EntitiesFirst>(); }

}  // namespace grove::search
