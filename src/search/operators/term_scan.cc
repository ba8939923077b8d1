#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "search/operators/candidates.h"
#include "search/operators/operators.h"

namespace grove::search {
namespace {

/// Robertson and Spärck Jones's weight, in the form that is never negative.
double inverse_document_frequency(double units, double frequency) { return std::log(1.0 + (units - frequency + 0.5) / (frequency + 0.5)); }

class TermScan final : public Operator {
 public:
  explicit TermScan(std::size_t limit) : limit_(limit) {}

  std::string_view name() const override { return "terms"; }

  std::string detail(const SearchState& state) const override {
    std::string text;
    for (std::size_t i = 0; i < state.terms.size(); ++i)
      text += fmt::format("{}{}×{:.2f}", i == 0 ? "" : " ", state.terms[i], state.term_weights[i]);
    return text;
  }

  Status run(SearchState& state) const override {
    weigh_terms(state);
    index::WordQuery query;
    query.filter = state.request.filter;
    query.limit = limit_;
    for (std::size_t i = 0; i < state.terms.size(); ++i) query.terms.push_back({state.terms[i], static_cast<float>(state.term_weights[i])});
    if (query.terms.empty()) return {};
    BestOfScopes best(state, limit_);
    for (std::uint32_t scope = 0; scope < state.scopes.size(); ++scope) {
      GROVE_RETURN_IF_ERROR(state.cancel.check());
      best.add(scope, state.scopes[scope].index->search_words(query));
    }
    best.take_into(state, {&Candidate::lexical, &Ranks::lexical});
    return {};
  }

 private:
  static void weigh_terms(SearchState& state) {
    std::vector<double> frequencies(state.analysis.terms.size(), 0.0);
    double units = 0;
    for (const QueryTerm& term : state.analysis.terms) state.terms.push_back(term.term);
    for (const Scope& scope : state.scopes) {
      units += static_cast<double>(scope.index->stats().units);
      const auto counts = scope.index->document_frequencies(state.terms);
      for (std::size_t i = 0; i < counts.size(); ++i) frequencies[i] += static_cast<double>(counts[i]);
    }
    for (std::size_t i = 0; i < state.terms.size(); ++i)
      state.term_weights.push_back(state.analysis.terms[i].weight *
                                   inverse_document_frequency(std::max(units, frequencies[i]), frequencies[i]));
  }
  std::size_t limit_;
};

}  // namespace

std::unique_ptr<Operator> make_term_scan(std::size_t limit) { return std::make_unique<TermScan>(limit); }

}  // namespace grove::search
