#pragma once

#include <string_view>
#include <vector>

#include "document/budget.h"
#include "document/document.h"

namespace grove::document {

struct MarkdownBlocks {
  std::vector<Heading> headings;  ///< Of the document itself, not of quotations and list items in it.
  std::vector<TextSpan> tables;
  std::vector<TextSpan> table_names;
};

/// The blocks of a Markdown text with `\n` line ends; offsets are those of `text`. Takes time in proportion to the text.
Result<MarkdownBlocks> parse_markdown_blocks(std::string_view text, const Budget& budget);

}  // namespace grove::document
