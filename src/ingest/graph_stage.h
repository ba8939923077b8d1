#pragma once

#include <optional>
#include <set>
#include <string>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"
#include "corpus/corpus.h"
#include "graph/graph.h"

namespace grove::ingest {

struct GraphStage {
  const std::string& directory;  ///< Of the repository: its corpus and its graph.
  const std::string& graph;      ///< Folder of the graph.
  std::string_view repository;   ///< Its name, for progress.
  corpus::Corpus& corpus;
  unsigned threads = 1;
  /// Paths whose files may have changed; all files are compared without.
  std::optional<std::set<std::string>> paths = {};
};

/// Brings the symbol graph up to the corpus, from stored facts; no file is read.
Result<graph::GraphReport> update_graph_of(const GraphStage& stage, ProgressSink& progress, const CancelToken& cancel);

}  // namespace grove::ingest
