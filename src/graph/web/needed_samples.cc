#include "graph/web/needed_samples.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/modules.h"
#include "graph/web/program.h"

namespace grove::graph::web {
namespace {

/// What shows how something is used may import samples as well.
constexpr std::array<std::string_view, 8> kShows = {"docs", "doc", "website", "site", "demo", "demos", "benchmarks", "scripts"};

bool is_sample_folder(std::string_view name) {
  const std::string lower = to_lower_ascii(name);
  return lower == "example" || lower == "examples";
}

/// The outermost folder of a path that is called like samples; empty where none is.
std::string_view sample_folder(std::string_view path) {
  for (std::size_t slash = path.find('/'), begin = 0; slash != std::string_view::npos; begin = slash + 1, slash = path.find('/', begin))
    if (is_sample_folder(path.substr(begin, slash - begin))) return path.substr(0, slash);
  return {};
}

bool shows_use(std::string_view path) {
  const std::vector<std::string_view> folders = split(path, '/');
  return std::ranges::any_of(folders, [](std::string_view one) { return std::ranges::find(kShows, one) != kShows.end(); });
}

}  // namespace

NeededSamples::NeededSamples(Names& names) {
  const Declarations& all = names.declarations();
  bool has_samples = false;
  for (FileId file = 0; file < all.file_limit() && !has_samples; ++file)
    has_samples = all.is_live(file) && !sample_folder(all.file(file).path).empty();
  for (FileId file = 0; has_samples && file < all.file_limit(); ++file) {
    if (!all.is_live(file) || is_test_path(all.file(file).path) || shows_use(all.file(file).path)) continue;
    for (const DeclaredImport& import : names.imports(file)) {
      if (to_lower_ascii(import.module).find("example") == std::string::npos) continue;
      for (const FileId meant : files_of_module(names, file, import.module))
        if (const std::string_view folder = sample_folder(all.file(meant).path); !folder.empty()) folders_.emplace(folder);
    }
  }
}

std::string NeededSamples::own_path(std::string_view path) const {
  const std::string_view folder = folders_.empty() ? std::string_view() : sample_folder(path);
  if (folder.empty() || !folders_.contains(folder)) return std::string(path);
  const std::string_view above = parent_path(folder), below = path.substr(folder.size() + 1);
  return above.empty() ? std::string(below) : std::string(above) + "/" + std::string(below);
}

}  // namespace grove::graph::web
