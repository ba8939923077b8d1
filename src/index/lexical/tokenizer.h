#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace grove::index {

/// Which part of a unit a token stands in; BM25F weighs them differently.
enum class Field : unsigned char { kName, kQualifiedName, kPath, kSignature, kDoc, kBody };
inline constexpr int kFieldCount = 6;

/// Identifiers and terms longer than this many bytes are no terms: base64, hashes, minified code.
inline constexpr std::size_t kMaxTermBytes = 64;

/// A piece of text that terms are made of.
struct Word {
  enum class Script : std::uint8_t {
    kAscii,    ///< Letters, digits and underscores.
    kUnicode,  ///< The same with at least one character outside ASCII.
    kBigrams,  ///< Characters of a script written without spaces.
    kSymbol,   ///< One pictograph.
  };
  std::string_view text;
  Script script = Script::kAscii;
};

/// What a byte is to the word scanner.
enum class ByteClass : std::uint8_t { kSeparator = 0, kWord = 1, kWide = 2 };
extern const std::array<ByteClass, 256> kByteClasses;

/// The next word at or behind `position` in a stretch that holds bytes outside ASCII; moves `position` behind it. An empty word where the
/// stretch ends or a separator was skipped. Ill-formed bytes separate.
Word next_wide_word(std::string_view text, std::size_t& position);

/// Calls `on_word` for every word of a text, in order.
template <class OnWord>
void scan_words(std::string_view text, OnWord&& on_word) {
  std::size_t at = 0;
  const std::size_t size = text.size();
  const auto class_at = [&](std::size_t i) { return kByteClasses[static_cast<unsigned char>(text[i])]; };
  while (at < size) {
    const ByteClass first = class_at(at);
    if (first == ByteClass::kSeparator) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < size && class_at(at) == ByteClass::kWord) ++at;
    if (at == size || class_at(at) == ByteClass::kSeparator) {
      on_word(Word{text.substr(begin, at - begin), Word::Script::kAscii});
      continue;
    }
    at = begin;
    while (at < size && class_at(at) != ByteClass::kSeparator) {
      const Word word = next_wide_word(text, at);
      if (!word.text.empty()) on_word(word);
    }
  }
}

/// Makes the terms of one word; holds the buffers for it. Not thread-safe.
class WordTerms {
 public:
  /// The word whole and in parts, folded; valid until the next call. An identifier of one part gives just that, stemmed.
  std::span<const std::string_view> expand(const Word& word);

 private:
  static constexpr std::size_t kMaxParts = 24;

  void expand_ascii(std::string_view word);
  void expand_unicode(std::string_view word);
  void expand_bigrams(std::string_view run);
  void add_part(std::string_view lower);
  void add(std::string_view term);
  void add_folded(std::string_view text);
  char* room(std::size_t size);

  std::array<char, 4096> heap_;
  std::array<std::string_view, 3 * kMaxParts> terms_;
  std::size_t used_ = 0;
  std::size_t count_ = 0;
};

/// The parts of an identifier of ASCII letters, digits and underscores: camelCase, snake_case, digits apart.
std::vector<std::string_view> identifier_parts(std::string_view word);

/// Terms of a text, in order: every identifier whole (`verify_token`, lower-cased) and its parts (camelCase, snake_case, digits apart),
/// words stemmed lightly, scripts without spaces as bigrams, other scripts case-folded and normalised (NFKC). `emit` is called with a view
/// that is valid during the call. The same function makes the terms of texts and of queries.
template <class Emit>
void tokenize(std::string_view text, Emit&& emit) {
  WordTerms terms;
  scan_words(text, [&](const Word& word) {
    for (const std::string_view term : terms.expand(word)) emit(term);
  });
}

/// The terms of a query, each once, in order of appearance.
std::vector<std::string> query_terms(std::string_view query);

}  // namespace grove::index
