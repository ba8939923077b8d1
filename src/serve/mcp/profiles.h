#pragma once

#include <string>
#include <vector>

#include "serve/mcp/catalogue.h"
#include "serve/mcp/tools/tool.h"

namespace grove::serve::mcp {

/// Whether the tools, resources and prompts are offered too that the official conformance suite asks for.
enum class Fixtures { kNone, kConformance };

/// What is offered, the default one first: "default", "workspace", "repos", "ontology", "all", "knowledge", "catalog". `backend` outlives
/// it.
std::vector<Profile> make_profiles(const ToolBackend& backend, Fixtures fixtures);

}  // namespace grove::serve::mcp
