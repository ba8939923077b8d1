#pragma once

#include <string>
#include <vector>

#include "apps/grove/command.h"
#include "knowledge/catalog/catalog.h"

namespace grove::cli {

inline constexpr std::string_view kDefaultCatalog = "data/ontologies";
inline constexpr OptionSpec kCatalogOption = {
    .name = "catalog", .value = "DIR", .help = "Folder of the catalog", .fallback = kDefaultCatalog, .completion = Completion::kDirectory};

knowledge::Catalog catalog_of(const Invocation& invocation);
/// `a,b` and `a --… b` alike: the trimmed pieces that aren't empty.
std::vector<std::string> comma_separated(const std::vector<std::string>& values);

}  // namespace grove::cli
