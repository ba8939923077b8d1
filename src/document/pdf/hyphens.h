#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "document/pdf/lines.h"

namespace grove::document::pdf {

/// The words of a document, by which it is told whether a hyphen at the end of a line belongs to the word.
class SeenWords {
 public:
  /// Counts the words of a line that are whole: not one that is parted at its end, nor the rest of one that the line before began.
  void add(const Line& line);
  std::uint32_t count(std::string_view word) const;

 private:
  bool went_on_ = false;                                   // the last line ended in a part of a word
  std::unordered_map<std::string, std::uint32_t> counts_;  // in lower case, without punctuation around them
};

/// Appends the next line of a paragraph. A word that was parted at the end of a line is put together: without its hyphen where it is seen
/// so elsewhere, or where nothing speaks for the hyphen; with it where the word is seen with it, or where it isn't between lower-case
/// letters ("UTF-8", "--with-x"). Soft hyphens are always dropped, and an
/// address that is broken behind a slash is whole again; other lines are joined by a space.
void append_line(std::string& paragraph, std::string_view line, const SeenWords& seen);

}  // namespace grove::document::pdf
