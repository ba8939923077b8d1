#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/git_directory.h"
#include "source/git_index.h"
#include "source/ignore_rules.h"

namespace grove::source {

/// What holds for the files of one Git working tree, or of a plain folder, whatever folder they are in. Belongs to one thread.
struct RepositoryScope {
  /// Rules of a folder above the one that is listed.
  struct OuterRules {
    std::size_t base = 0;  ///< Length of that folder's path, its slash included.
    IgnoreRules rules;
  };

  std::optional<GitDirectory> git;
  IgnoreRules exclude;
  std::vector<OuterRules> outer;  ///< The nearest last.
  std::string prefix;             ///< Of the listed folder relative to the top of the working tree: "" or "a/b/".
  bool root_ignored = false;      ///< Only what is tracked counts.

  /// Tracked, as a file or as a folder that holds such.
  bool tracks(std::string_view path, EntryType type) const {
    return type == EntryType::kFile ? index().tracks(path) : index().tracks_below(path) || index().is_submodule(path);
  }
  /// Read when it is first asked for: to judge one path, few need it, and that of a large repository takes a while.
  const GitIndex& index() const;

 private:
  mutable std::optional<GitIndex> index_;
};

/// Of the folder `root` (absolute, without links) that someone asked for. A folder that the repository around it ignores with all it
/// holds counts as a plain one: whoever asks for it wants to see it.
RepositoryScope scope_of_root(const std::string& root);

/// Of a repository that lies inside the listed folder.
RepositoryScope scope_of_nested(GitDirectory git);

}  // namespace grove::source
