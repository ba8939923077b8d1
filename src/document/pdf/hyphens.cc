#include "document/pdf/hyphens.h"

#include <algorithm>
#include <cctype>

#include "base/text.h"

namespace grove::document::pdf {
namespace {

constexpr std::string_view kSoftHyphen = "\u00AD";
constexpr std::string_view kHyphen = "\u2010";
constexpr std::string_view kEmDash = "\u2014";
constexpr std::size_t kLongestWord = 60;

/// Letters of any script; bytes above ASCII count as letters.
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80U) != 0; }
bool is_word_byte(char c) { return is_letter(c) || c == '-' || c == '\'' || std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::string_view bare(std::string_view word) {
  while (!word.empty() && !is_letter(word.front())) word.remove_prefix(1);
  while (!word.empty() && !is_letter(word.back())) word.remove_suffix(1);
  return word;
}

/// The word characters at the end.
std::string_view last_word(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && is_word_byte(text[begin - 1]) && text.size() - begin < kLongestWord) --begin;
  return text.substr(begin);
}

std::string_view first_word(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_word_byte(text[end]) && end < kLongestWord) ++end;
  return text.substr(0, end);
}

bool is_lower(char c) { return (c >= 'a' && c <= 'z') || (static_cast<unsigned char>(c) & 0x80U) != 0; }

bool is_capitals(std::string_view word) {
  return word.size() > 1 && std::ranges::all_of(word, [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Whether the hyphen between both halves was only put there to part the word.
bool parts_a_word(std::string_view left, std::string_view right, const SeenWords& seen) {
  const std::string together = std::string(left) + std::string(right);
  const std::uint32_t joined = seen.count(together);
  const std::uint32_t hyphenated = seen.count(std::string(left) + "-" + std::string(right));
  if (joined != hyphenated) return joined > hyphenated;
  if (!is_lower(right.front()) && !(is_capitals(left) && is_capitals(right))) return false;
  const auto inner = left.rfind('-');  // "state-of-the-" + "art" has hyphens of its own
  if (inner != std::string_view::npos) return seen.count(right) == 0;
  return seen.count(left) == 0 || seen.count(right) == 0;
}

bool ends_with_address(std::string_view text) { return text.substr(text.rfind(' ') + 1).find("://") != std::string_view::npos; }

/// Addresses are broken behind a slash and the like, without a sign that they go on.
bool ends_inside_address(std::string_view text) {
  return ends_with_address(text) && std::string_view("/_=&?#%").find(text.back()) != std::string_view::npos;
}

bool is_parted(std::string_view word) { return word.ends_with('-') || word.ends_with(kHyphen) || word.ends_with(kSoftHyphen); }

bool ends_with_hyphen(std::string_view text, std::string_view hyphen) { return text.size() > hyphen.size() && text.ends_with(hyphen); }

}  // namespace

void SeenWords::add(const Line& line) {
  const std::string text = line_text(line);
  const auto words = split_words(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool rest = i == 0 && went_on_;
    if (i + 1 == words.size()) went_on_ = is_parted(words[i]);
    const std::string_view word = bare(words[i]);
    const bool whole = !rest && (i + 1 < words.size() || !went_on_);
    if (whole && !word.empty() && word.size() <= kLongestWord) ++counts_[to_lower_ascii(word)];
  }
}

std::uint32_t SeenWords::count(std::string_view word) const {
  const auto found = counts_.find(to_lower_ascii(bare(word)));
  return found == counts_.end() ? 0 : found->second;
}

void append_line(std::string& paragraph, std::string_view line, const SeenWords& seen) {
  if (paragraph.empty() || line.empty()) {
    paragraph += line;
    return;
  }
  for (const std::string_view hyphen : {kSoftHyphen, kHyphen, std::string_view("-")}) {
    if (!ends_with_hyphen(paragraph, hyphen)) continue;
    const std::string_view before = std::string_view(paragraph).substr(0, paragraph.size() - hyphen.size());
    if (hyphen != kSoftHyphen && !is_word_byte(before.back())) break;  // a dash
    const std::string_view left = last_word(before);
    const std::string_view right = first_word(line);
    const bool letters =
        !ends_with_address(before) && !left.empty() && !right.empty() && is_letter(left.back()) && is_letter(right.front());
    if (hyphen == kSoftHyphen || (letters && parts_a_word(left, right, seen))) paragraph.resize(before.size());
    paragraph += line;
    return;
  }
  if (!paragraph.ends_with(kEmDash) && !ends_inside_address(paragraph)) paragraph.push_back(' ');
  paragraph += line;
}

}  // namespace grove::document::pdf
