#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "index/index_writer.h"
#include "ingest/plan.h"

namespace grove::ingest {

/// Makes work durable in the one order that survives a kill: files in the corpus first, then the segments that hold them, then the note
/// that index and graph have them. Not thread-safe.
class Recorder {
 public:
  Recorder(corpus::Corpus& corpus, index::IndexWriter& index) : corpus_(corpus), index_(index) {}

  /// What a plan changes without reading a file.
  Status record_plan(const Plan& plan);
  /// Commits with others, at the latest half a second after the first of them was recorded here.
  Status record(corpus::FileUpdate update);
  /// Publishes a segment after the files recorded so far.
  Status record(std::unique_ptr<index::SegmentBuilder> segment);
  /// Commits and publishes the rest. Nothing happens where nothing was recorded and `unsettled` is false.
  Status publish(bool unsettled);
  /// Settles the corpus: everything derived from it is up to it. Nothing happens where `publish` did nothing.
  Status settle();
  bool changed_anything() const { return changed_corpus_ || changed_index_ || unsettled_; }
  bool changed_index() const { return changed_index_; }

 private:
  Status commit();
  Status commit_when_due();

  corpus::Corpus& corpus_;
  index::IndexWriter& index_;
  corpus::Batch batch_;
  std::uint64_t batch_bytes_ = 0;
  std::chrono::steady_clock::time_point batch_began_;
  bool changed_corpus_ = false;
  bool changed_index_ = false;
  bool unsettled_ = false;
};

}  // namespace grove::ingest
