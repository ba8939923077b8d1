#pragma once

#include <memory>

#include "document/document_reader.h"

namespace grove::document {

/// Excel's XLSX (ISO/IEC 29500, SpreadsheetML): each sheet that is shown as a section, its rows as rows of tables, apart at blank rows;
/// numbers and dates as their formats show them, formulas by the values that they came to. A first row of distinct words names the columns.
std::unique_ptr<DocumentReader> open_xlsx_reader();

}  // namespace grove::document
