#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "corpus/corpus.h"
#include "corpus/facts_codec.h"
#include "document/document_reader.h"
#include "document/searchable/text_store.h"
#include "index/index_writer.h"
#include "inference/embedder.h"
#include "ingest/plan.h"
#include "ingest/tools.h"

namespace grove::ingest {

/// What became of a file.
enum class Change { kNone, kAdded, kModified, kLost };

/// What reading one file gave.
struct FileOutcome {
  std::optional<corpus::FileUpdate> update;  ///< Nothing where all is as it was.
  Change change = Change::kNone;
  bool searchable = false;
  bool parsed = false;
  std::string skip_reason;       ///< Where it is not searchable.
  std::optional<Error> failure;  ///< What ends the run: nothing was found out about the file, so that nothing of it may change.
};

/// What the threads of a run share. Everything is borrowed.
struct WorkContext {
  const Tools& tools;
  const source::FileSource& source;
  std::string_view repository;
  std::string directory;                    ///< Of the corpus, for facts that are known already; empty where there are none.
  const document::TextStore& texts;         ///< Of documents.
  std::uint64_t file_bytes = 0;             ///< A larger file is no code, whatever its name.
  inference::Embedder* embedder = nullptr;  ///< An immediate one, or null.
  bool decode_all = false;                  ///< What kind of file it is isn't taken from what is known.
  bool parse_all = false;                   ///< Nor are facts.
  std::int64_t began_ns = 0;                ///< Unix time before the files were listed.
  CancelToken cancel;
};

/// A file's text, and what it says.
struct ReadFile {
  FileRecord record;  ///< Indexed, with its reason where it is not all as it should be.
  std::string text;
  Facts facts;
  bool is_new = false;  ///< The facts were not known.
};

/// Reads, decodes, hashes, parses, embeds and indexes one file after another: one thread's work. Not thread-safe.
class FileWorker {
 public:
  explicit FileWorker(const WorkContext& context);
  /// Adds the file to the builder where it has to be in the index. A file that can't be read is an outcome like any other.
  FileOutcome work(const Task& task, index::SegmentBuilder& builder);

 private:
  FileRecord record_of(const Task& task) const;
  FileOutcome unreadable(const Task& task, const Error& error) const;
  FileOutcome listed(const Task& task, const Sha256& hash, FileState state, std::string reason) const;
  FileOutcome touched(const Task& task) const;
  /// REQUIRES: the record has the file's hash.
  FileOutcome code(const Task& task, FileRecord record, std::string bytes, index::SegmentBuilder& builder);
  FileOutcome extracted(const Task& task, FileRecord record, std::string_view bytes, index::SegmentBuilder& builder);
  Result<document::SearchableText> extract(const FileRecord& record, std::string_view bytes);
  FileOutcome searchable(const Task& task, ReadFile file, index::SegmentBuilder& builder);
  std::optional<Facts> known_facts(const corpus::FactsKey& key);
  void add_to_index(const ReadFile& file, index::SegmentBuilder& builder);
  bool has_current_facts(const corpus::CorpusFile& known) const;

  const WorkContext& context_;
  std::unique_ptr<syntax::LanguageParser> parser_;
  std::unique_ptr<corpus::Corpus> corpus_;  // for reading; null where nothing is known
  corpus::FactsEncoder encoder_;
  std::unique_ptr<document::DocumentReader> reader_;  // null until the first document
};

}  // namespace grove::ingest
