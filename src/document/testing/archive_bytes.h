#pragma once

#include <string>
#include <utility>
#include <vector>

namespace grove::document {

/// A zip archive of these members (path, content), in this order.
std::string archive_of(const std::vector<std::pair<std::string, std::string>>& members);

}  // namespace grove::document
