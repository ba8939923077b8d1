#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <optional>
#include <utility>

#include "base/descriptor.h"
#include "base/text.h"
#include "source/file_source.h"
#include "source/git_directory.h"
#include "source/listing.h"
#include "source/path_set.h"
#include "source/path_text.h"
#include "source/tree_walk.h"

namespace grove::source {
namespace {

/// Opens one folder after the other, so that no part of the path can be a link.
Descriptor open_by_parts(int root, const std::string& path, int flags) {
  Descriptor folder(::openat(root, ".", O_PATH | O_DIRECTORY | O_CLOEXEC));
  const auto parts = split(path, '/');
  for (std::size_t i = 0; i + 1 < parts.size() && folder.get() >= 0; ++i)
    folder = Descriptor(::openat(folder.get(), std::string(parts[i]).c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (folder.get() < 0) return folder;
  return Descriptor(::openat(folder.get(), std::string(parts.back()).c_str(), flags | O_NOFOLLOW));
}

/// openat2(2), or its like on kernels before 5.6 and where a sandbox forbids it.
Descriptor open_below(int root, const std::string& path) {
  constexpr int kFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
  open_how how{};
  how.flags = kFlags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  const long fd = ::syscall(SYS_openat2, root, path.c_str(), &how, sizeof how);
  if (fd >= 0 || (errno != ENOSYS && errno != EPERM)) return Descriptor(static_cast<int>(fd));
  return open_by_parts(root, path, kFlags);
}

bool stays_below(std::string_view path) {
  if (path.empty() || path.find('\0') != std::string_view::npos) return false;
  return std::ranges::none_of(split(path, '/'), [](std::string_view part) { return part.empty() || part == "." || part == ".."; });
}

class WorkingTree final : public FileSource {
 public:
  WorkingTree(std::string root, Descriptor folder, SourceLimits limits, const FileCalls& calls)
      : root_(std::move(root)), folder_(std::move(folder)), limits_(std::move(limits)), calls_(calls) {}

  Status list(const std::function<void(FileEntry)>& visit, const CancelToken& cancel) const override {
    return walk_tree({.root = folder_.get(), .root_path = root_, .limits = limits_, .visit = visit, .cancel = cancel});
  }

  Status list_at(const std::set<std::string>& paths, const std::function<void(FileEntry)>& visit,
                 const CancelToken& cancel) const override {
    const PathSet only(paths);
    return walk_tree({.root = folder_.get(), .root_path = root_, .limits = limits_, .visit = visit, .cancel = cancel, .only = &only});
  }

  Result<std::string> read(std::string_view path) const override {
    struct stat status{};
    GROVE_ASSIGN_OR_RETURN(const Descriptor file, open_file(path, status));
    return read_descriptor(file.get(), full_name(path), bytes_allowed(limits_, path), calls_);
  }

  Result<FileStamp> stamp(std::string_view path) const override {
    struct stat status{};
    GROVE_ASSIGN_OR_RETURN(const Descriptor file, open_file(path, status));
    return FileStamp{.size = static_cast<std::uint64_t>(status.st_size),
                     .mtime_ns = status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec,
                     .inode = status.st_ino};
  }

  bool is_current() const override {
    struct stat opened{};
    struct stat now{};
    return ::fstat(folder_.get(), &opened) == 0 && ::stat(root_.c_str(), &now) == 0 && opened.st_dev == now.st_dev &&
           opened.st_ino == now.st_ino;
  }

 private:
  std::string full_name(std::string_view path) const { return root_ + "/" + std::string(path); }

  Result<Descriptor> open_file(std::string_view path, struct stat& status) const {
    const std::string raw = to_raw_path(path);
    const std::string name = full_name(path);
    if (!stays_below(raw)) return fail(ErrorCode::kInvalidArgument, "cannot read " + name + ": it is no path of a file below a folder");
    Descriptor file = open_below(folder_.get(), raw);
    if (file.get() < 0) return std::unexpected(system_error("cannot open " + name, errno));
    if (::fstat(file.get(), &status) != 0) return std::unexpected(system_error("cannot read " + name, errno));
    if (!S_ISREG(status.st_mode)) return fail(ErrorCode::kInvalidArgument, "cannot read " + name + ": it is not a regular file");
    return file;
  }

  std::string root_;
  Descriptor folder_;
  SourceLimits limits_;
  const FileCalls& calls_;
};

Result<std::string> real_folder(const std::string& path) {
  if (path.contains('\0')) return fail(ErrorCode::kInvalidArgument, "cannot index " + path + ": it holds a NUL byte");
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr), &std::free);
  if (!real) {
    Error error = system_error("cannot index " + path, errno);
    if (error.code == ErrorCode::kNotFound) error.hint = "check how the folder is written";
    return std::unexpected(std::move(error));
  }
  struct stat status{};
  if (::stat(real.get(), &status) != 0) return std::unexpected(system_error("cannot index " + path, errno));
  if (!S_ISDIR(status.st_mode))
    return fail(ErrorCode::kInvalidArgument, "cannot index " + path + ": it is not a folder", "name the folder it lies in");
  if (is_bare_repository(real.get()))
    return fail(ErrorCode::kInvalidArgument, "cannot index " + path + ": it is a bare Git repository, without files of its own",
                std::string("add it as a Git remote: file://") + real.get());
  return std::string(real.get());
}

}  // namespace

Result<std::string> resolve_root(const std::string& root, const std::string& subpath) {
  GROVE_ASSIGN_OR_RETURN(std::string real_root, real_folder(root));
  if (subpath.empty()) return real_root;
  GROVE_ASSIGN_OR_RETURN(std::string folder, real_folder(root + "/" + subpath));
  const std::string below = real_root == "/" ? real_root : real_root + "/";
  if (folder != real_root && !folder.starts_with(below))
    return fail(ErrorCode::kInvalidArgument, "cannot index " + subpath + " of " + root + ": it lies outside that folder",
                "give a subpath that stays inside");
  return folder;
}

Result<std::unique_ptr<FileSource>> open_working_tree(const std::string& root, const SourceLimits& limits, const FileCalls& calls) {
  GROVE_RETURN_IF_ERROR(AskedSkips::check(limits.skip_patterns));
  GROVE_ASSIGN_OR_RETURN(std::string real, real_folder(root));
  Descriptor folder(::open(real.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0) return std::unexpected(system_error("cannot index " + root, errno));
  return std::make_unique<WorkingTree>(std::move(real), std::move(folder), limits, calls);
}

}  // namespace grove::source
