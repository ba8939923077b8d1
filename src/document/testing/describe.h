#pragma once

#include <string>

#include "document/chunking.h"
#include "document/document.h"

namespace grove::document {

/// All that a document says, as lines: title, type, pages, headings, tables, notices, then its text.
std::string describe(const Document& document);

/// Its chunks, one after the other, each with its place.
std::string describe_chunks(const Document& document, const ChunkingOptions& options);

}  // namespace grove::document
