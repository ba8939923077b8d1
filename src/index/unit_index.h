#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "index/vector/vector_space.h"
#include "model/facts.h"
#include "model/file.h"

namespace grove::index {

/// A unit inside one snapshot.
struct UnitRef {
  std::uint32_t segment = 0;
  std::uint32_t unit = 0;
  friend auto operator<=>(UnitRef, UnitRef) = default;
};

/// Consecutive units of one segment.
struct UnitRun {
  UnitRef first;
  std::uint32_t count = 0;
};

struct ScoredUnit {
  UnitRef ref;
  float score = 0;
};

/// A unit that holds a symbol of some name; not only units named so: a constant is found in the section it stands in.
/// The score is 1 for the exact name of a definition, less for prefixes, edits and mere declarations.
struct NameHit : ScoredUnit {
  Kind kind = Kind::kSection;  ///< Of the symbol.
  bool declaration = false;    ///< Only declared there.
  std::uint32_t offset = 0;    ///< Of the symbol's name in the file's text.
};

/// What the index knows of a unit, read in place from mapped bytes: valid as long as the snapshot.
struct UnitView {
  std::string_view path;
  Language language = Language::kPlainText;
  Kind kind = Kind::kSection;
  std::uint8_t part = 0;
  std::uint16_t flags = 0;  ///< SymbolFlag
  std::string_view name;
  std::string_view qualified_name;
  std::string_view parent;  ///< Name of the enclosing type or namespace.
  std::uint32_t twin = 0;   ///< 0 for the first unit of that qualified name and part in its file, else 2, 3, … (the `~n` of its id).
  ByteRange range;
  ByteRange signature;
  ByteRange doc;
  LineRange lines;
  Sha256 file_hash{};  ///< Of the bytes the unit was cut from.
};

/// What the index knows of a file; valid as long as the snapshot.
struct FileView {
  std::string_view path;
  Language language = Language::kPlainText;
  UnitRun units;  ///< All of it, in source order.
};

/// A term to look for, with its weight in the sum.
struct WeightedTerm {
  std::string term;  ///< As the tokenizer makes it.
  float weight = 1;  ///< Inverse document frequency and query weights, multiplied by the caller.
};

/// Restricts a search. Empty vectors restrict nothing. Of kinds, `document` stands for all that documents say: their passages (`chunk`),
/// and sections of Markdown, HTML and plain text.
struct UnitFilter {
  std::vector<Language> languages;
  std::vector<Kind> kinds;
  std::string path_glob;  ///< `*` within a part, `**` across parts, `?`, `[…]`.
};

/// What a search did, for `--explain`.
struct SearchWork {
  std::uint64_t postings = 0;        ///< In the lists of all its terms.
  std::uint64_t decoded_blocks = 0;  ///< Of 128 postings each.
  std::uint64_t skipped_blocks = 0;  ///< Passed over without decoding.
  std::uint64_t offered = 0;         ///< Units whose score was worth comparing.
};

struct WordQuery {
  std::vector<WeightedTerm> terms;  ///< Joined by OR.
  UnitFilter filter;
  std::size_t limit = 100;
  SearchWork* work = nullptr;  ///< What was done is added to it.
};

struct VectorQuery {
  std::span<const float> vector;  ///< Normalised; as many dimensions as the index's model has.
  UnitFilter filter;
  std::size_t limit = 100;
};

struct NameQuery {
  enum class Match {
    kExact,
    kPrefix,
    kFuzzy
  };  ///< Case-insensitive; fuzzy: at most 2 edits (1 for names under 6 letters), not in the first letter.
  std::string name;
  Match match = Match::kExact;
  UnitFilter filter;
  std::size_t limit = 100;
};

struct IndexStats {
  std::uint64_t generation = 0;
  std::uint64_t files = 0;
  std::uint64_t units = 0;  ///< Live ones.
  std::uint64_t terms = 0;  ///< Summed over segments.
  std::uint64_t postings = 0;
  std::uint64_t vectors = 0;        ///< Live units that have one of the present model.
  std::uint64_t other_vectors = 0;  ///< Live units where those of another model stand.
  std::uint64_t bytes_on_disk = 0;
  std::uint32_t segments = 0;
};

/// How many live units have a vector of one model.
struct VectorHolding {
  VectorSpace space;
  std::uint64_t units = 0;
};

/// One repository's searchable units at one generation: a snapshot, immutable and thread-safe. Equal scores are ordered by path, then
/// place.
class UnitIndex {
 public:
  virtual ~UnitIndex() = default;
  /// In how many live units each term occurs: what was removed and waits for a merge does not count.
  virtual std::vector<std::uint64_t> document_frequencies(std::span<const std::string> terms) const = 0;
  /// The best units by summed impact (BM25F), best first; exact, not approximate.
  virtual std::vector<ScoredUnit> search_words(const WordQuery& query) const = 0;
  /// The nearest units by cosine, best first. Exact below the size where a graph index takes over.
  virtual std::vector<ScoredUnit> search_vector(const VectorQuery& query) const = 0;
  /// The units that hold symbols of that name, each once, best first.
  virtual std::vector<NameHit> search_names(const NameQuery& query) const = 0;
  virtual UnitView unit(UnitRef ref) const = 0;
  /// The file that `ref` belongs to; its units stand together in one segment.
  virtual FileView file(UnitRef ref) const = 0;
  /// Whether `a` stands before `b`: by path, then by place.
  virtual bool comes_first(UnitRef a, UnitRef b) const = 0;
  /// The impact of each term in each unit of each run, 0 where it does not occur: run after run, within a run `[term * run.count + unit]`.
  /// Costs a look-up a term and a seek a term and run, not a scan; runs in the order of their units share what is decoded.
  virtual std::vector<float> impacts(std::span<const std::string> terms, std::span<const UnitRun> runs) const = 0;
  /// The cosine of each unit to a normalised vector; 0 for units without one.
  virtual void similarities(std::span<const float> vector, std::span<const UnitRef> refs, std::span<float> out) const = 0;
  /// The units of one file in source order; empty where the path is unknown.
  virtual std::vector<UnitRef> units_of(std::string_view path) const = 0;
  virtual IndexStats stats() const = 0;
  /// Which models' vectors stand in the index, usable or not, those with most first. Counts units: not for every query.
  virtual std::vector<VectorHolding> vector_holdings() const = 0;
  /// How many live units there are of each kind, by its number. Reads a byte a unit.
  virtual std::array<std::uint64_t, kKindCount> units_by_kind() const = 0;
};

}  // namespace grove::index
