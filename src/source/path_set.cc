#include "source/path_set.h"

namespace grove::source {

bool PathSet::covers(std::string_view path) const {
  for (std::size_t end = path.size();; end = path.rfind('/', end - 1)) {
    if (end == std::string_view::npos) return paths_.contains(std::string_view());
    if (paths_.contains(path.substr(0, end))) return true;
    if (end == 0) return false;
  }
}

bool PathSet::leads_below(std::string_view path) const {
  const std::string folder = std::string(path) + "/";
  const auto next = paths_.lower_bound(folder);
  return next != paths_.end() && next->starts_with(folder);
}

}  // namespace grove::source
