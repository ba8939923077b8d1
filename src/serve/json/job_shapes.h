#pragma once

#include <string>
#include <vector>

#include "engine/job.h"

namespace grove::serve {

/// One job: what it is about, how far it is, and what came of it.
std::string job_json(const engine::Job& job);
/// `{"jobs": […]}`, without their reports, which may be long.
std::string jobs_json(const std::vector<engine::Job>& jobs);

}  // namespace grove::serve
