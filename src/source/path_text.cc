#include "source/path_text.h"

#include <cstdint>
#include <optional>

#include "base/utf8.h"

namespace grove::source {
namespace {

constexpr std::size_t kEscapeBytes = 4;  // \xHH

std::optional<unsigned> digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  return std::nullopt;
}

/// The byte that an escape at the beginning of `text` stands for.
std::optional<char> escaped_byte(std::string_view text) {
  if (text.size() < kEscapeBytes || !text.starts_with("\\x")) return std::nullopt;
  const auto high = digit(text[2]);
  const auto low = digit(text[3]);
  if (!high || !low) return std::nullopt;
  return static_cast<char>(*high * 16 + *low);
}

void append_escape(std::string& text, char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto value = static_cast<std::uint8_t>(byte);
  text += "\\x";
  text += kDigits[value >> 4U];
  text += kDigits[value & 15U];
}

}  // namespace

std::string to_text_path(std::string_view raw) {
  if (raw.find('\\') == std::string_view::npos && is_valid_utf8(raw)) return std::string(raw);
  std::string text;
  for (std::size_t i = 0; i < raw.size();) {
    const std::size_t size = code_point_at(raw, i).size;
    const std::string_view bytes = raw.substr(i, size);
    if (is_valid_utf8(bytes) && !escaped_byte(raw.substr(i))) {
      text += bytes;
    } else {
      append_escape(text, raw[i]);
    }
    i += size;
  }
  return text;
}

std::string to_raw_path(std::string_view text) {
  if (text.find("\\x") == std::string_view::npos) return std::string(text);
  std::string raw;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = escaped_byte(text.substr(i));
    raw += byte.value_or(text[i]);
    i += byte ? kEscapeBytes : 1;
  }
  return raw;
}

}  // namespace grove::source
