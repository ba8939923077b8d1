#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grove {

enum class TextEncoding { kUtf8, kUtf8Bom, kUtf16Le, kUtf16Be, kLatin1, kOther };

struct DecodedText {
  TextEncoding encoding = TextEncoding::kUtf8;
  std::string text;  ///< Valid UTF-8 without a byte order mark.
};

/// How many bytes from the begin of a file are looked at to tell text from binary data; as many as Git looks at.
inline constexpr std::size_t kSampleBytes = 8000;

/// Share of control bytes that no text has (all below 0x20 but white space, backspace and escape; 0x7F), 0 to 1, near the begin.
double control_share(std::string_view bytes);

/// Decodes by the byte order mark at the beginning (UTF-8, UTF-16, UTF-32); nothing without one. What is ill-formed becomes U+FFFD.
std::optional<DecodedText> decode_by_mark(std::string_view bytes);

/// UTF-16 without a mark, where the bytes look like that: zeros on one side only, no control characters.
std::optional<DecodedText> decode_bare_utf16(std::string_view bytes);

/// Bytes that are no UTF-8: UTF-8 with some faults, else the East Asian and the eight-bit encodings that files are found in, the likeliest
/// one that fits. Nothing where none does.
std::optional<DecodedText> decode_legacy(std::string_view bytes);

/// The text that these bytes are in the likeliest of all those encodings. Nothing where they are binary data.
std::optional<DecodedText> decode_text(std::string_view bytes);

}  // namespace grove
