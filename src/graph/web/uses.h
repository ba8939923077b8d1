#pragma once

#include <functional>
#include <vector>

#include "graph/graph.h"

namespace grove::graph::web {

/// The resolved names of a file, in source order.
using UsesInFile = std::function<std::vector<Edge>(FileId file)>;

/// What the symbol graph of a repository says of uses.
struct Uses {
  UsesInFile in_file;
  std::function<std::vector<Edge>(SymbolId target)>
      of;  ///< Uses of a symbol, in order of path and place, as far as there are not very many.
};

}  // namespace grove::graph::web
