#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "source/git_index.h"

namespace grove::source {

/// Where Git keeps what belongs to one working tree (gitrepository-layout(5)). Found by reading files only: no program runs, so it is
/// safe in repositories of strangers.
struct GitDirectory {
  std::string git_dir;     ///< Index and HEAD of this working tree.
  std::string common_dir;  ///< What all working trees of the repository share; equal to `git_dir` for the main one.
};

/// Of the working tree whose top `folder` is: `.git` is a folder, or a file that names one (submodules, linked working trees).
std::optional<GitDirectory> git_directory_of(const std::string& folder);

/// Whether `folder` is a repository without a working tree.
bool is_bare_repository(const std::string& folder);

struct WorkTree {
  std::string top;  ///< Absolute, without symbolic links.
  GitDirectory git;
};
/// The innermost working tree that holds `folder` (absolute, without symbolic links), itself included.
std::optional<WorkTree> enclosing_work_tree(const std::string& folder);

/// The index of a working tree, a split index together with its base; nothing tracked where it has none or a damaged one.
GitIndex load_index(const GitDirectory& git);

/// The bytes of `info/exclude`; empty without one.
std::string load_exclude(const GitDirectory& git);

/// The commit that HEAD stands on (40 or 64 hexadecimal digits); empty before the first commit.
/// kUnavailable where references are kept in a form that only `git` reads.
Result<std::string> read_head(const GitDirectory& git);

}  // namespace grove::source
