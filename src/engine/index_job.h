#pragma once

#include "engine/engine.h"
#include "engine/job.h"

namespace grove::engine {

/// The job that indexes a registered repository. `kind` is what clients see. A remote that was only registered is cloned by it; where that
/// fails it stays registered. `engine` outlives the job.
JobSpec index_job(Engine& engine, const Repository& repository, IndexRequest request, std::string kind);

/// The same for one that was registered by the very request, kind "add": where its remote can't be cloned it is forgotten again, unless
/// people have put it into a group or said what it depends on meanwhile.
JobSpec first_index_job(Engine& engine, const Repository& repository, IndexRequest request);

}  // namespace grove::engine
