#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace grove::cli {

/// A repository that `grove ingest` is to fetch and index.
struct WantedRepository {
  std::string name = {};  ///< Empty: after its URL.
  std::string url = {};   ///< Of a Git remote, or a folder.
  /// Unset: as it is registered. Empty: the remote's default, and all of the repository.
  std::optional<std::string> branch = {}, subpath = {};
};

/// One entry, or what is wrong with it; its error names file and line.
struct ReposEntry {
  std::string label;  ///< Its name or URL; where it has neither, its place: "repos.yml, line 7".
  Result<WantedRepository> wanted;
};

/// What stands in a `repos.yml` (docs/ingest.md): `repos:` with a list of mappings of url, branch, name and subpath. A bad entry leaves the
/// others alone; an entry like an earlier one is a bad one. kInvalidArgument with file, line and column for what is no such file at all.
/// `place` is the file's path, from whose folder relative folders count.
Result<std::vector<ReposEntry>> parse_repos_file(std::string_view text, const std::string& place);

/// What stands where there is no file: the sample that others take too.
inline constexpr std::string_view kDefaultReposFile =
    "repos:\n"
    "  - url: https://github.com/spring-projects/spring-petclinic\n"
    "    branch: main\n"
    "    name: petclinic\n";

}  // namespace grove::cli
