#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grove {

/// Text in an encoding other than UTF-8 and Western European, as UTF-8: Shift_JIS, EUC-JP, EUC-KR, GB18030, Big5, KOI8-R, and the Cyrillic,
/// Central European, Greek, Turkish, Hebrew and Arabic eight-bit sets. Nothing where the bytes don't look like one of them or don't decode
/// without a fault. Statistics by ICU's detector.
std::optional<std::string> decode_by_detection(std::string_view bytes);

/// Text in the encoding of that name (as the IANA registers it, or an alias), as UTF-8; what is ill-formed becomes U+FFFD. Nothing where no
/// encoding is called so.
std::optional<std::string> decode_by_name(std::string_view bytes, const std::string& charset);

}  // namespace grove
