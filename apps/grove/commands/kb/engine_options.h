#pragma once

#include "base/settings.h"
#include "knowledge/ingest/engines/engine.h"

namespace grove::cli {

/// What the engines that read documents need, as it is set.
knowledge::EngineOptions engine_options(const Settings& settings);

}  // namespace grove::cli
