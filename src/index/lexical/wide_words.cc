// The slow path of the tokenizer: words with characters outside ASCII.
#include <utf8proc.h>

#include <array>
#include <cstring>

#include "index/lexical/tokenizer.h"

namespace grove::index {
namespace {

constexpr std::size_t kMaxWideWordBytes = 256;
constexpr std::size_t kMaxRunCharacters = 64;
constexpr auto kFold =
    static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);

enum class CharacterClass : std::uint8_t { kSeparator, kLetter, kBigram, kSymbol };

struct Character {
  std::int32_t code = -1;  // -1: ill-formed
  std::size_t bytes = 1;
};

Character decode(std::string_view text, std::size_t at) {
  Character character;
  const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(text.data() + at);
  const utf8proc_ssize_t read = utf8proc_iterate(data, static_cast<utf8proc_ssize_t>(text.size() - at), &character.code);
  if (read > 0) character.bytes = static_cast<std::size_t>(read);
  return character;
}

struct CodeRange {
  std::int32_t first;
  std::int32_t last;
};
/// Scripts that are written without spaces: Thai, Lao, Myanmar, Khmer, Kana, Han, Hangul.
constexpr std::array<CodeRange, 13> kUnspaced = {{{0x0E00, 0x0EFF},
                                                  {0x1000, 0x109F},
                                                  {0x1100, 0x11FF},
                                                  {0x1780, 0x17FF},
                                                  {0x3005, 0x3007},
                                                  {0x3041, 0x309F},
                                                  {0x30A1, 0x318F},
                                                  {0x31F0, 0x31FF},
                                                  {0x3400, 0x4DBF},
                                                  {0x4E00, 0x9FFF},
                                                  {0xAC00, 0xD7AF},
                                                  {0xF900, 0xFAFF},
                                                  {0x20000, 0x3FFFF}}};

bool is_unspaced(std::int32_t code) {
  for (const CodeRange range : kUnspaced)
    if (code >= range.first && code <= range.last) return true;
  return code >= 0xFF66 && code <= 0xFF9F;
}

CharacterClass class_of(std::int32_t code) {
  if (code < 0) return CharacterClass::kSeparator;
  if (code < 0x80)
    return kByteClasses[static_cast<std::size_t>(code)] == ByteClass::kWord ? CharacterClass::kLetter : CharacterClass::kSeparator;
  switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO: return is_unspaced(code) ? CharacterClass::kBigram : CharacterClass::kLetter;
    case UTF8PROC_CATEGORY_SO: return CharacterClass::kSymbol;
    default: return CharacterClass::kSeparator;
  }
}

bool is_mark(std::int32_t code) {
  const utf8proc_category_t category = code < 0 ? UTF8PROC_CATEGORY_CN : utf8proc_category(code);
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC || category == UTF8PROC_CATEGORY_ME;
}

std::string_view read_bigram_run(std::string_view text, std::size_t& position) {
  const std::size_t begin = position;
  std::size_t last = begin;
  for (std::size_t count = 0; position < text.size(); ++count) {
    const Character next = decode(text, position);
    if (class_of(next.code) != CharacterClass::kBigram && !(count > 0 && is_mark(next.code))) break;
    if (count == kMaxRunCharacters) {
      position = last;  // the next run repeats the last character, so that no bigram is lost
      return text.substr(begin, last + decode(text, last).bytes - begin);
    }
    last = position;
    position += next.bytes;
  }
  return text.substr(begin, position - begin);
}

Word read_letters(std::string_view text, std::size_t& position) {
  const std::size_t begin = position;
  bool wide = false;
  while (position < text.size()) {
    const Character next = decode(text, position);
    if (class_of(next.code) != CharacterClass::kLetter) break;
    wide |= next.code >= 0x80;
    position += next.bytes;
  }
  return {text.substr(begin, position - begin), wide ? Word::Script::kUnicode : Word::Script::kAscii};
}

enum class Shape : std::uint8_t { kLower, kUpper, kDigit, kUnderscore, kMark };

Shape shape_of(std::int32_t code) {
  if (code == '_') return Shape::kUnderscore;
  switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LT: return Shape::kUpper;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO: return Shape::kDigit;
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME: return Shape::kMark;
    default: return Shape::kLower;
  }
}

