#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace grove {

/// Whether all bytes are well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF). Fast on ASCII.
bool is_valid_utf8(std::string_view text);

/// Length of the longest well-formed prefix.
std::size_t valid_utf8_prefix(std::string_view text);

/// The same text with every ill-formed sequence replaced by U+FFFD (one for each maximal subpart, as WHATWG's decoder does).
std::string to_valid_utf8(std::string_view text);

/// A code point and the bytes it took. An ill-formed byte is U+FFFD of size 1.
struct CodePoint {
  char32_t value = 0xFFFD;
  std::uint32_t size = 1;
};
/// REQUIRES: offset < text.size().
CodePoint code_point_at(std::string_view text, std::size_t offset);

void append_utf8(std::string& text, char32_t code_point);

/// Number of code points (of bytes that don't continue one).
std::size_t count_code_points(std::string_view text);

/// The largest size ≤ `size` at which `text` may be cut without splitting a code point.
std::size_t utf8_boundary(std::string_view text, std::size_t size);

}  // namespace grove
