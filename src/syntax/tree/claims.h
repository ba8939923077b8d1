#pragma once

#include <cstdint>
#include <vector>

namespace grove::syntax {

/// Leaves of the tree that are spoken for (a symbol's name, a callee), by the byte they begin at.
class Claims {
 public:
  void reset(std::size_t bytes) { bits_.assign(bytes / 64 + 1, 0); }
  void take(std::uint32_t begin) { bits_[begin / 64] |= std::uint64_t{1} << (begin % 64); }
  bool taken(std::uint32_t begin) const { return (bits_[begin / 64] >> (begin % 64) & 1U) != 0; }

 private:
  std::vector<std::uint64_t> bits_;
};

}  // namespace grove::syntax
