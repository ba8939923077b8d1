#include "apps/grove/commands/kb/catalog_options.h"

namespace grove::cli {

knowledge::Catalog catalog_of(const Invocation& invocation) {
  return knowledge::Catalog(invocation.text("catalog", knowledge::kDefaultCatalog));
}

}  // namespace grove::cli
