#pragma once

#include <memory>
#include <string_view>

#include "base/cancel.h"
#include "document/budget.h"
#include "document/document.h"
#include "document/document_reader.h"

namespace grove::knowledge {

/// Whether the program `docling` can be run.
bool has_docling(const CancelToken& cancel);

/// Reads by `docling --to json`, layout by IBM's models: whatever formats that program reads.
std::unique_ptr<document::DocumentReader> open_docling();

/// What a DoclingDocument says, in the order of its body: headings, items, tables, pages. kCorrupt for what is none.
Result<document::Document> read_docling_document(std::string_view json, const document::Budget& budget);

}  // namespace grove::knowledge
