#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/cancel.h"
#include "base/hash.h"
#include "base/result.h"
#include "source/file_source.h"

namespace grove::engine {

/// A file as it stands on disk now, decoded.
struct SourceText {
  Sha256 hash{};  ///< Of the bytes on disk.
  std::string text;
};

/// Whether a file is part of its repository, though perhaps too large to be read: no ignored or skipped one, no link.
bool is_part(FileState state);

/// Reads files of repositories and keeps the last ones decoded, as long as size and time of change on disk stay the same. Thread-safe.
class SourceTexts {
 public:
  struct Limits {
    std::size_t cache_bytes = 0;   ///< How much text to keep.
    std::uint64_t file_bytes = 0;  ///< Of a file that is read: as much as is indexed.
  };
  explicit SourceTexts(const Limits& limits) : limits_(limits) {}

  /// `root` is a repository's folder, `path` a path in it. kNotFound where the file is gone; kInvalidArgument where it is no text any more;
  /// kResourceLimit where it is too large.
  Result<std::shared_ptr<const SourceText>> read(const std::string& root, std::string_view path);
  /// Whether a file still is what it was when it had that hash; without reading it where size and time of change are those of then.
  struct Snapshot {
    const Sha256& hash;
    std::uint64_t size = 0;
    std::int64_t mtime_ns = 0;  ///< 0: not known.
  };
  bool is_unchanged(const std::string& root, std::string_view path, const Snapshot& then);
  /// Of a file as it stands on disk now. Errors of `read`, but for what it may hold.
  Result<Sha256> hash(const std::string& root, std::string_view path);
  /// Lets go of a folder whose repository was removed.
  void forget(const std::string& root);
  /// Whether a file belongs to what is indexed of a repository as it stands now: no ignored one, none of Git's own, no link.
  Result<bool> lists(const std::string& root, std::string_view path, const CancelToken& cancel);

 private:
  struct Entry {
    std::string key;
    source::FileStamp stamp;
    std::shared_ptr<const SourceText> text;
  };
  Result<std::shared_ptr<const source::FileSource>> open_root(const std::string& root);
  std::shared_ptr<const SourceText> find(const std::string& key, const source::FileStamp& stamp);
  void keep(Entry entry);

  std::mutex mutex_;
  const Limits limits_;
  std::size_t used_ = 0;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_key_;
  std::unordered_map<std::string, std::shared_ptr<const source::FileSource>> roots_;
  struct Digest {
    source::FileStamp stamp;
    Sha256 hash{};
  };
  std::unordered_map<std::string, Digest> digests_;  // of files that were read for their hash alone
};

}  // namespace grove::engine
