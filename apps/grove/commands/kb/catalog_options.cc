#include "apps/grove/commands/kb/catalog_options.h"

#include "base/text.h"

namespace grove::cli {

knowledge::Catalog catalog_of(const Invocation& invocation) { return knowledge::Catalog(invocation.text("catalog", kDefaultCatalog)); }

std::vector<std::string> comma_separated(const std::vector<std::string>& values) {
  std::vector<std::string> pieces;
  for (const std::string& value : values)
    for (const std::string_view piece : split(value, ','))
      if (!trim(piece).empty()) pieces.emplace_back(trim(piece));
  return pieces;
}

}  // namespace grove::cli
