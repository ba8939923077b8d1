#pragma once

#include <cstdint>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "ingest/file_work.h"
#include "ingest/plan.h"
#include "ingest/recorder.h"
#include "ingest/stage_progress.h"

namespace grove::ingest {

/// What became of a plan's tasks.
struct Tally {
  std::uint64_t added = 0, modified = 0, lost = 0, unchanged = 0, reparsed = 0;
  std::vector<SkippedFile> skipped;
};

struct PipelineRequest {
  const WorkContext& context;
  const Plan& plan;
  index::IndexWriter& index;
  Recorder& recorder;
  StageProgress& progress;
  unsigned threads = 1;
};

/// Works on all tasks with as many threads as asked for; the calling thread records what they deliver. Ends at the first failure to
/// record, and soon after a cancel (kCancelled).
Result<Tally> run_pipeline(const PipelineRequest& request);

}  // namespace grove::ingest
