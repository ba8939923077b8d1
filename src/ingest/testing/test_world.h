#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "corpus/corpus.h"
#include "ingest/ingest.h"
#include "ingest/tools.h"

namespace grove::ingest {

/// Files in memory, with faults on request and a count of reads.
class MemoryTree {
 public:
  struct File {
    std::string bytes;
    std::int64_t mtime_ns = 0;
    FileState state = FileState::kIndexed;
    std::string reason;
  };

  /// Writes a file; its time moves on.
  void write(const std::string& path, const std::string& bytes);
  void list_as(const std::string& path, FileState state, const std::string& reason);
  void touch(const std::string& path) { files_.at(path).mtime_ns = ++clock_; }
  void remove(const std::string& path) { files_.erase(path); }
  void refuse(const std::string& path) { refused_.insert(path); }
  void allow(const std::string& path) { refused_.erase(path); }
  /// Makes this tree hold the same, times and faults included.
  void copy(const MemoryTree& other);
  int reads() const { return reads_; }
  void forget_reads() { reads_ = 0; }
  std::unique_ptr<source::FileSource> open() const;
  const std::map<std::string, File>& files() const { return files_; }

 private:
  friend class MemorySource;
  std::map<std::string, File> files_;
  std::set<std::string> refused_;
  std::int64_t clock_ = 0;
  mutable std::atomic<int> reads_{0};
};

/// What a fake index holds of a file.
struct FakeIndexed {
  Sha256 hash{};
  std::string facts;  ///< As a blob: equal where the facts are.
  std::string text;
  std::vector<std::int8_t> vectors;
  friend bool operator==(const FakeIndexed&, const FakeIndexed&) = default;
};

/// An index in memory that outlives its writers; fails, as a kill would end it, at the call asked for.
class FakeIndex {
 public:
  std::map<std::string, FakeIndexed> published;
  int calls_until_failure = -1;  ///< Of take and publish; negative: never.
  int publishes = 0;
  std::unique_ptr<index::IndexWriter> open(const index::VectorSpace& space);
  Status call();
};

/// A whole run's surroundings: a tree, an index, and a folder for the corpus.
class World {
 public:
  World();
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  Tools tools();
  IngestRequest request() const;
  Result<IngestReport> ingest() { return ingest(request()); }
  Result<IngestReport> ingest(const IngestRequest& request);
  Result<IngestReport> ingest_paths(const std::vector<std::string>& paths);
  std::unique_ptr<corpus::Corpus> corpus() const;
  /// Corpus and index as text: what must be equal whatever way led there.
  std::string state() const;

  MemoryTree tree;
  FakeIndex index;
  std::atomic<int> parses{0};
  std::atomic<int> extractions{0};  ///< Of documents.
  std::map<Language, std::uint32_t> raised_versions;

 private:
  std::string directory_;
};

}  // namespace grove::ingest
