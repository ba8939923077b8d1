#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/hash.h"
#include "base/result.h"
#include "source/file_source.h"

namespace grove::engine {

/// A file as it stands on disk now, decoded.
struct SourceText {
  Sha256 hash{};  ///< Of the bytes on disk.
  std::string text;
};

/// Reads files of repositories and keeps the last ones decoded, as long as size and time of change on disk stay the same. Thread-safe.
class SourceTexts {
 public:
  /// `bytes`: how much text to keep.
  explicit SourceTexts(std::size_t bytes) : capacity_(bytes) {}

  /// `root` is a repository's folder, `path` a path in it. kNotFound where the file is gone; kInvalidArgument where it is no text any more.
  Result<std::shared_ptr<const SourceText>> read(const std::string& root, std::string_view path);

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
  std::size_t capacity_;
  std::size_t used_ = 0;
  std::list<Entry> entries_;  // most recently used first
  std::unordered_map<std::string_view, std::list<Entry>::iterator> by_key_;
  std::unordered_map<std::string, std::shared_ptr<const source::FileSource>> roots_;
};

}  // namespace grove::engine
