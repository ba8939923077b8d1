#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/file.h"
#include "base/result.h"
#include "model/file.h"

namespace grove::source {

/// One file as a listing sees it, before it is read. A folder that is skipped as a whole is one entry whose path ends in `/`.
struct FileEntry {
  std::string
      path;  ///< Relative to the root, `/` between parts; valid UTF-8: other bytes of the file system stand as `\xHH` (path_text.h).
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  FileState state = FileState::kIndexed;  ///< Anything else: listed with its reason and not to be read.
  std::string reason{};
};

/// What tells one state of a file from another without reading it.
struct FileStamp {
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::uint64_t inode = 0;
  friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Where files come from: a working tree, a Git commit, memory. Thread-safe for reading.
class FileSource {
 public:
  virtual ~FileSource() = default;
  /// Calls `visit` once a file, in byte order of the paths. Ignored files are left out; skipped ones come with their reason.
  virtual Status list(const std::function<void(FileEntry)>& visit, const CancelToken& cancel) const = 0;
  /// What `list` would say of some paths without a `/` at their ends: of each such file, of all below such a folder, or of the folder above
  /// that is skipped as a whole; each entry once. Nothing where it would leave a path out; everything for "". Without an override: a whole
  /// listing.
  virtual Status list_at(const std::set<std::string>& paths, const std::function<void(FileEntry)>& visit, const CancelToken& cancel) const;
  /// The bytes of a listed file. Never follows a link. kResourceLimit where it has grown past the size limit.
  virtual Result<std::string> read(std::string_view path) const = 0;
  /// Changes whenever the bytes of a file do; costs no reading. The errors of `read`. Files of a source that never changes have one stamp.
  virtual Result<FileStamp> stamp(std::string_view) const { return FileStamp{}; }
  /// False once something else stands where it was opened: a folder that was moved away, removed or exchanged for another.
  virtual bool is_current() const { return true; }
};

struct SourceLimits {
  std::uint64_t file_bytes = 4U << 20U;        ///< A larger file is listed as kTooLarge.
  std::uint64_t document_bytes = 256U << 20U;  ///< The same for files with a document's name (`has_document_name`).
  std::vector<std::string> skip_patterns{};    ///< What people want left out, as PathFilter reads it; listed as kBuiltInSkip.
};

/// How large a file of that name may be.
std::uint64_t bytes_allowed(const SourceLimits& limits, std::string_view path);

/// The folder to index: `subpath` below `root`, or `root` itself where it is empty. Absolute, without symbolic links.
/// kNotFound where it doesn't exist, kInvalidArgument where it is no folder or lies outside `root`.
Result<std::string> resolve_root(const std::string& root, const std::string& subpath);

/// The files below `root` (which may be a symbolic link), by Git's ignore rules whether or not it is a Git working tree, and the built-in
/// skips. In a Git working tree what Git tracks is listed even where a rule says to ignore it; the user's own `core.excludesFile` counts
/// for nothing, since an index belongs to the repository. Submodules and repositories inside follow their own rules. Where the rules leave
/// nothing at all of a plain folder, those that ignore everything don't count: some source archives carry such a file.
Result<std::unique_ptr<FileSource>> open_working_tree(const std::string& root, const SourceLimits& limits,
                                                      const FileCalls& calls = system_calls());

/// The files of a commit of the repository at `directory`, bare or not, with the built-in skips that need only a path. `revision` is
/// anything that names a commit; kNotFound where nothing does. Bytes are those Git stores: no filter or conversion runs.
Result<std::unique_ptr<FileSource>> open_commit(const std::string& directory, const std::string& revision, const SourceLimits& limits);

/// Files by path, for programs that have them at hand.
std::unique_ptr<FileSource> memory_source(std::map<std::string, std::string> files, const SourceLimits& limits);

}  // namespace grove::source
