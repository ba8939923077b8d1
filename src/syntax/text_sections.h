#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/line_index.h"
#include "model/span.h"

namespace grove::syntax {

struct SectionRequest {
  std::string_view text;       ///< The whole file.
  const LineIndex& lines;      ///< Of `text`.
  LineRange within;            ///< The lines to cut.
  std::uint32_t bytes = 1500;  ///< What a section should not exceed; only a single longer line does.
};

/// Some neighbouring lines of prose or of anything that has no grammar.
struct TextSection {
  LineRange lines;
  ByteRange range;         ///< Whole lines.
  std::string_view title;  ///< Its heading, else its first words; at most 80 bytes; empty for blank lines only.
  std::uint8_t part = 0;   ///< 1, 2, … for the rest of a paragraph too long for one section.
};

/// Cuts lines into sections: neighbouring paragraphs (runs of lines that are not blank, with the blank lines after them) are joined while
/// they fit, a heading begins a new one, a paragraph too long is cut before the least indented of its late lines. Every line is in exactly
/// one section, in order. Headings are underlined lines (reStructuredText, AsciiDoc, setext), `== Title` and LaTeX's `\section{…}`.
/// Linear in the size of the text.
std::vector<TextSection> cut_text(const SectionRequest& request);

}  // namespace grove::syntax
