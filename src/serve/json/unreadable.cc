#include "serve/json/unreadable.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace grove::serve {

std::string why_unreadable(const std::exception& thrown) {
  if (const auto* place = dynamic_cast<const nlohmann::json::parse_error*>(&thrown)) return fmt::format("wrong at byte {}", place->byte);
  const bool too_large = dynamic_cast<const nlohmann::json::out_of_range*>(&thrown) != nullptr;
  return too_large ? "one of its numbers is out of range" : "it can't be read";
}

}  // namespace grove::serve
