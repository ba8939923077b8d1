#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "document/document.h"

namespace grove::document {

struct ChunkingOptions {
  std::uint32_t target_words = 350;  ///< A chunk has at most a quarter more.
  std::uint32_t overlap_words = 40;  ///< Whole sentences from the end of the chunk before, within one section; 0 for none.
};

/// A passage of a document, to be read and cited on its own.
struct Chunk {
  TextSpan span;                        ///< Of `Document::text`.
  std::optional<TextSpan> table_names;  ///< It goes on with a table: the lines that say what the columns are, which stand before it.
  std::uint32_t page = 0;               ///< Where it begins; 0 for formats without pages.
  std::uint32_t page_end = 0;           ///< Where it ends.
  std::string page_label;               ///< Of `page`.
  std::vector<std::string> section;     ///< Titles of the headings above it, outermost first.
  std::uint32_t words = 0;
};

/// Cuts a document at its headings; sections that are too long at paragraphs, else at sentences, else at lines, else between words; tables
/// between rows. Every word lies in a chunk; no chunk reaches over a heading.
std::vector<Chunk> cut_into_chunks(const Document& document, const ChunkingOptions& options);

/// A chunk as it is read: the names of its columns, where it goes on with a table, then the text of its span.
std::string text_of(const Document& document, const Chunk& chunk);

}  // namespace grove::document
