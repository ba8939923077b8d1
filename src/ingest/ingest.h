#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/progress.h"
#include "base/result.h"
#include "inference/embedder.h"
#include "model/file.h"
#include "model/repository.h"

namespace grove::ingest {

/// What making the vectors that are missing takes.
struct EmbeddingEstimate {
  std::uint64_t files = 0, units = 0;
  std::uint64_t tokens = 0;            ///< As `inference::estimated_tokens` counts them.
  std::string provider, model;         ///< Of the vectors.
  std::optional<double> dollars = {};  ///< Nothing where no price is known.
  std::string price_as_of = {};        ///< "2026-04": the month of the price list; empty for a price that a person set.
};

struct IngestRequest {
  Repository repository;
  std::string directory;  ///< `repos/<id>` in the data directory: corpus.db, index/, graph/, writer.lock. Created where missing.
  inference::Embedder* embedder = nullptr;  ///< Null: no vectors.
  /// Told of what is missing before vectors are made one after the other, where any is; an error leaves them out, and is a warning. May be
  /// empty.
  std::function<Status(const EmbeddingEstimate&)> approve = {};
  bool force = false;    ///< Reads and parses every file again.
  bool rebuild = false;  ///< Throws corpus, index and graph away first.
  unsigned threads = 0;  ///< 0: one a core.
  std::uint64_t max_file_bytes = 4U << 20U;
  std::vector<std::string> skip_patterns = {};  ///< Paths that people want left out, as globs.
};

struct SkippedFile {
  std::string path;
  std::string reason;
};

/// What one run did. Counts of files unless said otherwise.
struct IngestReport {
  std::string name;
  std::string root;
  std::uint64_t added = 0, modified = 0, deleted = 0, unchanged = 0;
  std::uint64_t reparsed = 0;  ///< Of `unchanged`: those parsed again all the same, by a newer parser or because of `force`.
  std::uint64_t resolved = 0;  ///< Files whose names were resolved, changed ones or not.
  std::vector<SkippedFile> skipped;
  std::uint64_t files = 0, lines = 0, bytes = 0, units = 0, symbols = 0, references = 0, edges = 0;  ///< Totals after the run.
  std::uint64_t embedded = 0;                                                                        ///< Units that have a vector.
  std::optional<EmbeddingEstimate> estimate = {};                                                    ///< Where somebody had to approve it.
  std::vector<std::string> warnings;  ///< What was not done though the files are searchable, one sentence each.
  double took_ms = 0;
};

/// Brings corpus, index and symbol graph of one repository up to its files. Takes the repository's writer lock (kLocked names the holder).
/// Safe to kill and to repeat: work becomes durable in batches of at most a second, and what an earlier run left half done is done first.
/// kCancelled within 100 ms of a cancel; what was committed stays.
Result<IngestReport> ingest(const IngestRequest& request, ProgressSink& progress, const CancelToken& cancel);

/// The same for these files only (relative to the root; a folder stands for all below it, new ones too), without looking at the others:
/// for whoever knows what changed. `force` and `rebuild` are not looked at. Reads everything where the repository was never read to its end
/// or its index is damaged. In the report, `unchanged` and `skipped` are about these files.
Result<IngestReport> ingest_paths(const IngestRequest& request, std::span<const std::string> paths, ProgressSink& progress,
                                  const CancelToken& cancel);

}  // namespace grove::ingest
