#include "base/encoding_detector.h"

#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/utf8.h"

namespace grove {
namespace {

constexpr std::size_t kMostEvidence = std::size_t{32} << 10U;

enum class Script { kEastAsian, kOwnLetters, kAccents };

struct KnownEncoding {
  std::string_view detected;  // ICU's name
  const char* converter;      // the superset that files really use
  Script script;
  int least_confidence;
};

constexpr auto kEncodings = std::to_array<KnownEncoding>({
    {"Shift_JIS", "ibm-943_P15A-2003", Script::kEastAsian, 10},
    {"EUC-JP", "EUC-JP", Script::kEastAsian, 10},
    {"EUC-KR", "windows-949-2000", Script::kEastAsian, 10},
    {"GB18030", "GB18030", Script::kEastAsian, 10},
    {"Big5", "windows-950-2000", Script::kEastAsian, 10},
    {"KOI8-R", "KOI8-R", Script::kOwnLetters, 20},
    {"windows-1251", "windows-1251", Script::kOwnLetters, 20},
    {"ISO-8859-5", "ISO-8859-5", Script::kOwnLetters, 20},
    {"windows-1253", "windows-1253", Script::kOwnLetters, 20},
    {"ISO-8859-7", "ISO-8859-7", Script::kOwnLetters, 20},
    {"windows-1255", "windows-1255", Script::kOwnLetters, 20},
    {"windows-1256", "windows-1256", Script::kOwnLetters, 20},
    {"windows-1250", "windows-1250", Script::kAccents, 45},
    {"ISO-8859-2", "ISO-8859-2", Script::kAccents, 45},
    {"windows-1254", "windows-1254", Script::kAccents, 45},
});

bool is_high(char c) { return static_cast<std::uint8_t>(c) >= 0x80; }

/// The lines that hold anything but ASCII: statistics over keywords would only dilute them.
std::string evidence_in(std::string_view bytes) {
  std::string lines;
  while (!bytes.empty() && lines.size() < kMostEvidence) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::string_view line = bytes.substr(0, std::min(end + 1, bytes.size()));
    if (std::ranges::any_of(line, is_high)) lines += line.substr(0, kMostEvidence);
    bytes.remove_prefix(line.size());
  }
  return lines;
}

/// How long stretches of non-ASCII bytes are: an accent stands alone, a word in another alphabet does not, and in the EUC encodings
/// every stretch is of pairs.
struct Stretches {
  std::size_t count = 0;
  std::size_t bytes = 0;
  std::size_t odd = 0;

  explicit Stretches(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
      std::size_t end = i;
      while (end < text.size() && is_high(text[end])) ++end;
      if (end > i) ++count, bytes += end - i, odd += (end - i) % 2;
      i = end + 1;
    }
  }
  double mean() const { return count == 0 ? 0 : static_cast<double>(bytes) / static_cast<double>(count); }
};

struct CloseDetector {
  void operator()(UCharsetDetector* detector) const { ucsdet_close(detector); }
};
struct CloseConverter {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};

struct Candidate {
  const KnownEncoding* encoding;
  int confidence;
};

/// The known ones among ICU's guesses, the likeliest first.
std::vector<Candidate> candidates_for(std::string_view evidence) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UCharsetDetector, CloseDetector> detector(ucsdet_open(&status));
  if (U_FAILURE(status)) return {};
  ucsdet_setText(detector.get(), evidence.data(), static_cast<std::int32_t>(evidence.size()), &status);
  std::int32_t count = 0;
  const UCharsetMatch** const matches = ucsdet_detectAll(detector.get(), &count, &status);
  if (U_FAILURE(status) || matches == nullptr) return {};
  std::vector<Candidate> candidates;
  for (const UCharsetMatch* const match : std::span(matches, static_cast<std::size_t>(count))) {
    const std::string_view name = ucsdet_getName(match, &status);
    const auto known = std::ranges::find(kEncodings, name, &KnownEncoding::detected);
    if (known != kEncodings.end()) candidates.push_back({.encoding = &*known, .confidence = ucsdet_getConfidence(match, &status)});
  }
  return candidates;
}

std::string from_utf16(std::span<const UChar> units) {
  std::string text;
  text.reserve(units.size() * 2);
  for (std::size_t i = 0; i < units.size(); ++i) {
    char32_t point = units[i];
    if (U16_IS_LEAD(point) && i + 1 < units.size() && U16_IS_TRAIL(units[i + 1]))
      point = static_cast<char32_t>(U16_GET_SUPPLEMENTARY(point, units[i + 1])), ++i;
    append_utf8(text, point);
  }
  return text;
}

enum class IllFormed { kRefused, kReplaced };

/// Nothing at the first byte that the encoding doesn't have, where that is refused.
std::optional<std::string> convert(std::string_view bytes, const char* converter_name, IllFormed ill_formed) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<UConverter, CloseConverter> converter(ucnv_open(converter_name, &status));
  if (U_FAILURE(status)) return std::nullopt;
  if (ill_formed == IllFormed::kRefused) ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &status);
  std::vector<UChar> units(bytes.size() + 1);
  const std::int32_t size = ucnv_toUChars(converter.get(), units.data(), static_cast<std::int32_t>(units.size()), bytes.data(),
                                          static_cast<std::int32_t>(bytes.size()), &status);
  if (U_FAILURE(status)) return std::nullopt;
  return from_utf16(std::span(units).first(static_cast<std::size_t>(size)));
}

bool fits(const Candidate& candidate, const Stretches& stretches) {
  if (candidate.confidence < candidate.encoding->least_confidence) return false;
  switch (candidate.encoding->script) {
    case Script::kEastAsian:
      return stretches.mean() >= 1.9 || candidate.encoding->detected == "Shift_JIS" || candidate.encoding->detected == "Big5";
    case Script::kOwnLetters: return stretches.mean() >= 2.5;
    case Script::kAccents: return stretches.mean() < 2.5;
  }
  return false;
}

}  // namespace

std::optional<std::string> decode_by_detection(std::string_view bytes) {
  const std::string evidence = evidence_in(bytes);
  const Stretches stretches(evidence);
  for (const Candidate& candidate : candidates_for(evidence)) {
    if (!fits(candidate, stretches)) continue;
    if (auto text = convert(bytes, candidate.encoding->converter, IllFormed::kRefused)) return text;
  }
  return std::nullopt;
}

std::optional<std::string> decode_by_name(std::string_view bytes, const std::string& charset) {
  constexpr std::size_t kMost = std::size_t{1} << 30U;  // ICU counts in 31 bits
  if (bytes.size() > kMost) return std::nullopt;
  return convert(bytes, charset.c_str(), IllFormed::kReplaced);
}

}  // namespace grove
