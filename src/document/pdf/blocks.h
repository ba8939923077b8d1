#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/pdf/columns.h"
#include "document/pdf/hyphens.h"

namespace grove::document::pdf {

enum class BlockKind {
  kParagraph,
  kListItem,
  kCode,
  kTable,
  kFootnote,
};

/// A paragraph, or what stands for one.
struct Block {
  BlockKind kind = BlockKind::kParagraph;
  std::string text{};  ///< Without a line feed at its end; rows and lines of code are apart by one.
  double size = 0;     ///< Of its type.
  bool bold = false;
  bool close = false;  ///< No white space before it: it goes on under the one before, on a line of its own.
  std::size_t lines = 1;
};

/// What is the same on all pages.
struct TextContext {
  const SeenWords& seen;
  double body_size = 0;  ///< Of most of the document's letters.
};

/// The paragraphs of a region, from top to bottom. A paragraph ends at white space, where the type or the left edge changes, before the
/// marker of a list's item, and after a line on which the next word would have had room.
std::vector<Block> blocks_of(const Region& region, const TextContext& context);

}  // namespace grove::document::pdf
