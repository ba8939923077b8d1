#include "engine/unit_id.h"

#include <fmt/format.h>

namespace grove::engine {

std::string unit_id(const UnitName& name) {
  std::string id = fmt::format("{}:{}#", name.repository, name.path);
  if (name.qualified_name.empty()) return id + fmt::format("L{}", name.lines.first);
  id += name.qualified_name;
  if (name.twin > 1) id += fmt::format("~{}", name.twin);
  if (name.part > 0) id += fmt::format("+{}", name.part);
  return id;
}

}  // namespace grove::engine
