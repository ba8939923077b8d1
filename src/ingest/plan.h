#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "corpus/corpus.h"
#include "index/index_writer.h"
#include "ingest/ingest.h"
#include "source/file_source.h"

namespace grove::ingest {

/// A file to read, and what is known of it.
struct Task {
  source::FileEntry entry;
  std::optional<corpus::CorpusFile> known;
  bool must_index = false;  ///< Even where it turns out unchanged: the index lacks it.
};

/// What a run has to do.
struct Plan {
  std::vector<Task> tasks;
  std::vector<corpus::FileUpdate> listed;  ///< New states of files that are not to be read.
  std::vector<std::string> removed;        ///< Known to the corpus, gone from the source.
  std::vector<std::string> only_in_index;  ///< To drop from the index; the corpus doesn't know them as searchable.
  std::vector<SkippedFile> skipped;        ///< Not searchable, and not to be read.
  std::uint64_t removed_searchable = 0;    ///< Of `removed` and `listed`: those that were searchable.
  std::uint64_t unchanged = 0;             ///< Searchable and as they were.
  bool unsettled = false;                  ///< An earlier run did not come to its end.
  /// Paths outside of which nothing can have changed since the last run that came to its end; all may have without.
  std::optional<std::set<std::string>> paths;

  bool changes_something() const { return unsettled || !tasks.empty() || !listed.empty() || !removed.empty() || !only_in_index.empty(); }
};

/// Decides file by file. Not thread-safe.
class Planner {
 public:
  struct Options {
    bool read_all = false;   ///< Nothing is taken for unchanged by its size and time.
    bool index_all = false;  ///< Every searchable file goes into the index again.
    std::function<std::uint32_t(Language)> extractor_version;
    std::function<bool(const Sha256&)> has_text;  ///< Of a document; asked of those that were searchable. May be empty: all have.
  };
  Planner(Options options, std::vector<corpus::CorpusFile> known, std::vector<index::IndexedFile> indexed);

  void see(source::FileEntry entry);
  /// What was known and not seen counts as gone.
  Plan finish() &&;

 private:
  struct Known {
    corpus::CorpusFile file;
    bool seen = false;
  };
  void see_listed(source::FileEntry entry, const Known* known);
  bool is_current(const source::FileEntry& entry, const corpus::CorpusFile& known) const;
  bool index_lacks(const corpus::CorpusFile& known) const;

  Options options_;
  std::unordered_map<std::string, Known> known_;
  std::unordered_map<std::string, index::IndexedFile> indexed_;
  Plan plan_;
};

/// What people are told about a file that is not searchable.
std::string reason_of(FileState state, std::string_view reason);

}  // namespace grove::ingest
