#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/span.h"

namespace grove::engine {

/// What makes up the id of a unit.
struct UnitName {
  std::string_view repository;
  std::string_view path;
  std::string_view qualified_name;  ///< Of a section its heading; may be empty.
  std::uint32_t twin = 0;           ///< 0, 2, 3, … among units of that name in the file.
  std::uint32_t part = 0;           ///< 0, 1, … of a unit that was cut.
  LineRange lines;
};

/// `repo:path#qualified_name`, with `~2`, `~3`, … for further units of that name, then `+1`, `+2`, … for further parts of a long one;
/// `repo:path#L12` for a unit without a name. Stable as long as place and name are.
std::string unit_id(const UnitName& name);

}  // namespace grove::engine
