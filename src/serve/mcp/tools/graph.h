#pragma once

#include "serve/mcp/catalogue.h"

namespace grove::serve {
class GraphAccess;
}

namespace grove::serve::mcp {

/// The profile "knowledge": seven tools over the knowledge graph, which outlives it; null: every call says that none is served. Needs no
/// engine.
Profile knowledge_profile(GraphAccess* graph);

}  // namespace grove::serve::mcp
