#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graph/file_content.h"

namespace grove::graph {

/// The keys (`consulted_name`, `consulted_file`, …) of all that looks different to other files once `before` has become `after`; nothing
/// stands for a file that isn't there. Ascending, each once.
std::vector<std::uint64_t> changed_keys(const FileContent* before, const FileContent* after);

/// For each symbol of `before` the number of the one in `after` that is the same to other files; kNobody where there is none. Symbols of a
/// name are matched one by one where all of that name look as they did.
std::vector<std::uint32_t> match_symbols(const FileContent& before, const FileContent& after);

}  // namespace grove::graph
