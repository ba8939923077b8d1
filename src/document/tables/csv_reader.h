#pragma once

#include <memory>

#include "document/document_reader.h"

namespace grove::document {

/// Comma-separated values (RFC 4180) and its dialects: commas, semicolons, tabs, bars; the one under which the rows agree most. A first
/// row of distinct words that are no numbers names the columns.
std::unique_ptr<DocumentReader> open_csv_reader();

}  // namespace grove::document
