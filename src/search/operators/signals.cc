#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "base/text.h"
#include "graph/locate.h"
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
    const double in_degree = state.tuning.in_degree;
    const double declared = state.tuning.declaration_penalty;
    const Bounds names = name_bounds(state);
    drop_hopeless(state, {names.least + std::min(0.0, in_degree), names.most + std::max(0.0, in_degree)},
                  {std::min(1.0, declared), std::max(1.0, declared)});
    for (Candidate& candidate : state.candidates) {
      const index::UnitView unit = state.scopes[candidate.scope].index->unit(candidate.ref);
      candidate.score += name_weight(state, candidate.file) * agreement.of(unit.name);
      if ((unit.flags & kSymbolDeclarationOnly) != 0) candidate.score *= declared;
    }
    drop_hopeless(state, {std::min(0.0, in_degree), std::max(0.0, in_degree)}, {1, 1});
    std::vector<std::optional<graph::FileId>> declared_in(state.files.size());
    for (Candidate& candidate : state.candidates)
      candidate.score = (candidate.score + called(state, candidate, declared_in[candidate.file])) * state.files[candidate.file].factor;
    return {};
  }

 private:
  /// Grows with the logarithm of the callers; the whole bonus from a hundred on.
  static double called(const SearchState& state, const Candidate& candidate, std::optional<graph::FileId>& file) {
    const graph::Graph* graph = state.scopes[candidate.scope].graph.get();
    if (graph == nullptr || state.tuning.in_degree == 0) return 0;
    const index::UnitView unit = state.scopes[candidate.scope].index->unit(candidate.ref);
    if (!is_callable(unit.kind)) return 0;
    if (!file) file = graph->declarations().find_file(unit.path).value_or(graph::kNobody);
    if (*file == graph::kNobody) return 0;
    const auto symbol = graph->declarations().find_symbol(*file, unit.range, unit.name);
    if (!symbol) return 0;
    constexpr double kMany = 100;
    return state.tuning.in_degree * std::min(1.0, std::log1p(graph->call_in_degree(*symbol)) / std::log1p(kMany));
  }

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

  /// The least and the most that something still adds to a score, or multiplies it by.
  struct Bounds {
    double least;
    double most;
  };

  /// What a name made of the query's words adds: that of a symbol, or the heading of a passage.
  static double name_weight(const SearchState& state, std::uint32_t file) {
    return (1 - state.dense_share_of(file)) * (state.files[file].is_a_whole ? state.tuning.name_match : state.tuning.heading_match);
  }

  static Bounds name_bounds(const SearchState& state) {
    Bounds bounds{0, 0};
    for (std::uint32_t file = 0; file < state.files.size(); ++file) {
      const double weight = name_weight(state, file);
      bounds = {std::min(bounds.least, weight), std::max(bounds.most, weight)};
    }
    return bounds;
  }

  /// Names and callers are the dear part: those of candidates that can't be among the `wanted_` best whatever they say aren't read. A
  /// file's second best counts less than its best (`diversity`), so bounds are compared as they will count.
  void drop_hopeless(SearchState& state, Bounds added, Bounds factor) const {
    if (state.candidates.size() <= wanted_ || wanted_ == 0) return;
    std::vector<std::pair<double, std::uint32_t>> bounds;  // lower bound of the score, file
    bounds.reserve(state.candidates.size());
    for (const Candidate& candidate : state.candidates)
      bounds.emplace_back((candidate.score + added.least) * state.files[candidate.file].factor * factor.least, candidate.file);
    std::ranges::sort(bounds, std::greater());
    std::vector<double> discount(state.files.size(), 1);
    for (auto& [bound, file] : bounds) {
      bound *= discount[file];
      discount[file] *= state.tuning.file_repeat;
    }
    const auto last = bounds.begin() + static_cast<std::ptrdiff_t>(wanted_ - 1);
    std::ranges::nth_element(bounds, last, std::greater());
    const double needed = last->first;
    std::erase_if(state.candidates, [&](const Candidate& candidate) {
      return candidate.called == 0 && (candidate.score + added.most) * state.files[candidate.file].factor * factor.most < needed;
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
