#include "knowledge/ingest/code_points.h"

#include "base/utf8.h"

namespace grove::knowledge {

CodePointIndex::CodePointIndex(std::string_view text) : text_(text) {
  std::uint64_t count = 0;
  for (std::uint64_t begin = 0; begin <= text.size(); begin += kStride) {
    counts_.push_back(count);
    count += count_code_points(text.substr(begin, kStride));
  }
}

std::uint64_t CodePointIndex::at(std::uint64_t byte) const {
  const std::uint64_t begin = byte / kStride * kStride;
  return counts_[byte / kStride] + count_code_points(text_.substr(begin, byte - begin));
}

}  // namespace grove::knowledge
