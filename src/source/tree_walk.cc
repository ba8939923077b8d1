#include "source/tree_walk.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "source/built_in_skips.h"
#include "source/folder_level.h"
#include "source/listing.h"
#include "source/path_text.h"
#include "source/repository_scope.h"

namespace grove::source {
namespace {

// Each open level holds a descriptor, and a path past the system's limit can't be read anyway.
constexpr int kDeepest = 256;
constexpr std::size_t kLongestPath = PATH_MAX - 1;

std::string message_of(int error) { return std::generic_category().message(error); }

/// The program lacks something: that says nothing about the file or folder, and nothing may be concluded from it.
bool is_shortage(int error) { return error == EMFILE || error == ENFILE || error == ENOMEM; }

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

bool is_same_folder(const std::string& a, const std::string& b) {
  struct stat of_a{};
  struct stat of_b{};
  if (::stat(a.c_str(), &of_a) != 0 || ::stat(b.c_str(), &of_b) != 0) return false;
  return of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
}

/// What has no content of its own to read.
std::string_view kind_of_other(mode_t mode) {
  if (S_ISFIFO(mode)) return "a named pipe";
  if (S_ISSOCK(mode)) return "a socket";
  return S_ISDIR(mode) || S_ISLNK(mode) ? "it changed while it was looked at" : "a device";
}

/// Why a folder whose children were read is not gone through.
std::optional<FileEntry> skip_entered(const FolderLevel& level, std::string_view name) {
  const auto skip = [&level](FileState state, std::string_view reason) {
    return FileEntry{.path = level.text_path, .state = state, .reason = std::string(reason)};
  };
  const std::string_view scope_path = std::string_view(level.scope_path).substr(0, level.scope_path.size() - 1);
  if (level.children.empty() && !level.has_git && level.scope->index().is_submodule(scope_path))
    return skip(FileState::kSubmodule, "a submodule that is not checked out");
  const auto special = level.special_kind();
  if (!special && !has_two_meanings(name)) return std::nullopt;
  const bool tracked = level.scope->tracks(scope_path, EntryType::kFolder);
  if (special && !tracked) return skip(FileState::kBuiltInSkip, *special);
  if (!has_two_meanings(name)) return std::nullopt;
  const auto siblings = level.above->child_names();
  const auto children = level.child_names();
  const auto reason = folder_skip({.name = name, .tracked = tracked, .siblings = siblings, .children = children});
  return reason ? std::optional(skip(FileState::kBuiltInSkip, *reason)) : std::nullopt;
}

class Walker {
 public:
  explicit Walker(const WalkRequest& request) : request_(request), asked_(request.limits.skip_patterns) {}

  Status run() {
    const RepositoryScope scope = scope_of_root(request_.root_path);
    FolderLevel root;
    root.folder = open_folder(request_.root, ".");
    if (!root.folder) return std::unexpected(system_error("cannot list " + request_.root_path, errno));
    root.scope = &scope;
    root.scope_path = scope.prefix;
    root.only_tracked = scope.root_ignored;
    if (const int failed = root.read_children(); failed != 0)
      return std::unexpected(system_error("cannot list " + request_.root_path, failed));
    root.read_rules();
    if (!scope.git && root.ignores_all()) root.rules = root.rules.without_catch_alls();
    return walk(root);
  }

 private:
  /// REQUIRES: children and rules were read.
  Status walk(const FolderLevel& level) {
    GROVE_RETURN_IF_ERROR(request_.cancel.check());
    if (request_.enter_folder) request_.enter_folder(level.text_path);
    for (const FolderChild& child : level.children)
      if (is_wanted(level, child)) GROVE_RETURN_IF_ERROR(visit(level, child));
    return {};
  }

  /// Whether the child is something asked for, leads to it or lies below it.
  bool is_wanted(const FolderLevel& level, const FolderChild& child) const {
    if (request_.only == nullptr) return true;
    const std::string path = level.text_path + child.name;
    return request_.only->covers(path) || (child.type == ChildType::kFolder && request_.only->leads_below(path));
  }

  Status visit(const FolderLevel& level, const FolderChild& child) {
    const std::string scope_path = level.scope_path + child.raw_name();
    const bool left_out = level.only_tracked || level.ignores(scope_path, child.entry_type());
    if (left_out && !level.scope->tracks(scope_path, child.entry_type())) return {};
    const std::string path = level.text_path + child.name;
    const bool is_folder = child.type == ChildType::kFolder;
    if (const std::string* const pattern = asked_.find(path)) {
      report({.path = is_folder ? path + "/" : path, .state = FileState::kBuiltInSkip, .reason = AskedSkips::reason(*pattern)});
      return {};
    }
    if (is_folder) return visit_folder(level, child, left_out);
    if (!request_.visit) return {};
    if (child.type == ChildType::kLink) {
      visit_link(level, child);
    } else {
      visit_file(level, child);
    }
    return {};
  }

  void report(FileEntry entry) {
    if (request_.visit) request_.visit(std::move(entry));
  }

