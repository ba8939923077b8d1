#include "base/utf8.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/check.h"

namespace grove {
namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080ULL;

std::uint8_t byte_at(std::string_view text, std::size_t i) { return static_cast<std::uint8_t>(text[i]); }

std::uint64_t word_at(std::string_view text, std::size_t i) {
  std::uint64_t word = 0;
  std::memcpy(&word, text.data() + i, sizeof word);
  return word;
}

/// End of the run of ASCII bytes that begins at `i`.
std::size_t skip_ascii(std::string_view text, std::size_t i) {
  for (; i + 16 <= text.size(); i += 16)
    if (((word_at(text, i) | word_at(text, i + 8)) & kHighBits) != 0) break;
  while (i < text.size() && byte_at(text, i) < 0x80) ++i;
  return i;
}

/// What may follow a leading byte (RFC 3629, section 4): length of the sequence and the range of its second byte.
struct Lead {
  std::uint32_t size = 0;  // 0: no sequence begins so
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
};

Lead lead_of(std::uint8_t byte) {
  if (byte < 0xC2) return {};
  if (byte < 0xE0) return {.size = 2};
  if (byte < 0xF0)
    return {.size = 3,
            .low = static_cast<std::uint8_t>(byte == 0xE0 ? 0xA0 : 0x80),
            .high = static_cast<std::uint8_t>(byte == 0xED ? 0x9F : 0xBF)};
  if (byte < 0xF5)
    return {.size = 4,
            .low = static_cast<std::uint8_t>(byte == 0xF0 ? 0x90 : 0x80),
            .high = static_cast<std::uint8_t>(byte == 0xF4 ? 0x8F : 0xBF)};
  return {};
}

struct Sequence {
  std::uint32_t size = 1;  // bytes of the sequence, or of the ill-formed subpart
  bool valid = false;
};

/// The sequence that begins with the non-ASCII byte at `i`.
Sequence sequence_at(std::string_view text, std::size_t i) {
  const Lead lead = lead_of(byte_at(text, i));
  if (lead.size == 0) return {};
  for (std::uint32_t k = 1; k < lead.size; ++k) {
    if (i + k >= text.size()) return {.size = k};
    const std::uint8_t byte = byte_at(text, i + k);
    if (byte < (k == 1 ? lead.low : 0x80) || byte > (k == 1 ? lead.high : 0xBF)) return {.size = k};
  }
  return {.size = lead.size, .valid = true};
}

}  // namespace

std::size_t valid_utf8_prefix(std::string_view text) {
  std::size_t i = 0;
  while ((i = skip_ascii(text, i)) < text.size()) {
    // Stay here while the text is not ASCII: whole files of CJK are common.
    while (i < text.size() && byte_at(text, i) >= 0x80) {
      const Sequence sequence = sequence_at(text, i);
      if (!sequence.valid) return i;
      i += sequence.size;
    }
  }
  return i;
}

bool is_valid_utf8(std::string_view text) { return valid_utf8_prefix(text) == text.size(); }

std::string to_valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const std::size_t good = valid_utf8_prefix(text);
    valid.append(text.substr(0, good));
    text.remove_prefix(good);
    if (text.empty()) break;
    valid += "\xEF\xBF\xBD";
    text.remove_prefix(sequence_at(text, 0).size);
  }
  return valid;
}

CodePoint code_point_at(std::string_view text, std::size_t offset) {
  GROVE_CONTRACT(offset < text.size());
  const std::uint8_t first = byte_at(text, offset);
  if (first < 0x80) return {.value = first, .size = 1};
  const Sequence sequence = sequence_at(text, offset);
  if (!sequence.valid) return {};
  char32_t value = first & (0x7FU >> sequence.size);
  for (std::uint32_t k = 1; k < sequence.size; ++k) value = (value << 6U) | (byte_at(text, offset + k) & 0x3FU);
  return {.value = value, .size = sequence.size};
}

void append_utf8(std::string& text, char32_t code_point) {
  const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  const bool surrogate = code_point >= 0xD800 && code_point < 0xE000;
  if (surrogate || code_point > 0x10FFFF) code_point = 0xFFFD;
  if (code_point < 0x80) return put(code_point);
  if (code_point < 0x800) return put(0xC0U | (code_point >> 6U)), put(0x80U | (code_point & 0x3FU));
  if (code_point < 0x10000) {
    put(0xE0U | (code_point >> 12U));
  } else {
    put(0xF0U | (code_point >> 18U));
    put(0x80U | ((code_point >> 12U) & 0x3FU));
  }
  put(0x80U | ((code_point >> 6U) & 0x3FU));
  put(0x80U | (code_point & 0x3FU));
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<std::uint8_t>(c) & 0xC0U) != 0x80U;
  return count;
}

std::size_t utf8_boundary(std::string_view text, std::size_t size) {
  if (size >= text.size()) return text.size();
  while (size > 0 && (byte_at(text, size) & 0xC0U) == 0x80U) --size;
  return size;
}

}  // namespace grove
