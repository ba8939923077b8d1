#include "syntax/config/property_writer.h"

#include <charconv>

namespace grove::syntax {
namespace {

constexpr std::size_t kMaxProperties = 4000;
constexpr std::size_t kMaxKey = 400;
constexpr std::size_t kMaxValue = 1000;
constexpr std::string_view kOnProfile = "spring.config.activate.on-profile";
constexpr std::string_view kProfiles = "spring.profiles";

/// `key` itself or an element of its list.
bool is_key_or_element(std::string_view key, std::string_view wanted) {
  return key.starts_with(wanted) && (key.size() == wanted.size() || key[wanted.size()] == '[');
}

}  // namespace

std::string_view cut_utf8(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  while (bytes > 0 && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) --bytes;
  return text.substr(0, bytes);
}

void append_utf8(std::string& text, std::uint32_t code) {
  if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) code = 0xFFFD;
  if (code < 0x80) {
    text += static_cast<char>(code);
    return;
  }
  const auto tail = [&](unsigned shift) { text += static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x800) {
    text += static_cast<char>(0xC0U | (code >> 6U));
  } else if (code < 0x10000) {
    text += static_cast<char>(0xE0U | (code >> 12U));
    tail(6);
  } else {
    text += static_cast<char>(0xF0U | (code >> 18U));
    tail(12);
    tail(6);
  }
  tail(0);
}

void KeyPath::name(std::string_view name) {
  if (!text_.empty() && !name.starts_with('[')) text_ += '.';
  text_ += cut_utf8(name, kMaxKey);
}

void KeyPath::index(std::size_t index) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, index).ptr;
  text_ += '[';
  text_.append(digits, end);
  text_ += ']';
}

bool PropertyWriter::full() const { return facts_.properties.size() >= kMaxProperties; }

void PropertyWriter::add(std::string_view key, std::string_view value, std::uint32_t begin) {
  if (full() || key.empty() || key.size() > kMaxKey) return;
  facts_.properties.push_back(
      {.key = facts_.strings.intern(key), .value = facts_.strings.intern(cut_utf8(value, kMaxValue)), .profile = 0, .begin = begin});
}

void PropertyWriter::close_document(std::size_t first) {
  std::string profile;
  for (std::size_t i = first; i < count(); ++i) {
    if (!is_key_or_element(key(i), kOnProfile) && !is_key_or_element(key(i), kProfiles)) continue;
    if (!profile.empty()) profile += ',';
    profile += value(i);
  }
  if (profile.empty()) return;
  const StringId id = facts_.strings.intern(profile);
  for (std::size_t i = first; i < count(); ++i) facts_.properties[i].profile = id;
}

}  // namespace grove::syntax
