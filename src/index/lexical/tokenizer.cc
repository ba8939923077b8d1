#include "index/lexical/tokenizer.h"

#include <algorithm>
#include <cstring>
#include <unordered_set>

#include "index/lexical/stemmer.h"

namespace grove::index {
namespace {

constexpr std::array<ByteClass, 256> make_classes() {
  std::array<ByteClass, 256> classes{};
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = ByteClass::kWord;
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = ByteClass::kWord;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = ByteClass::kWord;
  classes['_'] = ByteClass::kWord;
  for (std::size_t c = 0x80; c < 0x100; ++c) classes[c] = ByteClass::kWide;
  return classes;
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c; }

/// `0xFFul`, `1_000`, `42`: digits with base prefix, separators and suffix.
bool is_number(std::string_view word) {
  if (!is_digit(word[0])) return false;
  if (word.size() > 1 && word[0] == '0' && lower(word[1]) == 'x') return true;
  return std::ranges::all_of(word,
                             [](char c) { return is_digit(c) || c == '_' || c == 'u' || c == 'U' || c == 'l' || c == 'L' || c == 'e'; });
}

/// Where the part that starts at `begin` ends: at a change of letters and digits, before an upper-case letter behind a lower-case one, and
/// before the last upper-case letter of a run that lower-case ones follow (`HTTPServer`), unless they are a plural s (`URLs`).
std::size_t part_end(std::string_view word, std::size_t begin) {
  std::size_t at = begin + 1;
  if (is_digit(word[begin])) {
    while (at < word.size() && is_digit(word[at])) ++at;
    return at;
  }
  if (is_upper(word[begin])) {
    while (at < word.size() && is_upper(word[at])) ++at;
    if (at == word.size() || !is_lower(word[at])) return at;
    const bool plural = at - begin > 1 && word[at] == 's' && (at + 1 == word.size() || !is_lower(word[at + 1]));
    if (plural) return at + 1;
    if (at - begin > 1) return at - 1;
  }
  while (at < word.size() && is_lower(word[at])) ++at;
  return at;
}

struct Parts {
  std::array<std::string_view, 24> views;
  std::size_t count = 0;
};

Parts split_parts(std::string_view word) {
  Parts parts;
  for (std::size_t at = 0; at < word.size() && parts.count < parts.views.size();) {
    if (word[at] == '_') {
      ++at;
      continue;
    }
    const std::size_t end = part_end(word, at);
    parts.views[parts.count++] = word.substr(at, end - at);
    at = end;
  }
  return parts;
}

/// Base64 and hashes fall into many tiny parts that mean nothing.
bool is_noise(std::string_view word, const Parts& parts) { return word.size() > 16 && parts.count * 3 > word.size(); }

}  // namespace

constexpr std::array<ByteClass, 256> kByteClasses = make_classes();

std::span<const std::string_view> WordTerms::expand(const Word& word) {
  used_ = count_ = 0;
  switch (word.script) {
    case Word::Script::kAscii: expand_ascii(word.text); break;
    case Word::Script::kUnicode: expand_unicode(word.text); break;
    case Word::Script::kBigrams: expand_bigrams(word.text); break;
    case Word::Script::kSymbol: add(word.text); break;
  }
  return std::span(terms_).first(count_);
}

char* WordTerms::room(std::size_t size) { return used_ + size <= heap_.size() ? heap_.data() + used_ : nullptr; }

void WordTerms::add(std::string_view term) {
  if (!term.empty() && count_ < terms_.size()) terms_[count_++] = term;
}

/// Stems a lower-cased part; the part stands at the end of the heap.
void WordTerms::add_part(std::string_view lower_part) {
  char* part = room(lower_part.size() + 1);
  if (part == nullptr || lower_part.size() > kMaxTermBytes) return;
  std::memcpy(part, lower_part.data(), lower_part.size());
  const std::size_t size = kStemming && is_lower(part[0]) ? stem(part, lower_part.size()) : lower_part.size();
  used_ += size;
  add({part, size});
}

void WordTerms::expand_ascii(std::string_view word) {
  if (word.size() > 8 * kMaxTermBytes) return;
  char* whole = room(word.size() + 1);
  if (whole == nullptr) return;
  bool plain = word.size() <= kMaxTermBytes;  // nothing but lower-case letters: by far the most frequent kind
  for (std::size_t i = 0; i < word.size(); ++i) {
    plain &= is_lower(word[i]);
    whole[i] = lower(word[i]);
  }
  if (plain) return add({whole, kStemming ? stem(whole, word.size()) : word.size()});
  used_ += word.size();
  const std::string_view folded(whole, word.size());
  if (is_number(word)) {
    const std::size_t end = folded.find_last_not_of("ul");
    if (end + 1 <= 24) add(folded.substr(0, end + 1));
    return;
  }
  const Parts parts = split_parts(word);
  if (parts.count == 1 && parts.views[0].size() == word.size()) return add_part(folded);
  if (parts.count == 0) return;
  const bool fits = word.size() <= kMaxTermBytes;
  if (fits) add(folded);
  if (is_noise(word, parts) || (!fits && parts.count * 4 > word.size())) return;
  for (std::size_t i = 0; i < parts.count; ++i) {
    const std::string_view part = parts.views[i];
    if (part.size() > 1) add_part(folded.substr(static_cast<std::size_t>(part.data() - word.data()), part.size()));
  }
}

std::vector<std::string_view> identifier_parts(std::string_view word) {
  const Parts parts = split_parts(word);
  return {parts.views.begin(), parts.views.begin() + static_cast<std::ptrdiff_t>(parts.count)};
}

std::vector<std::string> query_terms(std::string_view query) {
  std::vector<std::string> terms;
  std::unordered_set<std::string> seen;
  tokenize(query, [&](std::string_view term) {
    if (seen.emplace(term).second) terms.emplace_back(term);
  });
  return terms;
}

}  // namespace grove::index
