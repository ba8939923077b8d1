#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <span>

#include "index/lexical/tokenizer.h"
#include "search/operators/operators.h"

namespace grove::search {
namespace {

class Signals final : public Operator {
 public:
  std::string_view name() const override { return "signals"; }

  std::string detail(const SearchState& state) const override {
    return fmt::format("name {} file name {} folder {} definition {}", state.tuning.name_match, state.tuning.stem_match,
                       state.tuning.folder_match, state.tuning.definition);
  }

  Status run(SearchState& state) const override {
    const std::vector<FileBonus> bonuses = file_bonuses(state);
    for (Candidate& candidate : state.candidates) {
      const FileBonus& file = bonuses[candidate.file];
      candidate.score += (1 - state.dense_share) * (file.added + state.tuning.name_match * agreement(state, candidate.view.name));
      candidate.score += state.tuning.definition * candidate.name;
      candidate.score *= file.factor * unit_factor(state, candidate) * state.scopes[candidate.scope].weight;
    }
    return {};
  }

 private:
  struct FileBonus {
    double added = 0;
    double factor = 1;
  };

  /// How far a name is made of the query's words, and the query of the name's: their F-measure, words of the query by their weight.
  static double agreement(const SearchState& state, std::string_view name) {
    if (name.empty()) return 0;
    double matched_query = 0;
    std::size_t parts = 0;
    std::size_t matched_parts = 0;
    index::WordTerms terms;
    index::scan_words(name, [&](const index::Word& word) {
      const std::span<const std::string_view> pieces = terms.expand(word);
      for (const std::string_view piece : pieces.subspan(pieces.size() > 1 ? 1 : 0)) {
        ++parts;
        const auto place = std::ranges::find(state.terms, piece);
        if (place == state.terms.end()) continue;
        ++matched_parts;
        matched_query += state.term_weights[static_cast<std::size_t>(place - state.terms.begin())];
      }
    });
    const double asked = std::reduce(state.term_weights.begin(), state.term_weights.end());
    if (matched_parts == 0 || asked <= 0) return 0;
    const double recall = std::min(1.0, matched_query / asked);
    const double precision = static_cast<double>(matched_parts) / static_cast<double>(parts);
    const double beta = state.tuning.name_precision * state.tuning.name_precision;
    return (1 + beta) * recall * precision / (recall + beta * precision);
  }

  static std::vector<FileBonus> file_bonuses(const SearchState& state) {
    std::vector<FileBonus> bonuses;
    for (const CandidateFile& file : state.files) {
      FileBonus bonus;
      const auto slash = file.path.rfind('/');
      bonus.added = state.tuning.stem_match * agreement(state, file_stem(file.path));
      if (slash != std::string_view::npos)
        bonus.added += state.tuning.folder_match * agreement(state, last_folder(file.path.substr(0, slash)));
      bonus.factor = path_factor(state, file.path_class) * (file.passes_on ? state.tuning.reexport_penalty : 1);
      bonuses.push_back(bonus);
    }
    return bonuses;
  }

  static std::string_view last_folder(std::string_view folders) {
    const auto slash = folders.rfind('/');
    return slash == std::string_view::npos ? folders : folders.substr(slash + 1);
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

  static double unit_factor(const SearchState& state, const Candidate& candidate) {
    return (candidate.view.flags & kSymbolDeclarationOnly) != 0 ? state.tuning.declaration_penalty : 1;
  }
};

}  // namespace

std::unique_ptr<Operator> make_signals() { return std::make_unique<Signals>(); }

}  // namespace grove::search
