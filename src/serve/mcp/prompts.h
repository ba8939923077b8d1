#pragma once

#include <memory>

#include "serve/mcp/catalogue.h"
#include "serve/mcp/tools/tool.h"

namespace grove::serve::mcp {

/// explore_codebase, explain_symbol, impact_of_change: how to go about it with these tools. `backend` outlives it.
std::shared_ptr<const PromptSet> code_prompts(const ToolBackend& backend);

}  // namespace grove::serve::mcp
