#pragma once

#include <memory>
#include <string_view>

#include "base/cancel.h"
#include "document/budget.h"
#include "document/document.h"
#include "document/document_reader.h"

namespace grove::knowledge {

/// Whether the `python3` of the PATH has that module.
bool has_python_module(std::string_view module, const CancelToken& cancel);

/// Reads by `unstructured.partition.auto`: typed elements.
std::unique_ptr<document::DocumentReader> open_unstructured();
/// Reads by LlamaIndex's `SimpleDirectoryReader`: one text a page.
std::unique_ptr<document::DocumentReader> open_llamaindex();

/// A list of elements `{type, text, metadata: {page_number, category_depth, text_as_html}}`, as `Element.to_dict` writes them: titles
/// are headings, tables rows, page headers and footers left out. kCorrupt for what is none.
Result<document::Document> read_unstructured_elements(std::string_view json, const document::Budget& budget);

/// A list of texts `{text, metadata: {page_label}}`; each with a label is a page.
Result<document::Document> read_llamaindex_documents(std::string_view json, const document::Budget& budget);

}  // namespace grove::knowledge
