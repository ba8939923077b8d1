#pragma once

#include <dirent.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/ignore_rules.h"
#include "source/repository_scope.h"

namespace grove::source {

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

/// A folder below an open one, if it is none of a link; null with `errno` where it can't be opened.
OpenFolder open_folder(int above, const char* name);

enum class ChildType : std::uint8_t { kFile, kFolder, kLink, kOther };

struct FolderChild {
  std::string name;  ///< As text.
  std::string raw;   ///< As in the file system, where that differs.
  ChildType type = ChildType::kOther;

  const std::string& raw_name() const { return raw.empty() ? name : raw; }
  /// What rules see: to Git a link is a file.
  EntryType entry_type() const { return type == ChildType::kFolder ? EntryType::kFolder : EntryType::kFile; }
};

/// A folder on the way down through a working tree.
struct FolderLevel {
  OpenFolder folder;
  const FolderLevel* above = nullptr;
  const RepositoryScope* scope = nullptr;
  std::string text_path;      ///< Of the listing: "" or "a/b/".
  std::string raw_path;       ///< The same in the file system's bytes.
  std::string scope_path;     ///< Relative to the top of the scope's working tree.
  bool only_tracked = false;  ///< Rules ignore the folder: what Git doesn't track in it is left out.
  int depth = 0;

  std::vector<FolderChild> children;  ///< In byte order of the paths that will be listed; without the metadata of version control.
  bool has_ignore_file = false;
  bool has_git = false;
  IgnoreRules rules;

  int fd() const { return ::dirfd(folder.get()); }
  /// Fills `children` and what is seen on the way. The error number, or 0.
  int read_children();
  /// Fills `rules`.
  void read_rules();
  bool has_child(std::string_view name, ChildType type) const;
  std::vector<std::string> child_names() const;
  /// As Git decides: the rules of the nearest folder first, `info/exclude` last. `path` is relative to the scope's top.
  bool ignores(std::string_view path, EntryType type) const;
  /// Whether the rules leave nothing of it.
  bool ignores_all() const;
  /// What the folder shows itself to be, where that is nothing to read: a bare Git repository, or a cache by its tag
  /// (https://bford.info/cachedir/).
  std::optional<std::string_view> special_kind() const;
};

}  // namespace grove::source
