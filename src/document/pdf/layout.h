#pragma once

#include "document/budget.h"
#include "document/document.h"
#include "document/pdf/content.h"

namespace grove::document::pdf {

/// The text of a PDF in reading order with its pages, headings and tables. Paragraphs are a line each and apart by an empty one; rows of
/// tables and lines of code are lines. Notes stand behind the text of their page. What is missing is said in the notices. kTimeout or
/// kCancelled where that takes longer than the budget allows.
Result<Document> lay_out(Content content, const Budget& budget);

}  // namespace grove::document::pdf
