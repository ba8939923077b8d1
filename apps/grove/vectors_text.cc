#include "apps/grove/vectors_text.h"

#include <fmt/format.h>

namespace grove::cli {

std::string vectors_text(const std::vector<engine::VectorsOfModel>& vectors, std::uint64_t units) {
  std::string text;
  for (const engine::VectorsOfModel& model : vectors) {
    text += fmt::format("{}{} ({} dimensions) {} of {}{}", text.empty() ? "" : ", ", model.model, model.dimensions, model.units, units,
                        model.is_present ? "" : ", not in use");
  }
  return text.empty() ? "none" : text;
}

}  // namespace grove::cli
