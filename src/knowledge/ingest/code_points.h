#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace grove::knowledge {

/// Which code point begins at which byte of a text; borrows the text. Each answer looks at some four thousand bytes at most.
class CodePointIndex {
 public:
  explicit CodePointIndex(std::string_view text);
  /// REQUIRES: a code point begins at `byte`, or the text ends there.
  std::uint64_t at(std::uint64_t byte) const;

 private:
  static constexpr std::uint64_t kStride = 4096;
  std::string_view text_;
  std::vector<std::uint64_t> counts_;  // code points before each stride
};

}  // namespace grove::knowledge
