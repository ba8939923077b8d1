#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace grove::source {

/// A file, link or submodule of a commit.
struct GitTreeEntry {
  std::string path;  ///< As text (path_text.h).
  std::string mode;
  std::string object;
  std::uint64_t size = 0;  ///< 0 where git names none.
};

/// Reads what `git ls-tree -r -z -l` writes: `MODE TYPE OBJECT SIZE<tab>PATH<nul>` each, the size padded with spaces and `-` where there is
/// none. In byte order of the paths; records of another form are left out. Pure.
std::vector<GitTreeEntry> read_git_tree(std::string_view output);

}  // namespace grove::source
