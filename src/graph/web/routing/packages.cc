#include "graph/web/routing/packages.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/text.h"

namespace grove::graph::web {
namespace {

/// A manifest, and the keys under which it says the name.
struct Manifest {
  std::string_view file;
  std::array<std::string_view, 2> keys;
};
constexpr auto kManifests = std::to_array<Manifest>({{"package.json", {"name", ""}},
                                                     {"composer.json", {"name", ""}},
                                                     {"Cargo.toml", {"package.name", ""}},
                                                     {"pyproject.toml", {"project.name", "tool.poetry.name"}},
                                                     {"go.mod", {"", ""}},
                                                     {"Gemfile", {"", ""}},
                                                     {"manage.py", {"", ""}},
                                                     {"setup.py", {"", ""}},
                                                     {"requirements.txt", {"", ""}}});

std::string name_in(const Facts* facts, const Manifest& manifest) {
  if (facts == nullptr) return {};
  for (const Property& property : facts->properties)
    if (const std::string_view key = facts->text(property.key); !key.empty() && (key == manifest.keys[0] || key == manifest.keys[1]))
      return std::string(facts->text(property.value));
  return {};
}

}  // namespace

Packages::Packages(const Program& program) {
  const Declarations& declarations = program.declarations();
  const auto add = [&](std::string_view path, std::string name) {
    if (is_test_path(path)) return;
    const std::string folder(parent_path(path));
    const auto known = std::ranges::find(packages_, folder, &Package::folder);
    if (known == packages_.end())
      packages_.push_back({.folder = folder, .name = std::move(name)});
    else if (known->name.empty())
      known->name = std::move(name);
  };
  packages_.push_back({});
  for (const Manifest& manifest : kManifests)
    for (const FileId file : declarations.files_named(manifest.file))
      add(declarations.file(file).path, name_in(program.facts(file), manifest));
  for (FileId file = 0; file < declarations.file_limit(); ++file) {
    if (!declarations.is_live(file)) continue;
    const std::string_view path = declarations.file(file).path;
    if (path.ends_with(".csproj")) add(path, std::string(base_name(path).substr(0, base_name(path).size() - 7)));
  }
  std::ranges::stable_sort(packages_, {}, &Package::folder);
}

const Package& Packages::of(std::string_view path) const {
  for (std::string_view folder = parent_path(path);; folder = parent_path(folder)) {
    const auto found = std::ranges::lower_bound(packages_, folder, {}, &Package::folder);
    if (found != packages_.end() && found->folder == folder) return *found;
    if (folder.empty()) return packages_.front();
  }
}

}  // namespace grove::graph::web
