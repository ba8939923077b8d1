#pragma once

#include <span>
#include <string>

#include "ingest/ingest.h"
#include "ingest/tools.h"

namespace grove::ingest {

/// `ingest` and `ingest_paths` with tools of choice.
Result<IngestReport> run_ingest(const IngestRequest& request, const Tools& tools, ProgressSink& progress, const CancelToken& cancel);
Result<IngestReport> run_ingest_paths(const IngestRequest& request, std::span<const std::string> paths, const Tools& tools,
                                      ProgressSink& progress, const CancelToken& cancel);

}  // namespace grove::ingest
