#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/declarations.h"

namespace grove::graph::web {

/// The folders of a repository that are built or run as one program, by the manifests that lie in them: `package.json`, `go.mod`,
/// `pyproject.toml`, `pom.xml`, … Ascending.
std::vector<std::string> find_program_folders(const Declarations& declarations);
/// The nearest of them around a file; empty for the root, or where there is none.
std::string_view program_folder(const std::vector<std::string>& folders, std::string_view path);

}  // namespace grove::graph::web
