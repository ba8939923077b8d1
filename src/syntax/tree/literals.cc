#include "syntax/tree/literals.h"

#include <cctype>
#include <cstdint>

namespace grove::syntax {

using namespace std::string_view_literals;

namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

void append_code_point(std::uint32_t code, std::string& out) {
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0U | (code >> 6U));
    out += static_cast<char>(0x80U | (code & 0x3FU));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0U | (code >> 12U));
    out += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
    out += static_cast<char>(0x80U | (code & 0x3FU));
  } else {
    out += static_cast<char>(0xF0U | (code >> 18U));
    out += static_cast<char>(0x80U | ((code >> 12U) & 0x3FU));
    out += static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
    out += static_cast<char>(0x80U | (code & 0x3FU));
  }
}

/// Hexadecimal digits from `at` on, at most `most`; `at` moves past them. False where there are none.
bool read_hex(std::string_view piece, std::size_t& at, std::size_t most, std::uint32_t& code) {
  const std::size_t begin = at;
  for (code = 0; at < piece.size() && at - begin < most && digit_of(piece[at]) >= 0; ++at)
    code = code * 16 + static_cast<std::uint32_t>(digit_of(piece[at]));
  return at > begin;
}

/// Decodes `\x41`, `\u0041`, `\u{41}`, `\U00000041` whose letter stands at `at`; false where it is none.
bool append_coded(std::string_view piece, std::size_t& at, std::string& out) {
  const char letter = piece[at];
  if (letter != 'x' && letter != 'u' && letter != 'U') return false;
  std::size_t next = at + 1;
  const bool braces = next < piece.size() && piece[next] == '{';
  if (braces) ++next;
  std::uint32_t code = 0;
  if (!read_hex(piece, next, braces || letter == 'U' ? 8 : letter == 'u' ? 4 : 2, code)) return false;
  if (braces && next < piece.size() && piece[next] == '}') ++next;
  std::uint32_t low = 0;
  if (code >= 0xD800 && code < 0xDC00 && piece.substr(next, 2) == "\\u") {  // a surrogate pair
    std::size_t after = next + 2;
    if (read_hex(piece, after, 4, low) && low >= 0xDC00 && low < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10U) + (low - 0xDC00);
      next = after;
    }
  }
  append_code_point(code, out);
  at = next;
  return true;
}

}  // namespace

void append_unescaped(std::string_view piece, std::string& out) {
  for (std::size_t i = 0; i < piece.size();) {
    if (piece[i] != '\\' || i + 1 == piece.size()) {
      out += piece[i++];
      continue;
    }
    ++i;
    if (append_coded(piece, i, out)) continue;
    constexpr std::string_view kLetters = "ntrbfav0\\\"'`/$\n"sv;
    constexpr std::string_view kMeaning = "\n\t\r\b\f\a\v\0\\\"'`/$\n"sv;
    static_assert(kLetters.size() == kMeaning.size());
    const std::size_t known = kLetters.find(piece[i]);
    if (known == std::string_view::npos) out += '\\';
    if (known == std::string_view::npos)
      out += piece[i];
    else if (piece[i] != '\n' && piece[i] != '0')
      out += kMeaning[known];
    ++i;
  }
}

bool is_raw_literal(std::string_view literal) {
  for (const char c : literal) {
    if (c == 'r' || c == 'R' || c == '@') return true;
    if (c == '"' || c == '\'' || c == '`') return false;
  }
  return false;
}

std::string_view without_quotes(std::string_view literal) {
  std::size_t prefix = 0;
  while (prefix < literal.size() && prefix < 6 &&
         (std::isalnum(static_cast<unsigned char>(literal[prefix])) != 0 || literal[prefix] == '#' || literal[prefix] == '@' ||
          literal[prefix] == '$'))
    ++prefix;
  if (prefix == literal.size() || std::string_view("\"'`").find(literal[prefix]) == std::string_view::npos) return literal;
  const char quote = literal[prefix];
  std::size_t hashes = 0;
  while (hashes < prefix && literal[prefix - 1 - hashes] == '#') ++hashes;
  literal.remove_prefix(prefix);
  for (std::size_t i = 0; i < hashes && !literal.empty() && literal.back() == '#'; ++i) literal.remove_suffix(1);
  std::size_t quotes = 1;
  if (literal.size() >= 6 && literal[1] == quote && literal[2] == quote) quotes = 3;
  literal.remove_prefix(quotes);
  for (std::size_t i = 0; i < quotes && !literal.empty() && literal.back() == quote; ++i) literal.remove_suffix(1);
  return literal;
}

bool is_query_tag(std::string_view callee) {
  callee.remove_prefix(callee.rfind('.') + 1);
  return callee == "gql" || callee == "graphql" || callee == "apolloGql";
}

}  // namespace grove::syntax
