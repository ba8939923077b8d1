#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace grove::source {

/// What is known of a folder when it is decided whether to go into it.
struct FolderFacts {
  std::string_view name;
  bool tracked = false;                     ///< Git tracks something below it.
  std::span<const std::string> siblings{};  ///< Names beside it. Asked only for names that have two meanings, as `children` is.
  std::span<const std::string> children{};  ///< Names in it.
};

/// Metadata of a version control system: not what people wrote, left out without a word.
bool is_version_control(std::string_view name);

/// Whether folders of this name are sometimes code and sometimes output or dependencies, so that `folder_skip` needs to see around.
bool has_two_meanings(std::string_view name);

/// Why a folder's files are not worth reading: downloaded dependencies, a tool's cache, build output. Names with two meanings (`bin`,
/// `build`, `target`, `vendor`, …) need a sign beside or in them, and most also that Git tracks nothing there.
std::optional<std::string> folder_skip(const FolderFacts& folder);

/// Why a file of this name is not worth reading: the pinned versions that a package manager wrote.
std::optional<std::string> lock_file_skip(std::string_view name);

}  // namespace grove::source
