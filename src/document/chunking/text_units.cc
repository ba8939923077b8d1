#include "document/chunking/text_units.h"

#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include <algorithm>
#include <memory>
#include <string>

#include "base/utf8.h"

namespace grove::document {
namespace {

constexpr std::size_t kLongestWord = 200;  // bytes: what is longer counts, and is cut, as several

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Han, Kana, Bopomofo, Thai, Lao, Khmer, Myanmar: written without spaces between words.
bool stands_for_a_word(char32_t point) {
  return (point >= 0x2E80 && point <= 0x312F) || (point >= 0x31A0 && point <= 0x4DBF) || (point >= 0x4E00 && point <= 0x9FFF) ||
         (point >= 0xF900 && point <= 0xFAFF) || (point >= 0x20000 && point <= 0x3FFFF) || (point >= 0x0E00 && point <= 0x0EFF) ||
         (point >= 0x1000 && point <= 0x109F) || (point >= 0x1780 && point <= 0x17FF);
}

/// Whether a line begins like an item of a list: a bullet, or a short number with a point or bracket.
bool begins_item(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return false;
  line.remove_prefix(begin);
  if (line.starts_with("- ") || line.starts_with("* ") || line.starts_with("+ ") || line.starts_with("• ")) return true;
  const std::size_t digits = line.find_first_not_of("0123456789");
  return digits != std::string_view::npos && digits > 0 && digits <= 3 && (line[digits] == '.' || line[digits] == ')') &&
         line.substr(digits + 1).starts_with(" ");
}

struct CloseBreaks {
  void operator()(UBreakIterator* breaks) const { ubrk_close(breaks); }
};
struct CloseText {
  void operator()(UText* text) const { utext_close(text); }
};

/// Ends of sentences, as offsets into a text whose line ends are spaces but before items.
std::vector<std::uint64_t> sentence_ends(std::string_view text) {
  std::string joined(text);
  for (std::size_t at = joined.find('\n'); at != std::string::npos; at = joined.find('\n', at + 1))
    if (!begins_item(text.substr(at + 1, 16))) joined[at] = ' ';
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UText, CloseText> input(utext_openUTF8(nullptr, joined.data(), static_cast<std::int64_t>(joined.size()), &status));
  const std::unique_ptr<UBreakIterator, CloseBreaks> breaks(ubrk_open(UBRK_SENTENCE, "en", nullptr, 0, &status));
  if (U_FAILURE(status)) return {text.size()};
  ubrk_setUText(breaks.get(), input.get(), &status);
  std::vector<std::uint64_t> ends;
  if (U_SUCCESS(status))
    for (std::int32_t at = ubrk_next(breaks.get()); at != UBRK_DONE; at = ubrk_next(breaks.get()))
      ends.push_back(static_cast<std::uint64_t>(at));
  if (ends.empty() || ends.back() != text.size()) ends.push_back(text.size());
  return ends;
}

std::vector<std::uint64_t> paragraph_ends(std::string_view text) {
  std::vector<std::uint64_t> ends;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at)) {
    const std::size_t next = std::min(text.find_first_not_of(" \t\f\n", at), text.size());
    const bool blank_line =
        std::count(text.begin() + static_cast<std::ptrdiff_t>(at), text.begin() + static_cast<std::ptrdiff_t>(next), '\n') > 1;
    // The white space before the first word of the next line is its indentation.
    const std::size_t end = text.rfind('\n', next == 0 ? 0 : next - 1) + 1;
    if (blank_line && end < text.size()) ends.push_back(end);
    at = std::max(next, at + 1);
    if (at >= text.size()) break;
  }
  ends.push_back(text.size());
  return ends;
}

std::vector<std::uint64_t> line_ends(std::string_view text) {
  std::vector<std::uint64_t> ends;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos && at + 1 < text.size(); at = text.find('\n', at + 1))
    ends.push_back(at + 1);
  ends.push_back(text.size());
  return ends;
}

/// Also within words that no line could hold.
std::vector<std::uint64_t> word_ends(std::string_view text) {
  std::vector<std::uint64_t> ends;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < text.size();) {
    const CodePoint point = code_point_at(text, i);
    i += point.size;
    const bool at_end = i < text.size() && !is_space(text[i]) && (is_space(text[i - 1]) || stands_for_a_word(point.value));
    if (!at_end && i - begin < kLongestWord) continue;
    if (i < text.size()) ends.push_back(i);
    begin = i;
  }
  ends.push_back(text.size());
  return ends;
}

std::vector<std::uint64_t> ends_of(std::string_view text, UnitKind kind) {
  switch (kind) {
    case UnitKind::kParagraph: return paragraph_ends(text);
    case UnitKind::kSentence: return sentence_ends(text);
    case UnitKind::kLine: return line_ends(text);
    case UnitKind::kWord: return word_ends(text);
  }
  return {text.size()};
}

}  // namespace

std::uint32_t count_words(std::string_view text) {
  std::uint32_t words = 0;
  bool in_word = false;
  std::size_t begin = 0;  // of the word
  for (std::size_t i = 0; i < text.size();) {
    if (in_word && i - begin >= kLongestWord) in_word = false;
    if (!in_word) begin = i;
    if (static_cast<unsigned char>(text[i]) < 0x80) {
      const bool space = is_space(text[i]);
      words += !space && !in_word ? 1 : 0;
      in_word = !space;
      ++i;
      continue;
    }
    const CodePoint point = code_point_at(text, i);
    const bool alone = stands_for_a_word(point.value);
    words += alone || !in_word ? 1 : 0;
    in_word = !alone;
    i += point.size;
  }
  return words;
}

std::vector<TextSpan> units_in(std::string_view text, TextSpan span, UnitKind kind) {
  std::vector<TextSpan> units;
  std::uint64_t begin = span.begin;
  for (const std::uint64_t end : ends_of(text.substr(span.begin, span.end - span.begin), kind)) {
    if (span.begin + end <= begin) continue;
    units.push_back({.begin = begin, .end = span.begin + end});
    begin = span.begin + end;
  }
  return units;
}

}  // namespace grove::document