/// Whether a part ends between two characters, as in ASCII words (but `HTTPServer` needs no such care here).
bool breaks(Shape before, Shape after) {
  if (after == Shape::kMark) return false;
  if (before == Shape::kUnderscore || after == Shape::kUnderscore) return true;
  if ((before == Shape::kDigit) != (after == Shape::kDigit)) return true;
  return before == Shape::kLower && after == Shape::kUpper;
}

}  // namespace

Word next_wide_word(std::string_view text, std::size_t& position) {
  const Character first = decode(text, position);
  switch (class_of(first.code)) {
    case CharacterClass::kLetter: return read_letters(text, position);
    case CharacterClass::kBigram: return {read_bigram_run(text, position), Word::Script::kBigrams};
    case CharacterClass::kSymbol: position += first.bytes; return {text.substr(position - first.bytes, first.bytes), Word::Script::kSymbol};
    case CharacterClass::kSeparator: break;
  }
  position += first.bytes;
  return {};
}

/// Folds a piece to NFKC with case folding onto the heap and adds it.
void WordTerms::add_folded(std::string_view text) {
  std::array<utf8proc_int32_t, 4 * kMaxWideWordBytes> codes;
  const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  utf8proc_ssize_t count = utf8proc_decompose(data, static_cast<utf8proc_ssize_t>(text.size()), codes.data(),
                                              static_cast<utf8proc_ssize_t>(codes.size() - 1), kFold);
  if (count <= 0 || count >= static_cast<utf8proc_ssize_t>(codes.size())) return;
  count = utf8proc_normalize_utf32(codes.data(), count, kFold);
  if (count <= 0) return;
  char* begin = room(static_cast<std::size_t>(count) * 4);
  if (begin == nullptr) return;
  std::size_t size = 0;
  for (utf8proc_ssize_t i = 0; i < count; ++i)
    size += static_cast<std::size_t>(
        utf8proc_encode_char(codes[static_cast<std::size_t>(i)], reinterpret_cast<utf8proc_uint8_t*>(begin + size)));
  if (size > kMaxTermBytes) return;
  used_ += size;
  add({begin, size});
}

void WordTerms::expand_unicode(std::string_view word) {
  if (word.size() > kMaxWideWordBytes) return;
  add_folded(word);
  std::size_t begin = 0;
  Shape before = Shape::kUnderscore;
  std::size_t parts = 0;
  const auto finish = [&](std::size_t end, Shape shape) {
    const bool whole = begin == 0 && end == word.size();
    const bool single = end - begin <= decode(word, begin).bytes;
    if (end > begin && shape != Shape::kUnderscore && !whole && !single && parts++ < kMaxParts) add_folded(word.substr(begin, end - begin));
    begin = end;
  };
  for (std::size_t at = 0; at < word.size();) {
    const Character next = decode(word, at);
    const Shape shape = shape_of(next.code);
    if (at > begin && breaks(before, shape)) finish(at, before);
    if (shape != Shape::kMark) before = shape;
    at += next.bytes;
  }
  finish(word.size(), before);
}

void WordTerms::expand_bigrams(std::string_view run) {
  std::array<utf8proc_int32_t, 4 * kMaxRunCharacters + 1> codes;
  const auto* data = reinterpret_cast<const utf8proc_uint8_t*>(run.data());
  utf8proc_ssize_t count = utf8proc_decompose(data, static_cast<utf8proc_ssize_t>(run.size()), codes.data(),
                                              static_cast<utf8proc_ssize_t>(codes.size() - 1), kFold);
  if (count <= 0 || count >= static_cast<utf8proc_ssize_t>(codes.size())) return;
  count = utf8proc_normalize_utf32(codes.data(), count, kFold);
  const utf8proc_ssize_t grams = count == 1 ? 1 : count - 1;
  for (utf8proc_ssize_t i = 0; i < grams; ++i) {
    char* begin = room(8);
    if (begin == nullptr) return;
    auto* out = reinterpret_cast<utf8proc_uint8_t*>(begin);
    std::size_t size = static_cast<std::size_t>(utf8proc_encode_char(codes[static_cast<std::size_t>(i)], out));
    if (count > 1) size += static_cast<std::size_t>(utf8proc_encode_char(codes[static_cast<std::size_t>(i) + 1], out + size));
    used_ += size;
    add({begin, size});
  }
}

}  // namespace grove::index
