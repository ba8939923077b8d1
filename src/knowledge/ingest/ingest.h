#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/progress.h"
#include "base/result.h"
#include "document/chunking.h"
#include "document/document_reader.h"

namespace grove::knowledge {

struct IngestRequest {
  std::vector<std::string> paths;  ///< Files, and folders with all the documents in them; hidden files and folders are passed over.
  std::string out;                 ///< Folder for what is read (DocumentFolder).
  document::ChunkingOptions chunking = {};
  enum class Known : std::uint8_t { kSkipped, kReadAgain } known = Known::kSkipped;  ///< Content that was ingested before.
  document::ReadLimits limits = {};
};

/// What became of one file.
struct IngestedFile {
  enum class State : std::uint8_t {
    kIngested,
    kSkipped,  ///< Its content was ingested before.
    kFailed,
    kWithdrawn,  ///< Its file is gone, or has other content now.
  };
  State state = State::kIngested;
  std::string source_path;
  std::string document_id = {};   ///< Empty for files that could not be opened.
  std::string content_hash = {};  ///< Empty for files that could not be opened.
  std::string title = {};
  std::string media_type = {};
  std::uint64_t words = 0;
  std::uint32_t pages = 0;
  std::uint32_t chunks = 0;
  std::vector<document::Notice> notices = {};
  Error error = {};
};

struct IngestContext {
  const document::DocumentReader& reader;
  const Clock& clock;
  ProgressSink& progress;
  const CancelToken& cancel;
  std::function<void(const IngestedFile&)> on_file = {};  ///< Called as soon as a file is done with. May be empty.
};

/// Reads documents, cuts them into chunks and keeps both as files. Documents are known by their content: the same bytes are read once,
/// whatever they are called. A document whose file now has other content, or is gone from a folder that is ingested, is withdrawn. Files
/// that no reader reads are passed over in folders, and failures where they are named. A failing file costs nothing but itself. kNotFound,
/// before anything is done, where a path does not exist.
Result<std::vector<IngestedFile>> ingest_documents(const IngestRequest& request, const IngestContext& context);

}  // namespace grove::knowledge
