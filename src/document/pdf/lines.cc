#include "document/pdf/lines.h"

#include <algorithm>
#include <array>
#include <cctype>
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
constexpr double kSmall = 0.85;      // of the type that it is raised or lowered from
constexpr double kBeside = 0.25;     // of its height: so much of a raised or lowered word stands beside what it belongs to
constexpr double kBehind = 0.3;      // em: and so near behind it
constexpr double kRaised = 0.1;      // of a height

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

double shared_height(const Box& a, const Box& b) { return std::min(a.y1, b.y1) - std::max(a.y0, b.y0); }

bool stands_behind(const Word& word, const Word& before) {
  const double gap = word.box.x0 - before.box.x1;
  return std::abs(gap) <= kBehind * before.size && shared_height(word.box, before.box) >= kBeside * word.box.height();
}

/// Finds in the lines around a line what its raised and lowered words stand behind.
class ScriptTaker {
 public:
  explicit ScriptTaker(std::vector<Line>& lines) : lines_(lines) {}

  /// Exponents and indices that stand higher or lower than their line does are taken into it.
  void run() {
    for (std::size_t i = 0; i < lines_.size(); ++i) take_from(i);
    std::erase_if(lines_, [](const Line& line) { return line.words.empty(); });
  }

 private:
  void take_from(std::size_t i) {
    Words& words = lines_[i].words;
    const double smallest = std::ranges::min(words, {}, &Word::size)->size;
    const bool above = i > 0 && may_take(lines_[i - 1], smallest);
    const bool below = i + 1 < lines_.size() && may_take(lines_[i + 1], smallest);
    if (!above && !below) return;
    std::ranges::stable_sort(words, {}, [](const Word* word) { return word->box.x0; });
    const Words by_end_above = above ? by_end(lines_[i - 1]) : Words();
    const Words by_end_below = below ? by_end(lines_[i + 1]) : Words();
    Line* last_line = nullptr;  // that took the word before
    const Word* last = nullptr;
    Words left;
    for (const Word* word : words) {
      Line* taker = last != nullptr && stands_behind(*word, *last) && word->size <= last->size / kSmall ? last_line : nullptr;
      if (taker == nullptr && is_behind_one_of(by_end_below, *word)) taker = &lines_[i + 1];
      if (taker == nullptr && is_behind_one_of(by_end_above, *word)) taker = &lines_[i - 1];
      if (taker == nullptr) {
        left.push_back(word);
        last = nullptr;
        continue;
      }
      taker->words.push_back(word);
      taker->box.x1 = std::max(taker->box.x1, word->box.x1);
      last_line = taker;
      last = word;
    }
    if (left.size() == words.size()) return;
    words = std::move(left);
    if (words.empty()) return;
    lines_[i].box = words.front()->box;
    for (const Word* word : words) lines_[i].box.cover(word->box);
  }

  using Words = std::vector<const Word*>;

  static bool may_take(const Line& line, double smallest) {
    return !line.words.empty() && smallest <= kSmall * std::ranges::max(line.words, {}, &Word::size)->size;
  }

  static Words by_end(const Line& line) {
    Words words = line.words;
    std::ranges::stable_sort(words, {}, [](const Word* word) { return word->box.x1; });
    return words;
  }

  static bool is_behind_one_of(const Words& by_end, const Word& word) {
    constexpr std::ptrdiff_t kLookedAt = 4;
    const auto end = std::ranges::upper_bound(by_end, word.box.x0 + word.size, {}, [](const Word* other) { return other->box.x1; });
    const auto begin = end - std::min(kLookedAt, end - by_end.begin());
    return std::any_of(begin, end, [&](const Word* other) {
      return word.size <= kSmall * other->size && word.turn == other->turn && stands_behind(word, *other);
    });
  }

  std::vector<Line>& lines_;
};

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
  ScriptTaker(lines).run();
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

bool is_exponent(const Word& word, const Word& before) {
  const bool raised = word.size <= kSmall * before.size && word.box.middle() < before.box.middle() - kRaised * before.box.height();
  if (!raised || before.note_mark || before.text.empty()) return false;
  const char base = before.text.back();
  const bool on_letter = std::isalnum(static_cast<unsigned char>(base)) != 0 || base == ')' || base == ']';
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool letter = word.text.size() == 1 && std::isalpha(static_cast<unsigned char>(word.text.front())) != 0;
  return on_letter && (letter || std::ranges::any_of(word.text, is_digit) || word.text.find("−") != std::string::npos);
}

std::string line_text(const Line& line) {
  std::string text;
  for (std::size_t i = 0; i < line.words.size(); ++i) {
    const Word& word = *line.words[i];
    if (i > 0 && (apart(*line.words[i - 1], word) || word.note_mark || line.words[i - 1]->note_mark)) text.push_back(' ');
    if (i > 0 && !word.note_mark && !text.ends_with(' ') && is_exponent(word, *line.words[i - 1])) text.push_back('^');
    text += word.note_mark ? "[" + spelled_out(word.text) + "]" : spelled_out(word.text);
  }
  return text;
}

}  // namespace grove::document::pdf
