#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace grove::inference {

/// A file that grows until it is whole, and is still there after a break. One process at a time holds it. Belongs to one thread.
class PartialFile {
 public:
  /// Opens or creates it. kLocked where another process (or thread) has it.
  static Result<PartialFile> open(const std::string& path);
  PartialFile(PartialFile&& other) noexcept;
  PartialFile& operator=(PartialFile&&) = delete;
  ~PartialFile();

  std::uint64_t size() const { return size_; }
  /// Writes bytes that belong at `offset`; what stood from there on goes. REQUIRES: offset <= size().
  Status write(std::uint64_t offset, std::string_view bytes);
  /// Makes what was written survive a power cut.
  Status sync();

 private:
  PartialFile(std::string path, int descriptor, std::uint64_t size) : path_(std::move(path)), descriptor_(descriptor), size_(size) {}

  std::string path_;
  int descriptor_;
  std::uint64_t size_;
};

}  // namespace grove::inference
