#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "search/path_class.h"
#include "search/query_analysis.h"
#include "search/search.h"

namespace grove::search {

/// A unit that some channel proposed, with what is known of it so far.
struct Candidate {
  std::uint32_t scope = 0;
  index::UnitRef ref;
  std::uint32_t file = 0;  ///< Into SearchState::files.
  double lexical = 0;      ///< Summed impacts × weights.
  double vector = 0;       ///< Cosine.
  double dense = 0;        ///< Cosine, blended with that of the whole file.
  double name = 0;         ///< How well it defines an identifier of the query, 0 to 1.
  double called = 0;       ///< The whole query is its name: of entities.
  Ranks ranks;
  double score = 0;
};

/// A file with candidates in it.
struct CandidateFile {
  std::uint32_t scope = 0;
  index::FileView view;
  PathClass path_class;
  bool is_a_whole = true;  ///< It is about something. A book, or the chunks of a dataset, may speak of everything: only its passages are.
  bool passes_on = false;  ///< An index file that defines nothing itself.
  double name = 0;         ///< Best of its units.
  double lexical = 0;      ///< Its words taken together: BM25 over the summed term frequencies of its units.
  double vector = 0;       ///< Mean cosine of its three best units.
  double factor = 1;       ///< Of the scores of its units: what the path says, and the scope's weight.
};

/// Names a candidate across scopes.
struct CandidateKey {
  std::uint32_t scope = 0;
  std::uint32_t segment = 0;
  std::uint32_t unit = 0;
  friend bool operator==(CandidateKey, CandidateKey) = default;
};
struct CandidateKeyHash {
  std::size_t operator()(CandidateKey key) const {
    return (static_cast<std::size_t>(key.unit) * 0x9E3779B97F4A7C15ULL) ^ (static_cast<std::size_t>(key.segment) << 40U) ^
           (static_cast<std::size_t>(key.scope) << 48U);
  }
};

/// What the operators of one search share. Lives for one request, in one thread.
struct SearchState {
  const SearchRequest& request;
  const std::vector<Scope>& scopes;
  const Models& models;
  const Tuning& tuning;
  const CancelToken& cancel;

  QueryAnalysis analysis{};
  std::vector<std::string> terms{};    ///< Of analysis.terms, for the index.
  std::vector<double> term_weights{};  ///< Query weight × inverse document frequency over all scopes.
  double dense_share = 0;              ///< Of the vector score in the fused one: of code, see dense_share_of.
  std::vector<float> query_vector{};   ///< Empty where no vector takes part.
  std::vector<Candidate> candidates{};
  std::unordered_map<CandidateKey, std::uint32_t, CandidateKeyHash> places{};  ///< Of candidates.
  std::vector<CandidateFile> files{};
  std::vector<std::string> warnings{};

  /// Of the vector score in the fused one of a file's units. Passages of documents have one of their own, whatever the question.
  double dense_share_of(std::uint32_t file) const {
    if (files[file].is_a_whole || request.mode == Mode::kSemantic || dense_share == 0) return dense_share;
    return tuning.dense_passage;
  }
};

/// One step of a plan: reads and changes the state. Stateless itself.
class Operator {
 public:
  virtual ~Operator() = default;
  virtual std::string_view name() const = 0;
  /// For `--explain`: what it does with this query.
  virtual std::string detail(const SearchState& state) const = 0;
  virtual Status run(SearchState& state) const = 0;
};

}  // namespace grove::search
