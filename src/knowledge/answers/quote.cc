#include "knowledge/answers/quote.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"

namespace grove::knowledge {
namespace {

using document::TextSpan;

bool is_space(char32_t c) {
  return c == ' ' || (c >= 0x09 && c <= 0x0D) || c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/// Letters and digits of ASCII; of other characters all but spaces, punctuation and symbols.
bool is_letter(char32_t c) {
  if (c < 0x80) return (c >= '0' && c <= '9') || ((c | 0x20U) >= 'a' && (c | 0x20U) <= 'z');
  const bool is_latin_mark = c < 0xC0 && c != 0xAA && c != 0xB5 && c != 0xBA;
  const bool is_mark = is_latin_mark || c == 0xD7 || c == 0xF7 || (c >= 0x2000 && c <= 0x2BFF) || (c >= 0x3000 && c <= 0x3004) ||
                       (c >= 0x3008 && c <= 0x3020) || (c >= 0xFF00 && c <= 0xFF0F) || (c >= 0xFF1A && c <= 0xFF20);
  return !is_mark && !is_space(c);
}

/// Without quotation marks and dots of omission at both ends.
std::string_view bare(std::string_view quote) {
  constexpr std::string_view kMarks[] = {"\"", "'", "…", "...", "“", "”", "«", "»", "‘", "’", "„", " "};
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view mark : kMarks) {
      if (quote.starts_with(mark)) quote.remove_prefix(mark.size()), again = true;
      if (quote.ends_with(mark)) quote.remove_suffix(mark.size()), again = true;
    }
  }
  return quote;
}

/// Folded letter by letter where that keeps the size, so that places stay.
std::string folded_in_place(std::string_view text) {
  std::string out = to_lower_ascii(text);
  const std::string folded = fold_case(text);
  return folded.size() == out.size() ? folded : out;
}

std::optional<std::size_t> find_words(std::string_view text, std::string_view name, std::size_t from = 0) {
  for (std::size_t at = text.find(name, from); at != std::string_view::npos; at = text.find(name, at + 1)) {
    const bool begins = !ends_with_letter(text, at) || !begins_with_letter(name, 0);
    const std::size_t end = at + name.size();
    const bool ends = !begins_with_letter(text, end) || !ends_with_letter(name, name.size());
    if (begins && ends) return at;
  }
  return std::nullopt;
}

/// Scripts that write spaces between words: those before Armenian in Unicode, and what matters of the rest.
constexpr char32_t kSpacedScripts = 0x530;

/// Whether a place lies between two letters of a word.
bool splits_word(std::string_view text, std::size_t at) {
  if (at == 0 || at >= text.size()) return false;
  const char32_t left = code_point_at(text, utf8_boundary(text, at - 1)).value, right = code_point_at(text, at).value;
  return is_letter(left) && is_letter(right) && left < kSpacedScripts && right < kSpacedScripts;
}

}  // namespace

QuotedText::QuotedText(std::string_view text) : text_(text) {
  bool was_space = true;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const bool space = is_space(point.value);
    if (space && !was_space) {
      plain_ += ' ';
      offsets_.push_back(static_cast<std::uint32_t>(at));
    }
    for (std::uint32_t i = 0; i < point.size && !space; ++i) {
      plain_ += text[at + i];
      offsets_.push_back(static_cast<std::uint32_t>(at + i));
    }
    was_space = space;
    at += point.size;
  }
}

TextSpan QuotedText::span_of(std::size_t begin, std::size_t size) const {
  return {offsets_[begin], std::uint64_t{offsets_[begin + size - 1]} + 1};
}

std::optional<TextSpan> QuotedText::find(std::string_view quote) const {
  const std::string whole = squeezed(quote);
  for (const std::string_view wanted : {std::string_view(whole), bare(whole)}) {
    if (wanted.empty()) continue;
    const std::size_t at = plain_.find(wanted);
    if (at != std::string::npos) return span_of(at, wanted.size());
  }
  return std::nullopt;
}

std::optional<TextSpan> QuotedText::find_name(std::string_view name) const {
  const std::string wanted = squeezed(name);
  if (wanted.empty()) return std::nullopt;
  if (const auto at = find_words(plain_, wanted)) return span_of(*at, wanted.size());
  if (const auto at = find_words(folded_in_place(plain_), folded_in_place(wanted))) return span_of(*at, wanted.size());
  return std::nullopt;
}

std::vector<TextSpan> QuotedText::find_names(std::string_view name) const {
  std::vector<TextSpan> places;
  const std::string squeezed_name = squeezed(name);
  const std::string wanted = folded_in_place(bare(squeezed_name)), text = folded_in_place(plain_);
  if (wanted.empty()) return places;
  for (auto at = find_words(text, wanted); at; at = find_words(text, wanted, *at + wanted.size()))
    places.push_back(span_of(*at, wanted.size()));
  return places;
}

bool QuotedText::is_telling(TextSpan place, std::string_view name) const {
  const std::string said = squeezed(text_.substr(place.begin, place.end - place.begin));
  constexpr int kFewWords = 3;
  const bool is_long = std::ranges::count(said, ' ') + 1 >= kFewWords;
  if (!is_long && (splits_word(text_, place.begin) || splits_word(text_, place.end))) return false;
  if (fold_case(bare(said)) == fold_case(bare(squeezed(name)))) return true;
  std::size_t letters = 0;
  for (std::size_t at = 0; at < said.size();) {
    const CodePoint point = code_point_at(said, at);
    if (is_letter(point.value)) letters += point.value < kSpacedScripts ? 1 : 2;
    at += point.size;
  }
  return letters >= 3;
}

TextSpan QuotedText::around(TextSpan place, std::uint32_t words) const {
  const auto first = std::ranges::lower_bound(offsets_, place.begin) - offsets_.begin();
  const auto last = std::ranges::lower_bound(offsets_, place.end) - offsets_.begin();
  auto begin = static_cast<std::size_t>(first);
  auto end = static_cast<std::size_t>(last);
  const auto inside = static_cast<std::uint32_t>(std::count(plain_.begin() + first, plain_.begin() + last, ' ')) + 1;
  const std::uint32_t more = words > inside ? (words - inside) / 2 : 0;
  // A place may begin or end within a word; the whole word is taken.
  for (std::uint32_t left = more + 1; begin > 0; --begin)
    if (plain_[begin - 1] == ' ' && --left == 0) break;
  for (std::uint32_t left = more + 1; end < plain_.size(); ++end)
    if (plain_[end] == ' ' && --left == 0) break;
  return end > begin ? span_of(begin, end - begin) : place;
}

bool begins_with_letter(std::string_view text, std::size_t at) { return at < text.size() && is_letter(code_point_at(text, at).value); }

bool ends_with_letter(std::string_view text, std::size_t at) {
  if (at == 0 || at > text.size()) return false;
  const std::size_t begin = utf8_boundary(text, at - 1);
  return is_letter(code_point_at(text, begin).value);
}

std::string squeezed(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    if (!is_space(point.value)) {
      out += text.substr(at, point.size);
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
    at += point.size;
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

}  // namespace grove::knowledge
