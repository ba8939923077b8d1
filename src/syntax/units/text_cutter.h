#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "model/line_index.h"
#include "model/span.h"

namespace grove::syntax {

/// Where to cut a text that is too long for one unit.
struct CutRequest {
  std::string_view text;
  const LineIndex* lines = nullptr;
  std::function<std::uint8_t(std::uint32_t row)> depth_of_row;  ///< As in UnitRequest.
  std::uint32_t limit = 6000;                                   ///< Bytes between two cuts.
};

/// Offsets at which `pieces` (in order, apart) are to be cut so that no part has more than `limit` bytes of them: at the line that begins
/// the shallowest node, a blank line before it preferred; inside a line only where that line alone is too long, and then between code
/// points. Empty if they fit.
std::vector<std::uint32_t> cut_offsets(const CutRequest& request, const std::vector<ByteRange>& pieces);

}  // namespace grove::syntax
