#pragma once

#include <cstdint>
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
};

/// One file's new state, with its facts where they are new.
struct FileUpdate {
  FileRecord record;       ///< `id` is assigned by the corpus for new paths.
  std::string facts_blob;  ///< From encode_facts; empty where the corpus has the facts already or the file is not indexed.
  std::uint32_t extractor_version = 0;
};

/// Work that becomes durable together.
struct Batch {
  std::vector<FileUpdate> updates;
  std::vector<std::string> removed;  ///< Paths.
};

/// What we know for sure of one repository: its files and the facts of each (`corpus.db`, SQLite, WAL).
/// One writer and any number of readers, in any processes; an instance belongs to one thread at a time.
class Corpus {
 public:
  enum class Access { kRead, kWrite };
  /// Opens, creating and migrating it when writing. kNotFound when reading where there is none.
  static Result<std::unique_ptr<Corpus>> open(const std::string& directory, Access access);
  virtual ~Corpus() = default;

  /// All or nothing. Returns the ids of `updates` in order.
  virtual Result<std::vector<std::uint32_t>> apply(const Batch& batch) = 0;
  /// All files in byte order of their paths.
  virtual Result<std::vector<FileRecord>> files() = 0;
  virtual Result<std::optional<FileRecord>> file(std::string_view path) = 0;
  /// The version of the extractor that wrote the facts, where there are some.
  virtual Result<std::optional<std::uint32_t>> facts_version(const FactsKey& key) = 0;
  /// kNotFound where there are none; kCorrupt where the blob is damaged.
  virtual Result<Facts> facts(const FactsKey& key) = 0;
  /// Drops facts that no file refers to.
  virtual Status collect_garbage() = 0;
  /// Small named values: schema version, commit, embedding provenance, the last complete scan.
  virtual Result<std::map<std::string, std::string>> properties() = 0;
  virtual Status set_property(std::string_view name, std::string_view value) = 0;
};

/// Facts as one compressed, versioned blob (docs/formats/facts.md), and back. Decoding accepts any bytes.
std::string encode_facts(const Facts& facts);
Result<Facts> decode_facts(std::string_view blob);

}  // namespace grove::corpus
