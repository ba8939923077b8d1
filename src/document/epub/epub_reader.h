#pragma once

#include <memory>

#include "document/document_reader.h"

namespace grove::document {

/// EPUB 2 and 3: the pages of the book in the order of its spine (EPUB Packages, "spine"), each read like HTML. A page without a heading of
/// its own takes the title that the book's table of contents (nav, else NCX) gives it.
std::unique_ptr<DocumentReader> open_epub_reader();

}  // namespace grove::document
