#pragma once

#include "engine/engine.h"
#include "engine/job.h"

namespace grove::engine {

/// The job that indexes a registered repository. `kind` is what clients see. A remote that was only registered is cloned by it, and
/// forgotten again where that fails. `engine` outlives the job.
JobSpec index_job(Engine& engine, const Repository& repository, IndexRequest request, std::string kind);

}  // namespace grove::engine
