#include "inference/static/static_template.h"

#include <fmt/format.h>

namespace grove::inference {

std::string path_words(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  std::string_view folder;
  std::string_view stem = path;
  if (slash != std::string_view::npos) {
    folder = path.substr(0, slash);
    stem = path.substr(slash + 1);
    if (const std::size_t outer = folder.rfind('/'); outer != std::string_view::npos) folder.remove_prefix(outer + 1);
  }
  if (const std::size_t dot = stem.rfind('.'); dot != std::string_view::npos) stem = stem.substr(0, dot);
  return folder.empty() ? std::string(stem) : fmt::format("{} {}", folder, stem);
}

std::string describe(const StaticTemplate& layout) {
  return fmt::format("path {} scope {} doc {} code {}", layout.path_weight, layout.scope_weight, layout.doc_weight, layout.code_weight);
}

}  // namespace grove::inference
