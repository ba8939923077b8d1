#pragma once

#include <string_view>

#include "base/utf8.h"

namespace grove::syntax {

/// What stands before many names, cut before it is put before each of them: else the facts of one file could be as large as the square of
/// it. No package or path of a real program is longer.
inline std::string_view prefix_of(std::string_view text) {
  constexpr std::size_t kLongest = 250;
  return text.substr(0, utf8_boundary(text, kLongest));
}

}  // namespace grove::syntax
