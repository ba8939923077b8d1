#pragma once

#include <string>
#include <vector>

#include "apps/grove/command.h"
#include "knowledge/catalog/catalog.h"

namespace grove::cli {

inline constexpr OptionSpec kCatalogOption = {.name = "catalog",
                                              .value = "DIR",
                                              .help = "Folder of the catalog",
                                              .fallback = knowledge::kDefaultCatalog,
                                              .completion = Completion::kDirectory};

knowledge::Catalog catalog_of(const Invocation& invocation);

}  // namespace grove::cli
