#include "source/tree_walk.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "source/built_in_skips.h"
#include "source/ignore_file.h"
#include "source/listing.h"
#include "source/path_text.h"
#include "source/repository_scope.h"

namespace grove::source {
namespace {

// Each open level holds a descriptor, and a path past the system's limit can't be read anyway.
constexpr int kDeepest = 256;
constexpr std::size_t kLongestPath = PATH_MAX - 1;

struct CloseFolder {
  void operator()(DIR* folder) const { ::closedir(folder); }
};
using OpenFolder = std::unique_ptr<DIR, CloseFolder>;

enum class ChildType : std::uint8_t { kFile, kFolder, kLink, kOther };

struct Child {
  std::string name;  // as text
  std::string raw;   // as in the file system, where that differs
  ChildType type = ChildType::kOther;

  const std::string& raw_name() const { return raw.empty() ? name : raw; }
};

/// In byte order of the paths that will be listed: a folder sorts as if its slash belonged to its name.
bool comes_before(const Child& a, const Child& b) {
  const std::size_t common = std::min(a.name.size(), b.name.size());
  const int order = std::memcmp(a.name.data(), b.name.data(), common);
  if (order != 0) return order < 0;
  const auto next = [common](const Child& child) -> unsigned char {
    if (child.name.size() > common) return static_cast<unsigned char>(child.name[common]);
    return child.type == ChildType::kFolder ? '/' : 0;
  };
  return next(a) < next(b);
}

/// A folder on the way down.
struct Level {
  OpenFolder folder;
  const Level* above = nullptr;
  const RepositoryScope* scope = nullptr;
  std::string text_path;   // of the listing: "" or "a/b/"
  std::string raw_path;    // the same in the file system's bytes
  std::string scope_path;  // relative to the top of the scope's working tree
  IgnoreRules rules;
  bool only_tracked = false;
  int depth = 0;
  std::vector<Child> children;
  bool has_ignore_file = false;
  bool has_git = false;

