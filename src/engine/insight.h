#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "corpus/registry.h"
#include "engine/answers.h"
#include "engine/data_directory.h"
#include "engine/model_slot.h"

namespace grove::engine {

/// What of a repository was not indexed. Nothing where it was never indexed.
Result<Coverage> coverage_of(const DataDirectory& directory, const Repository& repository);

/// Adds one repository to the counts. `index` may be null.
Status add_to_stats(const DataDirectory& directory, const Repository& repository, const index::UnitIndex* index, Stats& stats);

/// Looks at everything that Grove needs, one finding each.
std::vector<Check> examine(const DataDirectory& directory, corpus::Registry& registry, ModelSlot* model);

}  // namespace grove::engine
