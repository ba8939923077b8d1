#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "base/text.h"
#include "search/name_agreement.h"
#include "search/operators/operators.h"

namespace grove::search {
namespace {

class Signals final : public Operator {
 public:
  explicit Signals(std::size_t wanted) : wanted_(wanted) {}

  std::string_view name() const override { return "signals"; }

  std::string detail(const SearchState& state) const override {
    return fmt::format("name {} file name {} folder {} definition {}", state.tuning.name_match, state.tuning.stem_match,
                       state.tuning.folder_match, state.tuning.definition);
  }

  Status run(SearchState& state) const override {
    NameAgreement agreement(state.terms, state.term_weights, state.tuning.name_precision);
    weigh_files(state, agreement);
    drop_hopeless(state);
    const double name_match = (1 - state.dense_share) * state.tuning.name_match;
    for (Candidate& candidate : state.candidates) {
      const index::UnitView unit = state.scopes[candidate.scope].index->unit(candidate.ref);
      const double declared = (unit.flags & kSymbolDeclarationOnly) != 0 ? state.tuning.declaration_penalty : 1;
      candidate.score = (candidate.score + name_match * agreement.of(unit.name)) * state.files[candidate.file].factor * declared;
    }
    return {};
  }

 private:
  /// Adds what a file's name, and the definitions found by name, say; what multiplies a score is left in the file.
  static void weigh_files(SearchState& state, NameAgreement& agreement) {
    std::vector<double> added;
    const auto newest = newest_versions(state);
    for (CandidateFile& file : state.files) {
      const std::string_view path = file.view.path;
      const double value =
          state.tuning.stem_match * agreement.of(file_stem(path)) + state.tuning.folder_match * agreement.of(base_name(parent_path(path)));
      added.push_back((1 - state.dense_share) * value);
      file.factor =
          path_factor(state, file.path_class) * (file.passes_on ? state.tuning.reexport_penalty : 1) * state.scopes[file.scope].weight;
      const PathVersion version = path_version(path);
      if (version.version != 0 && version.version < newest.at(version.family)) file.factor *= state.tuning.older_version;
    }
    for (Candidate& candidate : state.candidates) candidate.score += added[candidate.file] + state.tuning.definition * candidate.name;
  }

  /// The highest version among the candidates of each family.
  static std::map<std::string_view, unsigned> newest_versions(const SearchState& state) {
    std::map<std::string_view, unsigned> newest;
    for (const CandidateFile& file : state.files) {
      const PathVersion version = path_version(file.view.path);
      if (version.version == 0) continue;
      unsigned& known = newest[version.family];
      known = state.analysis.asks_for_compatibility ? 1 : std::max(known, version.version);
    }
    return newest;
  }

  /// Names are the dear part: those of candidates that can't be among the `wanted_` best whatever their names say aren't read. A file's
  /// second best counts less than its best (`diversity`), so bounds are compared as they will count.
  void drop_hopeless(SearchState& state) const {
    if (state.candidates.size() <= wanted_ || wanted_ == 0) return;
    const double most = (1 - state.dense_share) * std::max(0.0, state.tuning.name_match);
    const double least = (1 - state.dense_share) * std::min(0.0, state.tuning.name_match);
    const double declared = std::min(1.0, state.tuning.declaration_penalty);
    std::vector<std::pair<double, std::uint32_t>> bounds;  // lower bound of the score, file
    bounds.reserve(state.candidates.size());
    for (const Candidate& candidate : state.candidates)
      bounds.emplace_back((candidate.score + least) * state.files[candidate.file].factor * declared, candidate.file);
    std::ranges::sort(bounds, std::greater());
    std::vector<double> discount(state.files.size(), 1);
    for (auto& [bound, file] : bounds) {
      bound *= discount[file];
      discount[file] *= state.tuning.file_repeat;
    }
    const auto last = bounds.begin() + static_cast<std::ptrdiff_t>(wanted_ - 1);
    std::ranges::nth_element(bounds, last, std::greater());
    const double needed = last->first;
    const double undeclared = std::max(1.0, state.tuning.declaration_penalty);
    std::erase_if(state.candidates, [&](const Candidate& candidate) {
      return (candidate.score + most) * state.files[candidate.file].factor * undeclared < needed;
    });
  }

  static double path_factor(const SearchState& state, const PathClass& path) {
    const Tuning& tuning = state.tuning;
    double factor = 1;
    if (path.test && !state.analysis.asks_for_tests) factor *= tuning.test_penalty;
    if (path.example && !state.analysis.asks_for_examples) factor *= tuning.example_penalty;
    if (path.compatibility && !state.analysis.asks_for_compatibility) factor *= tuning.compat_penalty;
    if (path.declaration) factor *= tuning.declaration_penalty;
    if (path.document && !state.analysis.asks_for_documents && state.analysis.intent != Intent::kPath) factor *= tuning.document_penalty;
    return factor;
  }

  std::size_t wanted_;
};

}  // namespace

std::unique_ptr<Operator> make_signals(std::size_t wanted) { return std::make_unique<Signals>(wanted); }

}  // namespace grove::search
