#include "index/lexical/matched_words.h"

#include <algorithm>

#include "base/text.h"
#include "index/lexical/tokenizer.h"

namespace grove::index {
namespace {

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool is_word_byte(char c) { return kByteClasses[static_cast<unsigned char>(c)] == ByteClass::kWord; }

/// What of a word gives the term; empty where nothing does.
std::string_view giving(const Word& word, std::string_view term, WordTerms& terms) {
  const auto of_word = terms.expand(word);
  if (std::ranges::find(of_word, term) == of_word.end()) return {};
  if (of_word.front() == term || word.script == Word::Script::kUnicode) return word.text;
  if (word.script == Word::Script::kBigrams) return term;
  for (const std::string_view part : identifier_parts(word.text)) {
    const auto of_part = terms.expand({part, Word::Script::kAscii});
    if (!of_part.empty() && of_part.front() == term) return part;
  }
  return word.text;
}

/// A text, and the same with small letters to look terms up in.
struct Folded {
  std::string_view text;
  std::string folded;
  bool ascii = false;
};

/// Only words that begin like the term, or hold a part that does, are looked at: stemming changes the last letters only.
std::string_view find_ascii(const Folded& in, std::string_view term, WordTerms& terms) {
  const std::string_view beginning = term.substr(0, std::max<std::size_t>(1, term.size() - std::min<std::size_t>(2, term.size() / 2)));
  for (std::size_t at = in.folded.find(beginning); at != std::string::npos; at = in.folded.find(beginning, at)) {
    std::size_t begin = at;
    while (begin > 0 && is_word_byte(in.text[begin - 1])) --begin;
    while (at < in.text.size() && is_word_byte(in.text[at])) ++at;
    const std::string_view found = giving({in.text.substr(begin, at - begin), Word::Script::kAscii}, term, terms);
    if (!found.empty()) return found;
  }
  return {};
}

std::string find_wide(std::string_view text, std::string_view term, WordTerms& terms) {
  std::string found;
  scan_words(text, [&](const Word& word) {
    if (found.empty() && word.script != Word::Script::kAscii) found = giving(word, term, terms);
  });
  return found;
}

}  // namespace

std::vector<std::string> matched_words(std::span<const std::string> terms, std::span<const std::string_view> texts) {
  std::vector<Folded> folded;
  WordTerms expander;
  std::vector<std::string> words;
  for (const std::string& term : terms) {
    const bool ascii_term = is_ascii(term);
    std::string word;
    for (std::size_t i = 0; i < texts.size() && word.empty(); ++i) {
      if (folded.size() <= i) folded.push_back({texts[i], to_lower_ascii(texts[i]), is_ascii(texts[i])});
      if (ascii_term) word = find_ascii(folded[i], term, expander);
      if (word.empty() && !folded[i].ascii) word = find_wide(texts[i], term, expander);
    }
    const bool again = std::ranges::any_of(words, [&](const std::string& other) { return equals_ignoring_ascii_case(other, word); });
    if (!word.empty() && !again) words.push_back(std::move(word));
  }
  return words;
}

}  // namespace grove::index
