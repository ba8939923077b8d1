#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "search/operators/candidates.h"
#include "search/operators/operators.h"

namespace grove::search {
namespace {

/// `Rack::Response` is the name `Response` inside `Rack`.
struct QualifiedName {
  std::string qualifier;
  std::string name;
};

QualifiedName split_qualified(std::string_view identifier) {
  const auto last = identifier.find_last_of(".:#\\/");
  if (last == std::string_view::npos || last + 1 == identifier.size()) return {"", std::string(identifier)};
  std::string_view qualifier = identifier.substr(0, last);
  while (!qualifier.empty() && std::string_view(".:#\\/").find(qualifier.back()) != std::string_view::npos) qualifier.remove_suffix(1);
  const auto previous = qualifier.find_last_of(".:#\\/");
  if (previous != std::string_view::npos) qualifier = qualifier.substr(previous + 1);
  return {std::string(qualifier), std::string(identifier.substr(last + 1))};
}

bool contains_folded(std::string_view text, std::string_view part) {
  return std::ranges::search(text, part, [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); }).begin() !=
         text.end();
}

class NameLookup final : public Operator {
 public:
  explicit NameLookup(std::size_t limit) : limit_(limit) {}

  std::string_view name() const override { return "names"; }

  std::string detail(const SearchState& state) const override { return fmt::format("{}", fmt::join(state.analysis.identifiers, " ")); }

  Status run(SearchState& state) const override {
    for (const std::string& identifier : state.analysis.identifiers) {
      GROVE_RETURN_IF_ERROR(state.cancel.check());
      const QualifiedName wanted = split_qualified(identifier);
      if (look_up(state, wanted, index::NameQuery::Match::kExact)) continue;
      if (state.analysis.intent != Intent::kSymbol) continue;
      if (look_up(state, wanted, index::NameQuery::Match::kPrefix)) continue;
      if (!is_in_use(state, wanted.name)) look_up(state, wanted, index::NameQuery::Match::kFuzzy);
    }
    rank_by(state, &Candidate::name, &Ranks::name);
    return {};
  }

 private:
  /// A word that the code has is no slip of the pen, though nothing is defined by that name. (Looking for names nearby costs the most.)
  static bool is_in_use(const SearchState& state, std::string_view name) {
    const std::string word = to_lower_ascii(name);
    return std::ranges::any_of(state.scopes, [&](const Scope& scope) { return scope.index->document_frequencies({&word, 1}).front() > 0; });
  }

  bool look_up(SearchState& state, const QualifiedName& wanted, index::NameQuery::Match match) const {
    bool any = false;
    index::NameQuery query{wanted.name, match, state.request.filter, limit_};
    for (std::uint32_t scope = 0; scope < state.scopes.size(); ++scope) {
      for (const index::ScoredUnit& unit : state.scopes[scope].index->search_names(query)) {
        Candidate& candidate = find_or_add(state, scope, unit.ref);
        candidate.name = std::max(candidate.name, quality(state.tuning, state.scopes[scope].index->unit(unit.ref), wanted, unit.score));
        any = true;
      }
    }
    return any;
  }

  /// The index says how near the name is; what it is and where it stands says how likely it is meant.
  static double quality(const Tuning& tuning, const index::UnitView& view, const QualifiedName& wanted, double nearness) {
    double value = nearness;
    if (!equals_ignoring_ascii_case(view.name, wanted.name))
      value *= tuning.inner_definition;
    else if (view.name != wanted.name)
      value *= tuning.case_mismatch;
    if (is_callable(view.kind)) value *= tuning.callable_definition;
    if (!wanted.qualifier.empty() && !contains_folded(view.qualified_name, wanted.qualifier) &&
        !contains_folded(view.path, wanted.qualifier))
      value *= 0.3;
    if ((view.flags & kSymbolDeclarationOnly) != 0) value *= 0.7;
    if (view.kind == Kind::kConstructor) value *= 0.6;
    if (view.kind == Kind::kNamespace || view.kind == Kind::kModule || view.kind == Kind::kField) value *= 0.5;
    if (view.kind == Kind::kSection) value *= 0.7;
    return value;
  }
  std::size_t limit_;
};

}  // namespace

std::unique_ptr<Operator> make_name_lookup(std::size_t limit) { return std::make_unique<NameLookup>(limit); }

}  // namespace grove::search
