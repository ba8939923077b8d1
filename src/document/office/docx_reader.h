#pragma once

#include <memory>

#include "document/document_reader.h"

namespace grove::document {

/// Word's DOCX (ISO/IEC 29500, WordprocessingML): headings by outline level, numbered and bulleted lists with their labels, tables as rows,
/// footnotes and endnotes after the paragraph that refers to them, text boxes. Nothing that was deleted or moved away under tracked
/// changes, nothing hidden, no field codes, no page headers and footers. It knows no pages: those are made when it is printed.
std::unique_ptr<DocumentReader> open_docx_reader();

}  // namespace grove::document
