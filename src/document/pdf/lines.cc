#include "document/pdf/lines.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "base/text.h"
#include "base/utf8.h"

namespace grove::document::pdf {
namespace {

constexpr double kSpace = 0.15;      // of the type size: less is the distance of letters
constexpr double kSameWidth = 0.03;  // of an em: how far the letters of a fixed pitch may differ
constexpr std::size_t kSamples = 5;  // words that tell a fixed pitch
constexpr double kInside = 0.2;      // of a line's height: how far the middle of a word has to lie in it

bool names(const std::string& font, std::initializer_list<std::string_view> signs) {
  const std::string name = to_lower_ascii(font);
  return std::ranges::any_of(signs, [&name](std::string_view sign) { return name.find(sign) != std::string::npos; });
}

struct Pitch {
  double least = 1e9;
  double most = 0;
  std::size_t words = 0;
};

/// The widths of letters, in em, in words that have enough of them to tell.
std::vector<Pitch> pitches(const Content& content) {
  std::vector<Pitch> pitches(content.fonts.size());
  for (const PageContent& page : content.pages) {
    for (const Word& word : page.words) {
      const bool letters = std::ranges::count_if(word.text, [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }) >= 3;
      if (!letters || word.turn != 0 || word.size <= 0) continue;
      Pitch& pitch = pitches[word.font];
      const double width = word.box.width() / static_cast<double>(count_code_points(word.text)) / word.size;
      pitch.least = std::min(pitch.least, width);
      pitch.most = std::max(pitch.most, width);
      ++pitch.words;
    }
  }
  return pitches;
}

bool lies_in(const Box& inner, const Box& outer) {
  const double slack = kInside * outer.height();
  return inner.middle() > outer.y0 + slack && inner.middle() < outer.y1 - slack;
}

bool is_right_to_left(char32_t c) { return (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) || (c >= 0xFE70 && c <= 0xFEFC); }

/// Whether most of the letters are of a script that is written from right to left.
bool reads_leftwards(const Line& line) {
  std::size_t leftwards = 0;
  std::size_t letters = 0;
  for (const Word* word : line.words) {
    for (std::size_t at = 0; at < word->text.size();) {
      const CodePoint c = code_point_at(word->text, at);
      at += c.size;
      letters += c.value > 0x40 ? 1U : 0U;
      leftwards += is_right_to_left(c.value) ? 1U : 0U;
    }
  }
  return 2 * leftwards > letters;
}

void finish(Line& line, const std::vector<FontStyle>& styles) {
  std::ranges::stable_sort(line.words, {}, [](const Word* word) { return word->box.x0; });
  if (reads_leftwards(line)) std::ranges::reverse(line.words);
  std::map<double, std::size_t> letters_of_size;
  std::size_t letters = 0, bold = 0, fixed = 0;
  for (const Word* word : line.words) {
    const std::size_t count = word->text.size();
    letters += count;
    letters_of_size[std::round(word->size * 10) / 10] += count;
    const FontStyle style = word->font < styles.size() ? styles[word->font] : FontStyle{};
    bold += style.bold ? count : 0;
    fixed += style.fixed_pitch ? count : 0;
  }
  line.size = std::ranges::max_element(letters_of_size, {}, [](const auto& entry) { return entry.second; })->first;
  line.bold = 2 * bold > letters;
  line.fixed_pitch = 10 * fixed >= 9 * letters;
}

struct Spelling {
  char32_t character;
  std::string_view letters;
};
/// Presentation forms that stand for several letters (Unicode, Alphabetic Presentation Forms).
constexpr std::array kLigatures = {Spelling{0xFB00, "ff"},  Spelling{0xFB01, "fi"}, Spelling{0xFB02, "fl"}, Spelling{0xFB03, "ffi"},
                                   Spelling{0xFB04, "ffl"}, Spelling{0xFB05, "st"}, Spelling{0xFB06, "st"}};

bool shows_nothing(char32_t c) { return c < 0x20 || c == 0x7F || (c >= 0x80 && c < 0xA0) || (c >= 0x200B && c <= 0x200D) || c == 0xFEFF; }

}  // namespace

std::vector<FontStyle> font_styles(const Content& content) {
  std::vector<FontStyle> styles(content.fonts.size());
  const auto widths = pitches(content);
  for (std::size_t i = 0; i < styles.size(); ++i) {
    styles[i].bold = names(content.fonts[i], {"bold", "black", "heavy", "cmbx", "-bd"});
    const bool measured = widths[i].words >= kSamples && widths[i].most - widths[i].least < kSameWidth;
    styles[i].fixed_pitch = measured || names(content.fonts[i], {"mono", "courier", "consol", "typewriter", "cmtt"});
  }
  return styles;
}

double body_size(const Content& content) {
  std::map<double, std::size_t> letters;
  for (const PageContent& page : content.pages) {
    for (const Word& word : page.words) letters[std::round(word.size * 10) / 10] += word.text.size();
  }
  if (letters.empty()) return 10;
  return std::ranges::max_element(letters, {}, [](const auto& entry) { return entry.second; })->first;
}

std::vector<Line> group_lines(std::vector<const Word*> words, const std::vector<FontStyle>& styles) {
  std::ranges::stable_sort(words, {}, [](const Word* word) { return word->box.middle(); });
  std::vector<Line> lines;
  Box core;  // of the largest word of the line, which raised and lowered ones don't stretch
  for (const Word* word : words) {
    if (lines.empty() || !(lies_in(word->box, core) || lies_in(core, word->box))) {
      lines.push_back({.words = {word}, .box = word->box});
      core = word->box;
      continue;
    }
    lines.back().words.push_back(word);
    lines.back().box.cover(word->box);
    if (word->box.height() > core.height()) core = word->box;
  }
  for (Line& line : lines) finish(line, styles);
  return lines;
}

bool apart(const Word& left, const Word& right) {
  const double gap = std::max(right.box.x0 - left.box.x1, left.box.x0 - right.box.x1);
  return left.space_after || gap > kSpace * std::min(left.size, right.size);
}

std::string spelled_out(std::string_view text) {
  std::string letters;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint c = code_point_at(text, at);
    at += c.size;
    const auto* ligature = std::ranges::find(kLigatures, c.value, &Spelling::character);
    if (ligature != kLigatures.end()) {
      letters += ligature->letters;
    } else if (c.value == 0xA0) {
      letters.push_back(' ');
    } else if (!shows_nothing(c.value)) {
      append_utf8(letters, c.value);
    }
  }
  return letters;
}

std::string line_text(const Line& line) {
  std::string text;
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    const Word& word = *line.words[i];
    if (i > 0 && (apart(*line.words[i - 1], word) || word.note_mark || line.words[i - 1]->note_mark)) text.push_back(' ');
    text += word.note_mark ? "[" + spelled_out(word.text) + "]" : spelled_out(word.text);
  }
  return text;
}

}  // namespace grove::document::pdf
