#pragma once

#include <memory>
#include <string>

#include "engine/jobs.h"
#include "serve/http/body_stream.h"

namespace grove::serve {

/// A job's news as server-sent events: `progress` with the job as it stands, at once and after changes, `end` with the job once it has
/// ended. The id of an event is the job's version. `jobs` outlives it.
std::shared_ptr<BodyStream> job_events(engine::Jobs& jobs, const std::string& id);

}  // namespace grove::serve
