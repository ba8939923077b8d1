#include "ingest/ingest.h"

#include "ingest/run.h"
#include "ingest/tools.h"

namespace grove::ingest {

Result<IngestReport> ingest(const IngestRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  return run_ingest(request, real_tools(), progress, cancel);
}

Result<IngestReport> ingest_paths(const IngestRequest& request, std::span<const std::string> paths, ProgressSink& progress,
                                  const CancelToken& cancel) {
  return run_ingest_paths(request, paths, real_tools(), progress, cancel);
}

}  // namespace grove::ingest