  void visit_file(const FolderLevel& level, const FolderChild& child) {
    FileEntry entry{.path = level.text_path + child.name};
    struct stat status{};
    if (::fstatat(level.fd(), child.raw_name().c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      if (errno == ENOENT) return;  // it went away meanwhile
      entry.state = FileState::kUnreadable;
      entry.reason = message_of(errno);
      return report(std::move(entry));
    }
    if (!S_ISREG(status.st_mode)) {
      entry.state = FileState::kBuiltInSkip;
      entry.reason = kind_of_other(status.st_mode);
      return report(std::move(entry));
    }
    entry.size = static_cast<std::uint64_t>(status.st_size);
    entry.mtime_ns = nanoseconds(status.st_mtim);
    classify_by_name_and_size(entry, request_.limits);
    if (entry.path.size() > kLongestPath) {
      entry.state = FileState::kUnreadable;
      entry.reason = "its path is too long";
    }
    report(std::move(entry));
  }

  /// Links are never followed: one that stays inside points at what is listed itself.
  void visit_link(const FolderLevel& level, const FolderChild& child) {
    FileEntry entry{.path = level.text_path + child.name, .state = FileState::kSymbolicLink};
    char target[PATH_MAX] = {};
    const ssize_t size = ::readlinkat(level.fd(), child.raw_name().c_str(), target, sizeof target);
    if (size < 0) return;
    const std::string shown = "a symbolic link to " + to_text_path({target, static_cast<std::size_t>(size)});
    const std::string here = request_.root_path + "/" + level.raw_path + child.raw_name();
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(here.c_str(), nullptr), &std::free);
    if (!real) {
      if (errno == ELOOP) entry.state = FileState::kOutsideRoot;
      entry.reason = errno == ELOOP ? "a symbolic link that runs in a circle" : shown + ": " + message_of(errno);
      return report(std::move(entry));
    }
    std::string_view end = real.get();
    const bool inside = end.starts_with(request_.root_path) &&
                        (end.remove_prefix(request_.root_path.size()), end.empty() || end.front() == '/' || request_.root_path == "/");
    if (!inside) entry.state = FileState::kOutsideRoot;
    entry.reason = shown + (inside ? ", which has its own place" : ", outside the repository");
    report(std::move(entry));
  }

  Status visit_folder(const FolderLevel& above, const FolderChild& child, bool only_tracked) {
    FileEntry entry{.path = above.text_path + child.name + "/", .state = FileState::kUnreadable};
    if (auto reason = has_two_meanings(child.name) ? std::nullopt : folder_skip({.name = child.name})) {
      entry.state = FileState::kBuiltInSkip;
      entry.reason = std::move(*reason);
      return report(std::move(entry)), Status{};
    }
    if (above.depth + 1 >= kDeepest || entry.path.size() > kLongestPath) {
      entry.reason = "nested too deeply";
      return report(std::move(entry)), Status{};
    }
    FolderLevel level;
    level.folder = open_folder(above.fd(), child.raw_name().c_str());
    if (!level.folder && errno == ENOENT) return {};
    if (!level.folder && is_shortage(errno))
      return std::unexpected(system_error("cannot list " + request_.root_path + "/" + entry.path, errno));
    if (!level.folder) {
      entry.reason = message_of(errno);
      return report(std::move(entry)), Status{};
    }
    level.above = &above;
    level.scope = above.scope;
    level.text_path = std::move(entry.path);
    level.raw_path = above.raw_path + child.raw_name() + "/";
    level.scope_path = above.scope_path + child.raw_name() + "/";
    level.only_tracked = only_tracked;
    level.depth = above.depth + 1;
    return enter(level, child.name);
  }

  Status enter(FolderLevel& level, std::string_view name) {
    const int failed = level.read_children();
    if (is_shortage(failed)) return std::unexpected(system_error("cannot list " + request_.root_path + "/" + level.text_path, failed));
    if (failed != 0) report({.path = level.text_path, .state = FileState::kUnreadable, .reason = message_of(failed)});
    if (auto skipped = skip_entered(level, name)) {
      report(std::move(*skipped));
      return {};
    }
    level.read_rules();
    std::optional<GitDirectory> git;
    if (level.has_git) git = git_directory_of(request_.root_path + "/" + level.raw_path.substr(0, level.raw_path.size() - 1));
    return git ? enter_repository(level, std::move(*git)) : walk(level);
  }

  Status enter_repository(FolderLevel& level, GitDirectory git) {
    // It would show every file of the repository a second time, in another state.
    if (level.scope->git && git.common_dir != git.git_dir && is_same_folder(level.scope->git->common_dir, git.common_dir)) {
      report({.path = level.text_path, .state = FileState::kBuiltInSkip, .reason = "another working tree of the same repository"});
      return {};
    }
    const RepositoryScope nested = scope_of_nested(std::move(git));
    level.scope = &nested;
    level.scope_path.clear();
    level.only_tracked = false;
    return walk(level);
  }

  const WalkRequest& request_;
  AskedSkips asked_;
};

}  // namespace

Status walk_tree(const WalkRequest& request) { return Walker(request).run(); }

}  // namespace grove::source
