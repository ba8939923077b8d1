#include "graph/resolve/build_units.h"

#include <algorithm>

#include "base/text.h"
#include "graph/resolver.h"

namespace grove::graph {
namespace {

constexpr std::string_view kBuildFiles[] = {"pom.xml",  "build.gradle",   "build.gradle.kts", "package.json",  "go.mod",
                                            "setup.py", "pyproject.toml", "Cargo.toml",       "composer.json", "Package.swift"};

}  // namespace

void BuildUnits::find_roots() {
  found_roots_ = true;
  for (const std::string_view name : kBuildFiles)
    for (const FileId file : names_.declarations().files_named(name)) roots_.emplace(parent_path(names_.file(file).path));
}

/// The nearest folder above that has a build file; empty where there is none.
std::string_view BuildUnits::unit_of(std::string_view path) {
  for (std::string_view folder = parent_path(path); !folder.empty(); folder = parent_path(folder))
    if (roots_.contains(std::string(folder))) return folder;
  return {};
}

bool BuildUnits::brings_in(FileId from, std::string_view unit, const DeclaredFile& target) {
  const std::string_view unit_name = base_name(unit);
  for (const DeclaredImport& import : names_.imports(from)) {
    if (!target.module.empty() && (import.module == target.module || import.module.starts_with(std::string(target.module) + ".")))
      return true;
    if (!unit_name.empty() && (import.module == unit_name || import.module.ends_with("/" + std::string(unit_name)))) return true;
    const Found found = scopes_.imported(from, import, Want::kAny);
    for (const FileId file : found.files)
      if (unit_of(names_.file(file).path) == unit) return true;
    for (const SymbolId symbol : found.symbols)
      if (unit_of(names_.file(names_.candidate(symbol).file).path) == unit) return true;
  }
  return false;
}

bool BuildUnits::reaches(FileId from, FileId target) {
  if (from == target) return true;
  for (const std::string_view name : kBuildFiles) names_.note(consulted_base_name(name));
  if (!found_roots_) find_roots();
  const DeclaredFile& there = names_.file(target);
  const DeclaredFile& here = names_.file(from);
  const std::string_view unit = unit_of(there.path);
  if (unit_of(here.path) == unit) return true;
  names_.note(consulted_file(there.path));
  if (!there.module.empty() && there.module == here.module) return true;
  return brings_in(from, unit, there);
}

}  // namespace grove::graph
