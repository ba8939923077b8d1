#pragma once

#include <memory>

#include "document/document_reader.h"

namespace grove::document {

/// Reads PDF through `grove-pdf`, a process of its own for each document, so that a hostile one ends nothing else. kUnavailable where that
/// program isn't there; kInvalidArgument for a document that wants a password; kCorrupt for what is no PDF; kResourceLimit past the limits.
/// A document that is damaged, or ends its reader, is read as far as it goes, and a notice says so.
std::unique_ptr<DocumentReader> open_pdf_reader(const ReaderOptions& options);

}  // namespace grove::document
