#pragma once

#include <string>

#include "serve/mcp/catalogue.h"

namespace grove::serve::mcp {

/// The profile "catalog": six tools over the catalog of ontologies in a folder (empty: `data/ontologies`). Needs no engine.
Profile catalog_profile(const std::string& folder);

}  // namespace grove::serve::mcp
