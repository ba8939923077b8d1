#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/result.h"
#include "model/file.h"

namespace grove::source {

/// One file as a listing sees it, before it is read.
struct FileEntry {
  std::string path;  ///< Relative to the root, `/` between parts; raw bytes of the file system made valid UTF-8.
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  FileState state = FileState::kIndexed;  ///< Anything else: listed with its reason and not to be read.
  std::string reason;
};

/// Where files come from: a working tree, a Git commit, memory. Thread-safe for reading.
class FileSource {
 public:
  virtual ~FileSource() = default;
  /// Calls `visit` once a file, in byte order of the paths. Ignored files are left out; skipped ones come with their reason.
  virtual Status list(const std::function<void(FileEntry)>& visit, const CancelToken& cancel) const = 0;
  /// The bytes of a listed file. Never follows a link out of the root.
  virtual Result<std::string> read(std::string_view path) const = 0;
};

struct SourceLimits {
  std::uint64_t file_bytes = 4U << 20U;  ///< A larger file is listed as kTooLarge.
};

/// The files below `root`, by Git's ignore rules whether or not it is a Git working tree, and the built-in skips.
Result<std::unique_ptr<FileSource>> open_working_tree(const std::string& root, const SourceLimits& limits);

}  // namespace grove::source
