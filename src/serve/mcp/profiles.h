#pragma once

#include <string>
#include <vector>

#include "serve/mcp/catalogue.h"
#include "serve/mcp/tools/tool.h"

namespace grove::serve::mcp {

/// Whether the tools, resources and prompts are offered too that the official conformance suite asks for.
enum class Fixtures { kNone, kConformance };

/// Names of the profiles, the default one first.
std::vector<std::string> profile_names();

/// What is offered: "default", "workspace", "repos", "ontology", "all". `backend` outlives it.
std::vector<Profile> make_profiles(const ToolBackend& backend, Fixtures fixtures);

}  // namespace grove::serve::mcp
