#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "graph/declarations.h"
#include "model/facts.h"

namespace grove::graph {

/// What these files (path and facts, in any order, each path once) declare together, in memory: the same parts as on disk. For tests and
/// for whoever has no folder to keep them in.
std::unique_ptr<Declarations> declare(std::vector<std::pair<std::string, Facts>> files);

}  // namespace grove::graph
