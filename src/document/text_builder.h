#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "document/budget.h"
#include "document/document.h"

namespace grove::document {

/// Puts the text of a document together from blocks: white space as a browser collapses it, a line end between lines, a blank line between
/// paragraphs, headings and tables noted where they stand. Past the limit of bytes nothing is added. Belongs to one thread.
class TextBuilder {
 public:
  enum class Gap : std::uint8_t { kNone, kLine, kParagraph };

  explicit TextBuilder(const Budget& budget) : limit_(budget.limits().text_bytes) {}

  /// Text of the block at hand; runs of white space count as one space, soft hyphens and zero-width spaces as nothing.
  void text(std::string_view text);
  /// Text that keeps its spaces and line ends.
  void verbatim(std::string_view text);
  /// What comes next stands apart by at least that.
  void gap(Gap gap);
  /// A paragraph of its own.
  void paragraph(std::string_view text);

  /// What comes until `end_item` is an item of a list; its marker ("-", "3.") stands before its first words.
  void begin_item(std::string marker);
  void end_item();

  /// What comes until `end_heading` is the title. A heading without text is none.
  void begin_heading(std::uint32_t level);
  void end_heading();
  void heading(std::uint32_t level, std::string_view title);
  /// A heading at this place that the text itself doesn't show.
  void unwritten_heading(std::uint32_t level, std::string_view title);

  void begin_table();
  enum class Row : std::uint8_t { kCells, kNames };  ///< kNames: the row says what the columns are.
  void row(const std::vector<std::string>& cells, Row kind = Row::kCells);
  void end_table();

  /// The next page begins here; what stood before the first one belongs to none.
  void begin_page(std::string label);
  void notice(std::string text);

  std::uint64_t size() const { return document_.text.size(); }
  bool has_headings_since(std::size_t count) const { return document_.headings.size() > count; }
  std::size_t heading_count() const { return document_.headings.size(); }
  bool is_full() const { return full_; }
  /// Its text ends with one line end. kResourceLimit where there was more than the limit allows.
  Result<Document> take();

 private:
  bool room_for(std::size_t bytes);
  void open_block();

  Document document_;
  std::uint64_t limit_;
  Gap gap_ = Gap::kNone;
  bool space_ = false;  // white space stands before what comes next
  bool full_ = false;
  std::string marker_;  // of the item that begins with what comes next
  std::uint32_t heading_level_ = 0;
  std::uint64_t heading_begin_ = 0;
  bool heading_open_ = false;
  std::uint64_t table_begin_ = 0;
  std::uint64_t table_names_end_ = 0;
  bool table_has_rows_ = false;
};

/// One line of it, as `TextBuilder::text` writes it, without spaces at its ends.
std::string collapsed(std::string_view text);

}  // namespace grove::document
