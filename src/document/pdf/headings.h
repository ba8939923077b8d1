#pragma once

#include <cstddef>
#include <vector>

#include "document/pdf/blocks.h"
#include "document/pdf/content.h"

namespace grove::document::pdf {

struct FoundHeading {
  std::size_t block = 0;
  std::uint32_t level = 1;
};

/// Which blocks of a document are headings, in order. Those of its outline, where enough of it is found again in the text (numbers and
/// punctuation may differ, as between "1.1. Scope" and "1.1 Scope"); else short blocks in larger type, and bold ones that stand alone.
std::vector<FoundHeading> find_headings(const std::vector<const Block*>& blocks, const std::vector<OutlineItem>& outline, double body_size);

}  // namespace grove::document::pdf
