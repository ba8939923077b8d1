#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "model/facts.h"

/// References repeat: the same name is used in the same way again and again, mostly soon after.
namespace grove::corpus {

/// The last usages that were met, the latest first.
class RecentUsages {
 public:
  static constexpr std::uint32_t kKept = 127;

  /// Where a usage stands, or kKept.
  std::uint32_t find(std::uint32_t usage) const {
    for (std::uint32_t place = 0; place < size_; ++place)
      if (recent_[place] == usage) return place;
    return kKept;
  }
  std::uint32_t at(std::uint32_t place) const { return recent_[place]; }
  std::uint32_t size() const { return size_; }
  /// Brings the usage at a place to the front.
  void touch(std::uint32_t place) {
    const std::uint32_t usage = recent_[place];
    for (std::uint32_t i = place; i > 0; --i) recent_[i] = recent_[i - 1];
    recent_[0] = usage;
  }
  /// Puts one to the front that isn't there; the last one is forgotten where there is no room.
  void push(std::uint32_t usage) {
    if (size_ < kKept) ++size_;
    recent_[size_ - 1] = usage;
    touch(size_ - 1);
  }

 private:
  std::array<std::uint32_t, kKept> recent_{};
  std::uint32_t size_ = 0;
};

/// The distinct usages of some references (all but enclosing symbol and place), in the order in which they are first met.
class UsageTable {
 public:
  explicit UsageTable(const std::vector<Reference>& references);
  const std::vector<Reference>& usages() const { return usages_; }
  /// By reference.
  const std::vector<std::uint32_t>& of_reference() const { return of_reference_; }

 private:
  std::vector<Reference> usages_;
  std::vector<std::uint32_t> of_reference_;
};

}  // namespace grove::corpus
