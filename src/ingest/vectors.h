#pragma once

#include <optional>
#include <string_view>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"
#include "corpus/corpus.h"
#include "document/searchable/text_store.h"
#include "index/index_writer.h"
#include "inference/embedder.h"
#include "ingest/ingest.h"
#include "source/file_source.h"

namespace grove::ingest {

struct VectorRequest {
  std::string_view repository;
  corpus::Corpus& corpus;
  index::IndexWriter& index;
  const source::FileSource& source;
  const document::TextStore& texts;
  inference::Embedder& embedder;
};

/// What `fill_in_vectors` would have to do; reads the files for it.
Result<EmbeddingEstimate> estimate_vectors(const VectorRequest& request, ProgressSink& progress, const CancelToken& cancel);

/// Gives vectors to the units that lack them, from stored facts and the files' texts; nothing is parsed. A file that changed meanwhile is
/// left for the next run. Where the embedder fails, the words stay searchable: the failure is returned as a value, what was embedded before
/// it stays, and the next run goes on; a file that the embedder refuses is left out. Small files go to the embedder together, as many units
/// as it likes to get at once.
Result<std::optional<Error>> fill_in_vectors(const VectorRequest& request, ProgressSink& progress, const CancelToken& cancel);

}  // namespace grove::ingest
