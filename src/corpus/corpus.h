#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/facts.h"
#include "model/file.h"

namespace grove::corpus {

/// What facts belong to: bytes of a file read as one language.
struct FactsKey {
  Sha256 hash{};
  Language language = Language::kPlainText;
  std::uint64_t place = 0;  ///< hash64 of the path where facts of the language depend on it, else 0.
};

/// How much the facts of a file hold; kept beside it, so that totals need no facts.
struct FactsCounts {
  std::uint64_t lines = 0;
  std::uint64_t units = 0;
  std::uint64_t symbols = 0;
  std::uint64_t references = 0;
};
FactsCounts counts_of(const Facts& facts);

/// One file's new state, with its facts where they are new.
struct FileUpdate {
  FileRecord record;        ///< `id` is assigned by the corpus.
  std::string facts_blob;   ///< From encode_facts; empty where the corpus has the facts already or the file is not indexed.
  std::uint64_t place = 0;  ///< Of the facts' key.
  std::uint32_t extractor_version = 0;
  FactsCounts counts;
};

/// Work that becomes durable together.
struct Batch {
  std::vector<FileUpdate> updates = {};
  std::vector<std::string> removed = {};  ///< Paths.
};

/// Where the index stands against a file.
enum class Owed : std::uint8_t {
  kNothing = 0,    ///< The index was published with these facts.
  kMaybe = 1,      ///< New content: the index has it exactly if it holds the same hash.
  kCertainly = 2,  ///< The facts changed while the content did not: the index must be given them again whatever hash it holds.
};

/// A file as the corpus knows it.
struct CorpusFile {
  FileRecord record;
  std::uint64_t place = 0;
  std::uint32_t extractor_version = 0;  ///< Of its facts; 0 where it has none.
  bool has_facts = false;
  Owed owed = Owed::kNothing;

  FactsKey facts_key() const { return {.hash = record.hash, .language = record.language, .place = place}; }
};

/// What the index was not yet told, or may not have been told.
struct Debt {
  std::vector<CorpusFile> files;
  std::vector<std::string> removed;
};

/// Totals over all searchable files.
struct CorpusTotals {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;  ///< On disk.
  FactsCounts facts;
};

/// What we know for sure of one repository: its files and the facts of each (`corpus.db`, SQLite, WAL; docs/formats/corpus.md).
/// One writer and any number of readers, in any processes; an instance belongs to one thread at a time.
class Corpus {
 public:
  enum class Access { kRead, kWrite };
  /// Opens, creating and migrating it when writing. kNotFound when reading where there is none, kCorrupt where it is damaged, kConflict
  /// where a newer program wrote it.
  static Result<std::unique_ptr<Corpus>> open(const std::string& directory, Access access);
  /// Removes the database of a directory, whatever state it is in. Needs the writer lock; readers keep what they have open.
  static Status erase(const std::string& directory);
  virtual ~Corpus() = default;

  /// All or nothing. Returns the ids of `updates` in order.
  virtual Result<std::vector<std::uint32_t>> apply(const Batch& batch) = 0;
  /// All files, in no particular order.
  virtual Status for_each_file(const std::function<void(CorpusFile)>& visit) = 0;
  /// All files in byte order of their paths.
  virtual Result<std::vector<FileRecord>> files() = 0;
  virtual Result<std::optional<CorpusFile>> file(std::string_view path) = 0;
  /// Those whose paths begin with `folder` and a slash, in byte order of their paths.
  virtual Result<std::vector<CorpusFile>> files_below(std::string_view folder) = 0;
  virtual Result<CorpusTotals> totals() = 0;
  /// The version of the extractor that wrote the facts, where there are some.
  virtual Result<std::optional<std::uint32_t>> facts_version(const FactsKey& key) = 0;
  /// kNotFound where there are none; kCorrupt where the blob is damaged.
  virtual Result<Facts> facts(const FactsKey& key) = 0;

  /// What changed since the last `settle`: in full before the first one.
  virtual Result<Debt> debt() = 0;
  /// The index has been published with everything in the corpus.
  virtual Status settle() = 0;
  /// Drops facts that no file refers to any more. Costs what there is to drop, not the size of the corpus.
  virtual Status collect_garbage() = 0;

  /// Small named values: commit, embedding provenance, the last complete scan.
  virtual Result<std::map<std::string, std::string>> properties() = 0;
  virtual Status set_property(std::string_view name, std::string_view value) = 0;
};

/// Facts as one compressed, versioned blob (docs/formats/facts.md), and back. Decoding accepts any bytes and gives kCorrupt unless they
/// are what an encoder made: every id, index and range of the result lies within bounds.
std::string encode_facts(const Facts& facts);
Result<Facts> decode_facts(std::string_view blob);

}  // namespace grove::corpus
