#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "search/operators/candidates.h"
#include "search/operators/operators.h"

namespace grove::search {
namespace {

class FileContext final : public Operator {
 public:
  explicit FileContext(std::size_t file_limit) : file_limit_(file_limit) {}

  std::string_view name() const override { return "files"; }

  std::string detail(const SearchState& state) const override {
    return fmt::format("{} files, weight {}", state.files.size(), state.tuning.file_share);
  }

  Status run(SearchState& state) const override {
    gather_files(state);
    for (CandidateFile& file : state.files) {
      GROVE_RETURN_IF_ERROR(state.cancel.check());
      read_words(state, file);
    }
    if (!state.query_vector.empty()) fill_vectors(state);
    return {};
  }

 private:
  void gather_files(SearchState& state) const {
    std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, std::uint32_t> known;
    for (Candidate& candidate : state.candidates) {
      const auto key = std::tuple(candidate.scope, candidate.ref.segment, candidate.view.file);
      const auto [place, fresh] = known.try_emplace(key, static_cast<std::uint32_t>(state.files.size()));
      candidate.file = place->second;
      if (!fresh) continue;
      CandidateFile file;
      file.scope = candidate.scope;
      file.run = state.scopes[candidate.scope].index->file_units(candidate.ref);
      file.path = candidate.view.path;
      file.path_class = classify_path(candidate.view.path, candidate.view.language);
      state.files.push_back(file);
    }
  }

  /// Impacts are tf / (k1 + tf): turned back into tf, summed over the file's units, and saturated again.
  static void read_words(SearchState& state, CandidateFile& file) {
    std::vector<float> impacts(state.terms.size() * file.run.count, 0.0F);
    if (impacts.empty()) return;
    state.scopes[file.scope].index->impacts(state.terms, file.run, impacts);
    double total = 0;
    for (std::size_t term = 0; term < state.terms.size(); ++term) {
      double frequency = 0;
      for (std::uint32_t unit = 0; unit < file.run.count; ++unit) {
        const double impact = std::min(0.98F, impacts[term * file.run.count + unit]);
        frequency += impact / (1.0 - impact);
      }
      total += state.term_weights[term] * frequency / (state.tuning.file_saturation + frequency);
    }
    file.lexical = total;
    complete_lexical(state, file, impacts);
  }

  /// Units that another channel proposed get their lexical score too.
  static void complete_lexical(SearchState& state, const CandidateFile& file, const std::vector<float>& impacts) {
    const auto index = static_cast<std::uint32_t>(&file - state.files.data());
    for (Candidate& candidate : state.candidates) {
      if (candidate.file != index || candidate.lexical > 0) continue;
      const std::uint32_t unit = candidate.ref.unit - file.run.first.unit;
      for (std::size_t term = 0; term < state.terms.size(); ++term)
        candidate.lexical += state.term_weights[term] * impacts[term * file.run.count + unit];
    }
  }

  static void fill_vectors(SearchState& state) {
    for (std::uint32_t scope = 0; scope < state.scopes.size(); ++scope) {
      std::vector<index::UnitRef> refs;
      std::vector<Candidate*> wanting;
      for (Candidate& candidate : state.candidates) {
        if (candidate.scope != scope || candidate.vector != 0) continue;
        refs.push_back(candidate.ref);
        wanting.push_back(&candidate);
      }
      std::vector<float> cosines(refs.size(), 0.0F);
      state.scopes[scope].index->similarities(state.query_vector, refs, cosines);
      for (std::size_t i = 0; i < wanting.size(); ++i) wanting[i]->vector = cosines[i];
    }
    for (const Candidate& candidate : state.candidates) {
      CandidateFile& file = state.files[candidate.file];
      file.vector = std::max(file.vector, candidate.vector);
    }
  }

  [[maybe_unused]] std::size_t file_limit_;
};

}  // namespace

std::unique_ptr<Operator> make_file_context(std::size_t file_limit) { return std::make_unique<FileContext>(file_limit); }

}  // namespace grove::search
