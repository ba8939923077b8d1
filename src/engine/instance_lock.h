#pragma once

#include <memory>
#include <string>

#include "base/result.h"

namespace grove::engine {

/// Makes this process the one server of a data directory (`.rag-instance.lock` there), until the guard is dropped or the process ends.
/// kLocked names the process that is it already. Null where the data directory can only be read: then nobody can be told.
Result<std::shared_ptr<void>> claim_data_directory(const std::string& directory);

}  // namespace grove::engine
