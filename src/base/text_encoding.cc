#include "base/text_encoding.h"

#include <algorithm>
#include <array>

#include "base/encoding_detector.h"
#include "base/utf8.h"

namespace grove {
namespace {

using namespace std::string_view_literals;

enum class ByteOrder { kLittle, kBig };

template <std::size_t kSize>
char32_t unit_at(std::string_view bytes, std::size_t i, ByteOrder order) {
  char32_t unit = 0;
  for (std::size_t k = 0; k < kSize; ++k) {
    const std::size_t at = order == ByteOrder::kBig ? i + k : i + kSize - 1 - k;
    unit = (unit << 8U) | static_cast<std::uint8_t>(bytes[at]);
  }
  return unit;
}

std::string from_utf16(std::string_view bytes, ByteOrder order) {
  std::string text;
  text.reserve(bytes.size());
  std::size_t i = 0;
  while (i + 2 <= bytes.size()) {
    char32_t unit = unit_at<2>(bytes, i, order);
    i += 2;
    const bool leading = unit >= 0xD800 && unit < 0xDC00;
    if (leading && i + 2 <= bytes.size()) {
      const char32_t trailing = unit_at<2>(bytes, i, order);
      if (trailing >= 0xDC00 && trailing < 0xE000) {
        unit = 0x10000 + ((unit - 0xD800) << 10U) + (trailing - 0xDC00);
        i += 2;
      }
    }
    append_utf8(text, unit);
  }
  if (i < bytes.size()) append_utf8(text, 0xFFFD);
  return text;
}

std::string from_utf32(std::string_view bytes, ByteOrder order) {
  std::string text;
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4) append_utf8(text, unit_at<4>(bytes, i, order));
  if (bytes.size() % 4 != 0) append_utf8(text, 0xFFFD);
  return text;
}

/// What windows-1252 has where Latin-1 has control characters.
constexpr std::array<char16_t, 32> kWindows1252 = {0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
                                                   0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
                                                   0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::string from_windows_1252(std::string_view bytes) {
  std::string text;
  text.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    append_utf8(text, byte >= 0x80 && byte < 0xA0 ? kWindows1252[byte - 0x80U] : byte);
  }
  return text;
}

/// More well-formed sequences than faults: UTF-8 that something damaged.
bool is_faulty_utf8(std::string_view bytes) {
  std::size_t faults = 0;
  std::size_t sequences = 0;
  while (!bytes.empty()) {
    const std::size_t good = valid_utf8_prefix(bytes);
    const auto continuations = std::ranges::count_if(bytes.substr(0, good), [](char c) { return static_cast<std::uint8_t>(c) >= 0xC0; });
    sequences += static_cast<std::size_t>(continuations);
    if (good == bytes.size()) break;
    ++faults;
    bytes.remove_prefix(good + 1);
  }
  return sequences > faults;
}

bool is_high(char c) { return static_cast<std::uint8_t>(c) >= 0x80; }

bool is_control(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  const bool usual = (byte >= 0x08 && byte <= 0x0D) || byte == 0x1B;
  return (byte < 0x20 && !usual) || byte == 0x7F;
}

}  // namespace

double control_share(std::string_view bytes) {
  // A quarter of the sample says as much, and every file goes through here.
  bytes = bytes.substr(0, kSampleBytes / 4);
  if (bytes.empty()) return 0;
  return static_cast<double>(std::ranges::count_if(bytes, is_control)) / static_cast<double>(bytes.size());
}

std::optional<DecodedText> decode_by_mark(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF"sv)) return DecodedText{.encoding = TextEncoding::kUtf8Bom, .text = to_valid_utf8(bytes.substr(3))};
  // UTF-32 first: its little-endian mark begins with that of UTF-16.
  if (bytes.starts_with("\xFF\xFE\0\0"sv) && bytes.size() % 4 == 0)
    return DecodedText{.encoding = TextEncoding::kOther, .text = from_utf32(bytes.substr(4), ByteOrder::kLittle)};
  if (bytes.starts_with("\0\0\xFE\xFF"sv))
    return DecodedText{.encoding = TextEncoding::kOther, .text = from_utf32(bytes.substr(4), ByteOrder::kBig)};
  if (bytes.starts_with("\xFF\xFE"sv))
    return DecodedText{.encoding = TextEncoding::kUtf16Le, .text = from_utf16(bytes.substr(2), ByteOrder::kLittle)};
  if (bytes.starts_with("\xFE\xFF"sv))
    return DecodedText{.encoding = TextEncoding::kUtf16Be, .text = from_utf16(bytes.substr(2), ByteOrder::kBig)};
  return std::nullopt;
}

std::optional<DecodedText> decode_bare_utf16(std::string_view bytes) {
  constexpr double kFewest = 0.2;  // code in any script has spaces, line ends and keywords
  if (bytes.size() < 4 || bytes.size() % 2 != 0) return std::nullopt;
  const std::string_view sample = bytes.substr(0, kSampleBytes & ~std::size_t{1});
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < sample.size(); ++i) zeros[i % 2] += sample[i] == '\0';
  const double pairs = static_cast<double>(sample.size()) / 2;
  const ByteOrder order = zeros[1] > zeros[0] ? ByteOrder::kLittle : ByteOrder::kBig;
  if (std::min(zeros[0], zeros[1]) > 0 || static_cast<double>(std::max(zeros[0], zeros[1])) < kFewest * pairs) return std::nullopt;
  if (control_share(from_utf16(sample, order)) > 0) return std::nullopt;
  return DecodedText{.encoding = order == ByteOrder::kLittle ? TextEncoding::kUtf16Le : TextEncoding::kUtf16Be,
                     .text = from_utf16(bytes, order)};
}

std::optional<DecodedText> decode_legacy(std::string_view bytes) {
  if (is_faulty_utf8(bytes)) return DecodedText{.encoding = TextEncoding::kUtf8, .text = to_valid_utf8(bytes)};
  if (auto text = decode_by_detection(bytes)) return DecodedText{.encoding = TextEncoding::kOther, .text = std::move(*text)};
  // Western text has an accent now and then; where every third byte is none of ASCII, it isn't that.
  constexpr double kMostAccents = 0.3;
  const auto high = std::ranges::count_if(bytes, is_high);
  if (static_cast<double>(high) > kMostAccents * static_cast<double>(bytes.size()) && bytes.size() > 16) return std::nullopt;
  return DecodedText{.encoding = TextEncoding::kLatin1, .text = from_windows_1252(bytes)};
}

std::optional<DecodedText> decode_text(std::string_view bytes) {
  constexpr double kMostControls = 0.02;
  if (auto marked = decode_by_mark(bytes)) return marked;
  if (bytes.substr(0, kSampleBytes).find('\0') != std::string_view::npos) return decode_bare_utf16(bytes);
  if (is_valid_utf8(bytes)) return DecodedText{.encoding = TextEncoding::kUtf8, .text = std::string(bytes)};
  if (control_share(bytes) > kMostControls) return std::nullopt;
  return decode_legacy(bytes);
}

}  // namespace grove
