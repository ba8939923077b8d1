#pragma once

#include <memory>

#include "document/document_reader.h"

namespace grove::document {

/// Markdown as GitHub has it (CommonMark with tables). The text is the source itself, so that a quote stands where its author wrote it;
/// headings and tables are found by a parser of the blocks: `#` in a fence is no heading. A title in the front matter is the document's.
std::unique_ptr<DocumentReader> open_markdown_reader();

}  // namespace grove::document
