#pragma once

#include <memory>

#include "graph/graph.h"
#include "index/unit_index.h"
#include "model/repository.h"

namespace grove::engine {

/// A repository with what answers questions about it: one snapshot for the whole of a request.
struct GraphScope {
  Repository repository;
  std::shared_ptr<const graph::Graph> graph;
  std::shared_ptr<const index::UnitIndex> index;  ///< Null where there is none.

  const graph::Declarations& declarations() const { return graph->declarations(); }
};

/// A symbol of one of several scopes.
struct Meaning {
  const GraphScope* scope = nullptr;
  graph::SymbolId symbol = graph::kNobody;
};

}  // namespace grove::engine
