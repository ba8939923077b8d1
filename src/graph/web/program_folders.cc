#include "graph/web/program_folders.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 17> kManifests = {
    "package.json", "go.mod",  "pyproject.toml", "requirements.txt", "setup.py",         "manage.py",
    "Pipfile",      "pom.xml", "build.gradle",   "Cargo.toml",       "build.gradle.kts", "composer.json",
    "Gemfile",      "mix.exs", "pubspec.yaml",   "Package.swift",    "Program.cs"};

}  // namespace

std::vector<std::string> find_program_folders(const Declarations& declarations) {
  std::vector<std::string> folders;
  for (const std::string_view manifest : kManifests)
    for (const FileId file : declarations.files_named(manifest)) folders.emplace_back(parent_path(declarations.file(file).path));
  std::ranges::sort(folders);
  folders.erase(std::ranges::unique(folders).begin(), folders.end());
  return folders;
}

std::string_view program_folder(const std::vector<std::string>& folders, std::string_view path) {
  for (std::string_view folder = parent_path(path); !folder.empty(); folder = parent_path(folder))
    if (const auto found = std::ranges::lower_bound(folders, folder); found != folders.end() && *found == folder) return *found;
  return {};
}

}  // namespace grove::graph::web
