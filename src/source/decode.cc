#include "source/decode.h"

#include <optional>
#include <utility>

#include "base/text_encoding.h"
#include "base/utf8.h"
#include "source/binary_file.h"
#include "source/bulk_text.h"

namespace grove::source {
namespace {

constexpr double kMostControlsInUtf8 = 0.1;
constexpr double kMostControlsElsewhere = 0.02;

DecodedFile left_out(FileState state, std::string reason) { return {.state = state, .reason = std::move(reason), .text = {}}; }

DecodedFile binary(std::string_view what) { return left_out(FileState::kBinary, "binary: " + std::string(what)); }

Encoding recorded(TextEncoding encoding) {
  switch (encoding) {
    case TextEncoding::kUtf8: return Encoding::kUtf8;
    case TextEncoding::kUtf8Bom: return Encoding::kUtf8Bom;
    case TextEncoding::kUtf16Le: return Encoding::kUtf16Le;
    case TextEncoding::kUtf16Be: return Encoding::kUtf16Be;
    case TextEncoding::kLatin1: return Encoding::kLatin1;
    case TextEncoding::kOther: return Encoding::kOther;
  }
  return Encoding::kOther;
}

/// Text that is not for machines only.
DecodedFile accept(std::string_view path, DecodedText decoded) {
  if (auto bulk = find_bulk(path, decoded.text)) {
    DecodedFile file = left_out(bulk->state, std::move(bulk->reason));
    file.encoding = recorded(decoded.encoding);
    return file;
  }
  return {.encoding = recorded(decoded.encoding), .text = std::move(decoded.text)};
}

}  // namespace

DecodedFile decode_file(std::string_view path, std::string bytes) {
  if (auto marked = decode_by_mark(bytes)) return accept(path, std::move(*marked));
  if (const auto format = binary_format(bytes)) return binary(*format);
  if (std::string_view(bytes).substr(0, kSampleBytes).find('\0') != std::string_view::npos) {
    if (auto wide = decode_bare_utf16(bytes)) return accept(path, std::move(*wide));
    return binary("it holds NUL bytes");
  }
  const bool utf8 = is_valid_utf8(bytes);
  if (control_share(bytes) > (utf8 ? kMostControlsInUtf8 : kMostControlsElsewhere)) return binary("it holds many control bytes");
  if (utf8) return accept(path, {.encoding = TextEncoding::kUtf8, .text = std::move(bytes)});
  if (auto legacy = decode_legacy(bytes)) return accept(path, std::move(*legacy));
  return left_out(FileState::kBadEncoding, "text in no known encoding");
}

}  // namespace grove::source
