#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace grove::document {

/// Bytes `[begin, end)` of `Document::text`.
struct TextSpan {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  friend bool operator==(TextSpan, TextSpan) = default;
};

struct Page {
  std::uint32_t number = 1;  ///< Physical, from 1.
  std::string label = {};    ///< As printed on it ("xii"); empty where the document has none.
  TextSpan span;
};

/// Begins at `offset` and lasts until the next heading of its level or a higher one.
struct Heading {
  std::uint32_t level = 1;  ///< 1 is the highest.
  std::string title = {};
  std::uint64_t offset = 0;
};

struct Notice {
  std::uint32_t page = 0;  ///< 0: the whole document.
  std::string text = {};   ///< What a reader of the result has to know: "page 7 is a picture without text".
};

/// What one document says: its text in reading order, UTF-8 with line feeds, and where in it pages and sections lie.
struct Document {
  std::string title = {};  ///< Its own; empty where it names none.
  std::string media_type = {};
  std::string text = {};
  std::vector<Page> pages = {};            ///< In order, without gaps; empty for formats without pages.
  std::vector<Heading> headings = {};      ///< In order.
  std::vector<TextSpan> tables = {};       ///< Lines of `text` that are rows of one table, cells apart by ` | `.
  std::vector<TextSpan> table_names = {};  ///< The lines at the begin of those tables that say what their columns are.
  std::vector<Notice> notices = {};
};

}  // namespace grove::document
