#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "base/check.h"

namespace grove::index {

/// Memory that is only given back as a whole, addressed by 32-bit positions. Not thread-safe.
class ByteArena {
 public:
  /// REQUIRES: size ≤ 64 KiB. Uninitialised.
  std::uint32_t allocate(std::size_t size) {
    if (left_ < size) add_page();
    const std::uint32_t at = next_;
    next_ += static_cast<std::uint32_t>(size);
    left_ -= size;
    return at;
  }
  std::uint32_t store(std::string_view text) {
    const std::uint32_t at = allocate(text.size());
    std::memcpy(data(at), text.data(), text.size());
    return at;
  }
  char* data(std::uint32_t at) { return pages_[at >> kPageBits].get() + (at & (kPageBytes - 1)); }
  const char* data(std::uint32_t at) const { return pages_[at >> kPageBits].get() + (at & (kPageBytes - 1)); }
  std::size_t memory_bytes() const { return pages_.size() * kPageBytes; }

 private:
  static constexpr unsigned kPageBits = 18;
  static constexpr std::size_t kPageBytes = std::size_t{1} << kPageBits;
  void add_page() {
    GROVE_CHECK(pages_.size() < (std::size_t{1} << (32 - kPageBits)));
    next_ = static_cast<std::uint32_t>(pages_.size() << kPageBits);
    pages_.push_back(std::make_unique_for_overwrite<char[]>(kPageBytes));
    left_ = kPageBytes;
  }

  std::vector<std::unique_ptr<char[]>> pages_;
  std::uint32_t next_ = 0;
  std::size_t left_ = 0;
};

}  // namespace grove::index
