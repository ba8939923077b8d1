#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

/// What one PDF says before anything is known of lines and columns: the records of docs/formats/pdf-stream.md.
namespace grove::document::pdf {

/// In points, from the upper left corner of the page as it is shown.
struct Box {
  double x0 = 0;
  double y0 = 0;
  double x1 = 0;
  double y1 = 0;
  double width() const { return x1 - x0; }
  double height() const { return y1 - y0; }
  double middle() const { return (y0 + y1) / 2; }
  /// The smallest box around both.
  void cover(const Box& other);
};

struct Word {
  std::string text;  ///< UTF-8, never empty.
  Box box;
  double size = 0;         ///< Of its type, in points.
  std::uint32_t font = 0;  ///< Of `Content::fonts`.
  std::uint32_t turn = 0;  ///< Degrees clockwise by which its line is turned: 0, 90, 180 or 270.
  bool space_after = false;
  bool ends_line = false;  ///< What follows on the line was taken away: the next line doesn't go on with it.
  bool note_mark = false;  ///< A raised number that leads to a note, or the one that begins the note.
};

struct PageContent {
  std::uint32_t number = 1;  ///< From 1.
  double width = 0;
  double height = 0;
  std::string label;     ///< The document's own, or its number in decimal where it has none.
  bool picture = false;  ///< There is something on it, but no word.
  std::vector<Word> words;
};

struct OutlineItem {
  std::uint32_t level = 1;
  std::string title;
};

/// Something that the program that reads PDFs complained about.
struct Problem {
  std::uint32_t page = 0;  ///< 0: before the first page.
  std::string message;
};

struct Content {
  std::string title;
  bool locked = false;      ///< Nothing can be read without a password.
  bool unreadable = false;  ///< It isn't a PDF, or nothing of it was found.
  bool complete = false;    ///< The reader came to its end.
  std::uint64_t declared_pages = 0;
  std::vector<std::string> fonts;  ///< Names by number; number 0 is no font.
  std::vector<OutlineItem> outline;
  std::vector<PageContent> pages;  ///< Those that were read, in order.
  std::vector<Problem> problems;
};

/// kCorrupt where the records are of another version, or none; a record that is cut off or malformed is left out.
Result<Content> parse_content(std::string_view records);

}  // namespace grove::document::pdf
