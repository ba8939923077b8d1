#include "source/git_directory.h"

#include <sys/stat.h>

#include <algorithm>
#include <string_view>

#include "base/file.h"
#include "base/text.h"

namespace grove::source {
namespace {

constexpr std::uint64_t kSmallFile = 64U << 10U;
constexpr std::uint64_t kLargeFile = 1U << 30U;
constexpr int kSymbolicReferences = 5;  // as many as Git follows

enum class PathType { kNone, kFile, kFolder };

PathType type_of(const std::string& path) {
  struct stat status{};
  if (::stat(path.c_str(), &status) != 0) return PathType::kNone;
  if (S_ISDIR(status.st_mode)) return PathType::kFolder;
  return S_ISREG(status.st_mode) ? PathType::kFile : PathType::kNone;
}

std::string resolved(const std::string& base, std::string_view path) {
  return path.starts_with('/') ? std::string(path) : base + "/" + std::string(path);
}

/// The first line of a small file; empty where it can't be read.
std::string first_line(const std::string& path) {
  const auto bytes = read_file(path, kSmallFile);
  if (!bytes) return {};
  const std::string_view text = *bytes;
  return std::string(trim(text.substr(0, text.find('\n'))));
}

std::string common_dir_of(const std::string& git_dir) {
  const std::string named = first_line(git_dir + "/commondir");
  return named.empty() ? git_dir : resolved(git_dir, named);
}

bool is_object_name(std::string_view text) {
  const auto is_hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  return (text.size() == 40 || text.size() == 64) && std::ranges::all_of(text, is_hex);
}

/// A reference name from a hostile file must not lead out of the Git folder.
bool is_safe_reference(std::string_view name) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20; };
  return name.starts_with("refs/") && name.find("..") == std::string_view::npos && std::ranges::none_of(name, is_control);
}

/// What Git takes for a repository: HEAD, objects and refs.
bool is_repository(const GitDirectory& git) {
  return type_of(git.git_dir + "/HEAD") == PathType::kFile && type_of(git.common_dir + "/objects") == PathType::kFolder &&
         type_of(git.common_dir + "/refs") == PathType::kFolder;
}

std::string packed_reference(const std::string& common_dir, std::string_view name) {
  const auto packed = read_file(common_dir + "/packed-refs", kLargeFile);
  if (!packed) return {};
  std::string_view rest = *packed;
  while (!rest.empty()) {
    const auto end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const auto space = line.find(' ');
    if (space == std::string_view::npos || line.substr(space + 1) != name) continue;
    if (is_object_name(line.substr(0, space))) return std::string(line.substr(0, space));
  }
  return {};
}

}  // namespace

std::optional<GitDirectory> git_directory_of(const std::string& folder) {
  GitDirectory git{.git_dir = folder + "/.git", .common_dir = {}};
  const PathType type = type_of(git.git_dir);
  if (type == PathType::kNone) return std::nullopt;
  if (type == PathType::kFile) {
    const std::string line = first_line(git.git_dir);
    constexpr std::string_view kMarker = "gitdir: ";
    if (!line.starts_with(kMarker)) return std::nullopt;
    git.git_dir = resolved(folder, std::string_view(line).substr(kMarker.size()));
  }
  git.common_dir = common_dir_of(git.git_dir);
  if (!is_repository(git)) return std::nullopt;
  return git;
}

bool is_bare_repository(const std::string& folder) { return is_repository({.git_dir = folder, .common_dir = folder}); }

std::optional<WorkTree> enclosing_work_tree(const std::string& folder) {
  for (std::string top = folder;; top = std::string(parent_path(top))) {
    if (auto git = git_directory_of(top)) return WorkTree{.top = top, .git = std::move(*git)};
    if (top.empty()) return std::nullopt;
  }
}

GitIndex load_index(const GitDirectory& git) {
  const auto bytes = read_file(git.git_dir + "/index", kLargeFile);
  if (!bytes) return {};
  auto index = GitIndex::parse(*bytes);
  if (!index) return {};
  if (index->shared_base().empty()) return std::move(*index);
  const auto base_bytes = read_file(git.git_dir + "/sharedindex." + index->shared_base(), kLargeFile);
  if (!base_bytes) return std::move(*index);
  const auto base = GitIndex::parse(*base_bytes);
  return base ? GitIndex::merged(std::move(*index), *base) : std::move(*index);
}

std::string load_exclude(const GitDirectory& git) { return read_file(git.common_dir + "/info/exclude", kLargeFile).value_or(""); }

Result<std::string> read_head(const GitDirectory& git) {
  std::string value = first_line(git.git_dir + "/HEAD");
  for (int depth = 0; depth < kSymbolicReferences; ++depth) {
    if (is_object_name(value)) return value;
    constexpr std::string_view kMarker = "ref:";
    if (!value.starts_with(kMarker)) break;
    const std::string name(trim(std::string_view(value).substr(kMarker.size())));
    if (name == "refs/heads/.invalid")
      return fail(ErrorCode::kUnavailable, "cannot read HEAD: the repository keeps its references in a reftable");
    if (!is_safe_reference(name)) break;
    value = first_line(git.git_dir + "/" + name);
    if (value.empty()) value = first_line(git.common_dir + "/" + name);
    if (value.empty()) return packed_reference(git.common_dir, name);
  }
  return fail(ErrorCode::kCorrupt, "cannot read HEAD: it names no commit and no branch", "run `git status` in that folder");
}

}  // namespace grove::source
