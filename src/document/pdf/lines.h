#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "document/pdf/content.h"

namespace grove::document::pdf {

/// Words that are read one after the other, in that order.
struct Line {
  std::vector<const Word*> words;  ///< Borrowed, never empty.
  Box box;
  double size = 0;  ///< Of most of its letters.
  bool bold = false;
  bool fixed_pitch = false;  ///< All its letters are of one width, as in code.
};

/// How the letters of a font look.
struct FontStyle {
  bool bold = false;
  bool fixed_pitch = false;
};

/// By their names, and by whether the words set in them are as wide as they are long.
std::vector<FontStyle> font_styles(const Content& content);

/// The size of most letters, in points.
double body_size(const Content& content);

/// The lines of one column, from top to bottom. Raised and lowered words belong to the line that they stand in, or beside whose words they
/// stand.
std::vector<Line> group_lines(std::vector<const Word*> words, const std::vector<FontStyle>& styles);

/// Whether white space separates two neighbours of a line.
bool apart(const Word& left, const Word& right);

/// Whether a word is an exponent of the one before it: a number, a sign or one letter in smaller type that stands higher.
bool is_exponent(const Word& word, const Word& before);

/// The words of a line with single spaces where there is white space between them; ligatures are spelled out, and
/// marks of notes are in brackets,
/// `^` stands before exponents.
std::string line_text(const Line& line);

/// The same with ligatures spelled out, and without characters that show nothing.
std::string spelled_out(std::string_view text);

}  // namespace grove::document::pdf
