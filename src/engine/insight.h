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

/// Which models' vectors an index has. `present` is the model in use; without dimensions where there is none.
std::vector<VectorsOfModel> vectors_of(const index::UnitIndex& index, const index::VectorSpace& present);

/// A repository's index; null where it has none.
struct IndexInUse {
  const index::UnitIndex* index = nullptr;
  index::VectorSpace space;
};
/// Adds one repository to the counts, as far as it can be read. kUnavailable where the program lacks descriptors or memory to read it.
Status add_to_stats(const DataDirectory& directory, const Repository& repository, const IndexInUse& in_use, Stats& stats);

/// Looks at everything that Grove needs, one finding each.
std::vector<Check> examine(const DataDirectory& directory, corpus::Registry& registry, ModelSlot* model);

}  // namespace grove::engine
