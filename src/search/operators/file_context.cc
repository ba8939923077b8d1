#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <tuple>
#include <utility>

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
    keep_best_files(state);
    Members members(state.files.size());
    for (Candidate& candidate : state.candidates) members[candidate.file].push_back(&candidate);
    for (std::uint32_t scope = 0; scope < state.scopes.size(); ++scope) {
      GROVE_RETURN_IF_ERROR(state.cancel.check());
      read_scope(state, scope, members);
    }
    if (!state.query_vector.empty()) fill_vectors(state);
    return {};
  }

 private:
  static void gather_files(SearchState& state) {
    std::vector<Candidate*> order;
    order.reserve(state.candidates.size());
    for (Candidate& candidate : state.candidates) order.push_back(&candidate);
    std::ranges::sort(order, {}, [](const Candidate* candidate) { return std::pair(candidate->scope, candidate->ref); });
    std::uint32_t end = 0;  // of the units of the file gathered last
    for (Candidate* candidate : order) {
      if (state.files.empty() || candidate->scope != state.files.back().scope ||
          candidate->ref.segment != state.files.back().view.units.first.segment || candidate->ref.unit >= end) {
        CandidateFile fresh;
        fresh.scope = candidate->scope;
        fresh.view = state.scopes[candidate->scope].index->file(candidate->ref);
        end = fresh.view.units.first.unit + fresh.view.units.count;
        state.files.push_back(fresh);
      }
      CandidateFile& file = state.files.back();
      candidate->file = static_cast<std::uint32_t>(state.files.size() - 1);
      file.lexical = std::max(file.lexical, candidate->lexical);
      file.vector = std::max(file.vector, candidate->vector);
      file.name = std::max(file.name, candidate->name);
    }
  }

  /// Files far down every channel can't come first any more; reading their words would be the dearest part of a search.
  void keep_best_files(SearchState& state) const {
    const auto best = [&](double CandidateFile::* channel) {
      double value = 1e-9;
      for (const CandidateFile& file : state.files) value = std::max(value, file.*channel);
      return value;
    };
    const double lexical = best(&CandidateFile::lexical);
    const double vector = best(&CandidateFile::vector);
    std::vector<double> promise;
    std::vector<std::uint32_t> order;
    for (const CandidateFile& file : state.files) {
      promise.push_back(file.lexical / lexical + file.vector / vector + 2 * file.name);
      order.push_back(static_cast<std::uint32_t>(order.size()));
    }
    const std::size_t kept_files = std::min(order.size(), file_limit_);
    std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(kept_files), [&](std::uint32_t a, std::uint32_t b) {
      if (promise[a] != promise[b]) return promise[a] > promise[b];
      return std::tie(state.files[a].scope, state.files[a].view.path) < std::tie(state.files[b].scope, state.files[b].view.path);
    });
    order.resize(kept_files);
    std::vector<std::uint32_t> place(state.files.size(), kNone);
    std::vector<CandidateFile> kept;
    kept.reserve(kept_files);
    for (const std::uint32_t old : order) {
      place[old] = static_cast<std::uint32_t>(kept.size());
      kept.push_back(state.files[old]);
    }
    std::erase_if(state.candidates, [&](const Candidate& candidate) { return place[candidate.file] == kNone; });
    for (Candidate& candidate : state.candidates) candidate.file = place[candidate.file];
    for (CandidateFile& file : kept) describe(state, file);
    state.files = std::move(kept);
  }

  static void describe(const SearchState& state, CandidateFile& file) {
    const index::UnitIndex& index = *state.scopes[file.scope].index;
    file.path_class = classify_path(file.view.path, file.view.language);
    file.is_a_whole = !is_extracted(file.view.language);
    if (!file.path_class.index_file) return;
    file.passes_on = true;
    const index::UnitRun& run = file.view.units;
    for (std::uint32_t i = 0; i < run.count && file.passes_on; ++i) {
      const Kind kind = index.unit({run.first.segment, run.first.unit + i}).kind;
      file.passes_on = !is_callable(kind) && !is_type(kind);
    }
  }

  using Members = std::vector<std::vector<Candidate*>>;

  static void read_scope(SearchState& state, std::uint32_t scope, const Members& members) {
    std::vector<index::UnitRun> runs;
    for (std::size_t i = 0; i < state.files.size(); ++i) {
      if (state.files[i].scope != scope) continue;
      if (state.files[i].is_a_whole) runs.push_back(state.files[i].view.units);
      if (!state.files[i].is_a_whole)
        for (const Candidate* candidate : members[i]) runs.push_back({candidate->ref, 1});
    }
    const std::vector<float> all = state.scopes[scope].index->impacts(state.terms, runs);
    std::span<const float> rest = all;
    for (std::size_t i = 0; i < state.files.size(); ++i) {
      CandidateFile& file = state.files[i];
      if (file.scope != scope) continue;
      if (!file.is_a_whole) {
        rest = complete_each(state, members[i], rest);
        continue;
      }
      const std::span<const float> impacts = rest.first(state.terms.size() * file.view.units.count);
      rest = rest.subspan(impacts.size());
      file.lexical = whole_file_score(state, file.view.units.count, impacts);
      for (Candidate* candidate : members[i]) {
        const std::uint32_t unit = candidate->ref.unit - file.view.units.first.unit;
        complete_lexical(state, *candidate, impacts, {unit, file.view.units.count});
      }
    }
  }

  /// Passages count by themselves; what is left of the impacts is returned.
  static std::span<const float> complete_each(const SearchState& state, const std::vector<Candidate*>& passages,
                                              std::span<const float> impacts) {
    for (Candidate* passage : passages) {
      complete_lexical(state, *passage, impacts.first(state.terms.size()), {0, 1});
      impacts = impacts.subspan(state.terms.size());
    }
    return impacts;
  }

  /// Impacts are tf / (k1 + tf): turned back into tf, summed over the file's units, and saturated again.
  static double whole_file_score(const SearchState& state, std::uint32_t units, std::span<const float> impacts) {
    double score = 0;
    for (std::size_t term = 0; term < state.terms.size(); ++term) {
      double frequency = 0;
      for (const float impact : impacts.subspan(term * units, units)) {
        if (impact > 0) frequency += std::min(0.98F, impact) / (1.0 - std::min(0.98F, impact));
      }
      score += state.term_weights[term] * frequency / (state.tuning.file_saturation + frequency);
    }
    return score;
  }

  /// Where the impacts of a unit stand among those of a run.
  struct Place {
    std::uint32_t unit = 0;
    std::uint32_t units = 0;
  };

  /// Units that another channel proposed get their lexical score too.
  static void complete_lexical(const SearchState& state, Candidate& candidate, std::span<const float> impacts, Place place) {
    if (candidate.lexical > 0 || impacts.empty()) return;
    for (std::size_t term = 0; term < state.terms.size(); ++term)
      candidate.lexical += state.term_weights[term] * impacts[term * place.units + place.unit];
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
    average_best_vectors(state);
  }

  /// A file that speaks of the question in several places is likelier meant than one that does in one.
  static void average_best_vectors(SearchState& state) {
    std::vector<std::array<double, 3>> best(state.files.size(), {0.0, 0.0, 0.0});
    for (const Candidate& candidate : state.candidates) {
      std::array<double, 3>& top = best[candidate.file];
      if (candidate.vector <= top[2]) continue;
      top[2] = candidate.vector;
      std::ranges::sort(top, std::greater());
    }
    for (std::size_t file = 0; file < best.size(); ++file) state.files[file].vector = (best[file][0] + best[file][1] + best[file][2]) / 3;
  }

  std::size_t file_limit_;
};

}  // namespace

std::unique_ptr<Operator> make_file_context(std::size_t file_limit) { return std::make_unique<FileContext>(file_limit); }

}  // namespace grove::search
