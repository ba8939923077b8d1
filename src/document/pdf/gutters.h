#pragma once

#include <optional>
#include <vector>

#include "document/pdf/content.h"

namespace grove::document::pdf {

/// An empty rectangle with words on both sides.
struct Gutter {
  Box box;
  double shared = 0;  ///< How much of its height has words on both sides.
};

/// What a gutter has to be, in points.
struct GutterBounds {
  double width = 0;
  double shared = 0;
};

/// The gutters among these words, tallest (by `shared`) first. Of rectangles that overlap, the tallest.
std::vector<Gutter> find_gutters(const std::vector<const Word*>& words, const GutterBounds& bounds);

}  // namespace grove::document::pdf
