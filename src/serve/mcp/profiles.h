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

struct ProfileOptions {
  Fixtures fixtures = Fixtures::kNone;
  std::string first = {};  ///< The one that clients get that name none; empty: "default".
};

/// What is offered: "default", "workspace", "repos", "ontology", "knowledge", "all", "catalog". `backend` outlives it.
std::vector<Profile> make_profiles(const ToolBackend& backend, const ProfileOptions& options);

}  // namespace grove::serve::mcp
