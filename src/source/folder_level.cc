#include "source/folder_level.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "source/built_in_skips.h"
#include "source/ignore_file.h"
#include "source/path_text.h"

namespace grove::source {
namespace {

/// A folder sorts as if its slash belonged to its name.
bool comes_before(const FolderChild& a, const FolderChild& b) {
  const std::size_t common = std::min(a.name.size(), b.name.size());
  const int order = std::memcmp(a.name.data(), b.name.data(), common);
  if (order != 0) return order < 0;
  const auto next = [common](const FolderChild& child) -> unsigned char {
    if (child.name.size() > common) return static_cast<unsigned char>(child.name[common]);
    return child.type == ChildType::kFolder ? '/' : 0;
  };
  return next(a) < next(b);
}

ChildType type_of(int folder, const dirent& entry) {
  switch (entry.d_type) {
    case DT_REG: return ChildType::kFile;
    case DT_DIR: return ChildType::kFolder;
    case DT_LNK: return ChildType::kLink;
    case DT_UNKNOWN: break;
    default: return ChildType::kOther;
  }
  // Some file systems don't say it in the folder.
  struct stat status{};
  if (::fstatat(folder, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0) return ChildType::kOther;
  if (S_ISREG(status.st_mode)) return ChildType::kFile;
  if (S_ISDIR(status.st_mode)) return ChildType::kFolder;
  return S_ISLNK(status.st_mode) ? ChildType::kLink : ChildType::kOther;
}

void add_child(FolderLevel& level, const dirent& entry) {
  const std::string_view raw = entry.d_name;
  if (raw == "." || raw == "..") return;
  if (raw == ".gitignore") level.has_ignore_file = true;
  if (raw == ".git") level.has_git = true;
  if (is_version_control(raw)) return;
  FolderChild child{.name = to_text_path(raw), .raw = {}, .type = type_of(level.fd(), entry)};
  if (child.name != raw) child.raw = raw;
  level.children.push_back(std::move(child));
}

bool has_cache_tag(int folder) {
  constexpr std::string_view kSignature = "Signature: 8a477f597d28d172789f06886806bc55";
  const int fd = ::openat(folder, "CACHEDIR.TAG", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return false;
  std::array<char, kSignature.size()> begin{};
  const ssize_t got = ::read(fd, begin.data(), begin.size());
  ::close(fd);
  return got == static_cast<ssize_t>(kSignature.size()) && std::string_view(begin.data(), begin.size()) == kSignature;
}

}  // namespace

OpenFolder open_folder(int above, const char* name) {
  const int fd = ::openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return nullptr;
  OpenFolder folder(::fdopendir(fd));
  if (!folder) ::close(fd);
  return folder;
}

int FolderLevel::read_children() {
  for (;;) {
    errno = 0;
    const dirent* const entry = ::readdir(folder.get());
    if (entry == nullptr) break;
    add_child(*this, *entry);
  }
  const int failed = errno;
  std::ranges::sort(children, comes_before);
  return failed;
}

void FolderLevel::read_rules() {
  if (has_ignore_file) rules = read_ignore_file(fd(), ".gitignore");
}

bool FolderLevel::has_child(std::string_view name, ChildType type) const {
  return std::ranges::any_of(children, [&](const FolderChild& child) { return child.type == type && child.name == name; });
}

std::vector<std::string> FolderLevel::child_names() const {
  std::vector<std::string> names;
  names.reserve(children.size());
  for (const FolderChild& child : children) names.push_back(child.name);
  return names;
}

bool FolderLevel::ignores(std::string_view path, EntryType type) const {
  for (const FolderLevel* holder = this; holder != nullptr && holder->scope == scope; holder = holder->above) {
    if (holder->rules.empty()) continue;
    if (const auto verdict = holder->rules.match(path.substr(holder->scope_path.size()), type)) return *verdict;
  }
  for (auto outer = scope->outer.rbegin(); outer != scope->outer.rend(); ++outer)
    if (const auto verdict = outer->rules.match(path.substr(outer->base), type)) return *verdict;
  return scope->exclude.match(path, type).value_or(false);
}

bool FolderLevel::ignores_all() const {
  return std::ranges::all_of(children, [this](const FolderChild& child) {
    return child.name == ".gitignore" || ignores(scope_path + child.raw_name(), child.entry_type());
  });
}

std::optional<std::string_view> FolderLevel::special_kind() const {
  const bool is_bare =
      has_child("HEAD", ChildType::kFile) && has_child("objects", ChildType::kFolder) && has_child("refs", ChildType::kFolder);
  if (is_bare) return "a bare Git repository";
  if (has_child("grove.db", ChildType::kFile) && has_child("repos", ChildType::kFolder)) return "a data directory of Grove";
  if (has_child("CACHEDIR.TAG", ChildType::kFile) && has_cache_tag(fd())) return "a cache, as its CACHEDIR.TAG says";
  return std::nullopt;
}

}  // namespace grove::source
