#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "model/file.h"

namespace grove::source {

struct DecodedText {
  Encoding encoding = Encoding::kUtf8;
  std::string text;  ///< Valid UTF-8 without a byte order mark.
};

/// Decodes by the byte order mark at the beginning (UTF-8, UTF-16, UTF-32); nothing without one. What is ill-formed becomes U+FFFD.
std::optional<DecodedText> decode_by_mark(std::string_view bytes);

/// UTF-16 without a mark, where the bytes look like that: zeros on one side only, no control characters.
std::optional<DecodedText> decode_bare_utf16(std::string_view bytes);

/// Bytes that are no UTF-8: UTF-8 with some faults, else the East Asian and the eight-bit encodings that files are found in, the likeliest
/// one that fits. Nothing where none does.
std::optional<DecodedText> decode_legacy(std::string_view bytes);

}  // namespace grove::source
