#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "model/span.h"

namespace grove::syntax {

/// Runs of comments that stand on lines of their own, and which of them is the doc of a symbol.
class DocComments {
 public:
  void reset(std::string_view text) {
    text_ = text;
    runs_.clear();
  }
  /// Comments come in source order.
  void add(ByteRange comment);
  /// The last run, if nothing but white space and at most one line end stand between it and `begin`; else empty.
  ByteRange before(std::uint32_t begin) const;
  const std::vector<ByteRange>& runs() const { return runs_; }

 private:
  bool stands_alone(std::uint32_t begin) const;
  bool adjacent(std::uint32_t from, std::uint32_t to) const;
  bool is_licence(ByteRange run) const;

  std::string_view text_;
  std::vector<ByteRange> runs_;
};

}  // namespace grove::syntax