  int fd() const { return ::dirfd(folder.get()); }
};

ChildType type_of(int folder, const dirent& entry) {
  switch (entry.d_type) {
    case DT_REG: return ChildType::kFile;
    case DT_DIR: return ChildType::kFolder;
    case DT_LNK: return ChildType::kLink;
    case DT_UNKNOWN: break;
    default: return ChildType::kOther;
  }
  struct stat status{};
  if (::fstatat(folder, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) return ChildType::kOther;
  if (S_ISREG(status.st_mode)) return ChildType::kFile;
  if (S_ISDIR(status.st_mode)) return ChildType::kFolder;
  return S_ISLNK(status.st_mode) ? ChildType::kLink : ChildType::kOther;
}

void add_child(Level& level, const dirent& entry) {
  const std::string_view raw = entry.d_name;
  if (raw == "." || raw == "..") return;
  if (raw == ".gitignore") level.has_ignore_file = true;
  if (raw == ".git") level.has_git = true;
  if (is_version_control(raw)) return;
  Child child{.name = to_text_path(raw), .raw = {}, .type = type_of(level.fd(), entry)};
  if (child.name != raw) child.raw = raw;
  level.children.push_back(std::move(child));
}

/// The error number, or 0.
int read_children(Level& level) {
  for (;;) {
    errno = 0;
    const dirent* const entry = ::readdir(level.folder.get());
    if (entry == nullptr) break;
    add_child(level, *entry);
  }
  const int failed = errno;
  std::ranges::sort(level.children, comes_before);
  return failed;
}

EntryType entry_type(const Child& child) { return child.type == ChildType::kFolder ? EntryType::kFolder : EntryType::kFile; }

std::vector<std::string> names_of(const Level& level) {
  std::vector<std::string> names;
  names.reserve(level.children.size());
  for (const Child& child : level.children) names.push_back(child.name);
  return names;
}

/// As Git decides: the rules of the nearest folder first, `info/exclude` last.
bool is_ignored(const Level& level, std::string_view scope_path, EntryType type) {
  const RepositoryScope& scope = *level.scope;
  for (const Level* holder = &level; holder != nullptr && holder->scope == &scope; holder = holder->above) {
    if (holder->rules.empty()) continue;
    if (const auto verdict = holder->rules.match(scope_path.substr(holder->scope_path.size()), type)) return *verdict;
  }
  for (auto outer = scope.outer.rbegin(); outer != scope.outer.rend(); ++outer)
    if (const auto verdict = outer->rules.match(scope_path.substr(outer->base), type)) return *verdict;
  return scope.exclude.match(scope_path, type).value_or(false);
}

std::string message_of(int error) { return std::generic_category().message(error); }

std::int64_t nanoseconds(const timespec& time) { return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec; }

class Walker {
 public:
  explicit Walker(const WalkRequest& request) : request_(request), asked_(request.limits.skip_patterns) {}

  Status run() {
    const RepositoryScope scope = scope_of_root(request_.root_path);
    Level root;
    root.folder = open_folder(request_.root, ".");
    if (!root.folder) return std::unexpected(system_error("cannot list " + request_.root_path, errno));
    root.scope = &scope;
    root.scope_path = scope.prefix;
    root.only_tracked = scope.root_ignored;
    if (const int failed = read_children(root); failed != 0)
      return std::unexpected(system_error("cannot list " + request_.root_path, failed));
    load_rules(root);
    if (!scope.git && ignores_all(root)) root.rules = root.rules.without_catch_alls();
    return walk(root);
  }

 private:
  static OpenFolder open_folder(int above, const char* name) {
    const int fd = ::openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return nullptr;
    OpenFolder folder(::fdopendir(fd));
    if (!folder) ::close(fd);
    return folder;
  }

  static void load_rules(Level& level) {
    if (level.has_ignore_file) level.rules = read_ignore_file(level.fd(), ".gitignore");
  }

  static bool ignores_all(const Level& level) {
    return std::ranges::all_of(level.children, [&level](const Child& child) {
      return child.name == ".gitignore" || is_ignored(level, child.raw_name(), entry_type(child));
    });
  }

  /// REQUIRES: children and rules were read.
  Status walk(const Level& level) {
    GROVE_RETURN_IF_ERROR(request_.cancel.check());
    for (const Child& child : level.children)
      if (is_wanted(level, child)) GROVE_RETURN_IF_ERROR(visit(level, child));
    return {};
  }

  /// Whether the child is, or leads to, what was asked for.
  bool is_wanted(const Level& level, const Child& child) const {
    if (request_.only.empty()) return true;
    if (request_.only.size() <= level.text_path.size()) return false;
    std::string_view rest = request_.only.substr(level.text_path.size());
    if (!rest.starts_with(child.name)) return false;
    rest.remove_prefix(child.name.size());
    return rest.empty() || (rest.front() == '/' && child.type == ChildType::kFolder);
  }

  Status visit(const Level& level, const Child& child) {
    if (child.type == ChildType::kOther) return {};
    const EntryType type = entry_type(child);
    const std::string scope_path = level.scope_path + child.raw_name();
    const bool left_out = level.only_tracked || is_ignored(level, scope_path, type);
    if (left_out && !level.scope->tracks(scope_path, type)) return {};
    const std::string path = level.text_path + child.name;
    if (const std::string* const pattern = asked_.find(path)) {
      report({.path = type == EntryType::kFolder ? path + "/" : path,
              .state = FileState::kBuiltInSkip,
              .reason = AskedSkips::reason(*pattern)});
      return {};
    }
    if (child.type == ChildType::kFolder) return visit_folder(level, child, left_out);
    child.type == ChildType::kLink ? visit_link(level, child) : visit_file(level, child);
    return {};
  }

  void report(FileEntry entry) { request_.visit(std::move(entry)); }

  void visit_file(const Level& level, const Child& child) {
    FileEntry entry{.path = level.text_path + child.name};
    struct stat status{};
    if (::fstatat(level.fd(), child.raw_name().c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
      if (errno == ENOENT) return;  // it went away meanwhile
      entry.state = FileState::kUnreadable;
      entry.reason = message_of(errno);
      return report(std::move(entry));
    }
    if (!S_ISREG(status.st_mode)) return;
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
  void visit_link(const Level& level, const Child& child) {
    FileEntry entry{.path = level.text_path + child.name, .state = FileState::kSymbolicLink};
    char target[PATH_MAX] = {};
    const ssize_t size = ::readlinkat(level.fd(), child.raw_name().c_str(), target, sizeof target);
    if (size < 0) return;
    const std::string shown = to_text_path({target, static_cast<std::size_t>(size)});
    const std::string here = request_.root_path + "/" + level.raw_path + child.raw_name();
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(here.c_str(), nullptr), &std::free);
    if (!real) {
      if (errno == ELOOP) entry.state = FileState::kOutsideRoot;
      entry.reason = errno == ELOOP ? "a symbolic link that runs in a circle" : "a symbolic link to " + shown + ": " + message_of(errno);
      return report(std::move(entry));
    }
    const std::string_view end = real.get();
    const bool inside =
        end.starts_with(request_.root_path) && (end.size() == request_.root_path.size() || end[request_.root_path.size()] == '/');
    if (!inside) entry.state = FileState::kOutsideRoot;
    entry.reason = "a symbolic link to " + shown + (inside ? ", which has its own place" : ", outside the repository");
    report(std::move(entry));
  }

  Status visit_folder(const Level& above, const Child& child, bool only_tracked) {
    const std::string path = above.text_path + child.name + "/";
    if (!has_two_meanings(child.name)) {
      if (const auto reason = folder_skip({.name = child.name})) {
        report({.path = path, .state = FileState::kBuiltInSkip, .reason = *reason});
        return {};
      }
    }
    if (above.depth + 1 >= kDeepest || path.size() > kLongestPath) {
      report({.path = path, .state = FileState::kUnreadable, .reason = "nested too deeply"});
      return {};
    }
    Level level;
    level.folder = open_folder(above.fd(), child.raw_name().c_str());
    if (!level.folder && errno == ENOENT) return {};
    if (!level.folder) {
      report({.path = path, .state = FileState::kUnreadable, .reason = message_of(errno)});
      return {};
    }
    level.above = &above;
    level.scope = above.scope;
    level.text_path = path;
    level.raw_path = above.raw_path + child.raw_name() + "/";
    level.scope_path = above.scope_path + child.raw_name() + "/";
    level.only_tracked = only_tracked;
    level.depth = above.depth + 1;
    return enter(level, child.name);
  }

  Status enter(Level& level, std::string_view name) {
    if (const int failed = read_children(level); failed != 0)
      report({.path = level.text_path, .state = FileState::kUnreadable, .reason = message_of(failed)});
    if (const auto skipped = skip_entered(level, name)) {
      report(*skipped);
      return {};
    }
    load_rules(level);
    std::optional<GitDirectory> git;
    if (level.has_git) git = git_directory_of(request_.root_path + "/" + level.raw_path.substr(0, level.raw_path.size() - 1));
    if (!git) return walk(level);
    // It would show every file of the repository a second time, in another state.
    if (level.scope->git && git->common_dir != git->git_dir && same_folder(level.scope->git->common_dir, git->common_dir)) {
      report({.path = level.text_path, .state = FileState::kBuiltInSkip, .reason = "another working tree of the same repository"});
      return {};
    }
    const RepositoryScope nested = scope_of_nested(std::move(*git));
    level.scope = &nested;
    level.scope_path.clear();
    level.only_tracked = false;
    return walk(level);
  }

  static bool same_folder(const std::string& a, const std::string& b) {
    struct stat of_a{}, of_b{};
    if (::stat(a.c_str(), &of_a) != 0 || ::stat(b.c_str(), &of_b) != 0) return false;
    return of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
  }

  static std::optional<FileEntry> skip_entered(const Level& level, std::string_view name) {
    const std::string_view scope_path = std::string_view(level.scope_path).substr(0, level.scope_path.size() - 1);
    if (level.children.empty() && !level.has_git && level.scope->index.is_submodule(scope_path))
      return FileEntry{.path = level.text_path, .state = FileState::kSubmodule, .reason = "a submodule that is not checked out"};
    if (!has_two_meanings(name)) return std::nullopt;
    const auto siblings = names_of(*level.above);
    const auto children = names_of(level);
    auto reason = folder_skip(
        {.name = name, .tracked = level.scope->tracks(scope_path, EntryType::kFolder), .siblings = siblings, .children = children});
    if (!reason) return std::nullopt;
    return FileEntry{.path = level.text_path, .state = FileState::kBuiltInSkip, .reason = std::move(*reason)};
  }

  const WalkRequest& request_;
  AskedSkips asked_;
};

}  // namespace

Status walk_tree(const WalkRequest& request) { return Walker(request).run(); }

}  // namespace grove::source
