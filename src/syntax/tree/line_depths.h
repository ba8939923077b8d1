#pragma once

#include <cstdint>
#include <vector>

namespace grove::syntax {

/// For each line, how deep in the tree the node is that begins on it: where text may be cut, the shallower the better.
class LineDepths {
 public:
  static constexpr std::uint8_t kInside = 255;  ///< No node begins there (inside a literal), or a closing token does.

  void reset(std::size_t lines) {
    depths_.assign(lines + 1, kInside);
    last_row_ = UINT32_MAX;
  }
  /// The walk visits nodes in preorder, so the first one on a row is the shallowest.
  void visit(std::uint32_t row, std::uint32_t depth, bool named) {
    if (row == last_row_) return;
    last_row_ = row;
    if (named && row < depths_.size()) depths_[row] = static_cast<std::uint8_t>(depth < 250 ? depth : 250);
  }
  /// Row counts from 0.
  std::uint8_t at(std::uint32_t row) const { return row < depths_.size() ? depths_[row] : kInside; }

 private:
  std::vector<std::uint8_t> depths_;
  std::uint32_t last_row_ = UINT32_MAX;
};

}  // namespace grove::syntax
