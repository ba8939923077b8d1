#pragma once

#include <string>

#include "document/html/markup_tree.h"
#include "document/office/docx_numbering.h"
#include "document/office/docx_styles.h"
#include "document/text_builder.h"

namespace grove::document {

/// The parts that a body refers to.
struct DocxParts {
  const MarkupTree& footnotes;
  const MarkupTree& endnotes;
  const DocxStyles& styles;
  DocxNumbering& numbering;
};

/// Writes the paragraphs and tables of `word/document.xml`. Returns what its first paragraph of style Title says, or nothing.
std::string write_docx_body(const MarkupTree& document, const DocxParts& parts, TextBuilder& text);

}  // namespace grove::document
