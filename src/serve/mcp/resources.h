#pragma once

#include <memory>

#include "serve/mcp/catalogue.h"
#include "serve/mcp/tools/tool.h"

namespace grove::serve::mcp {

inline constexpr std::string_view kRepositoriesUri = "grove://repositories";
inline constexpr std::string_view kStatusUri = "grove://status";

/// The list of repositories, how far their indexes are, and outlines of files. `backend` outlives it.
std::shared_ptr<const ResourceSet> engine_resources(const ToolBackend& backend);

/// Names of repositories that begin with what was typed, in any case.
std::vector<std::string> repository_completions(const ToolBackend& backend, std::string_view typed);

}  // namespace grove::serve::mcp
