#pragma once

#include <memory>

#include "document/document_reader.h"

namespace grove::document {

/// Plain text in any encoding that files are found in, kept as it is. A form feed begins a page; a line that is underlined by a row of one
/// punctuation mark, as reStructuredText and plain manuals do, is a heading, its level by the order in which the marks first appear.
std::unique_ptr<DocumentReader> open_text_reader();

}  // namespace grove::document
