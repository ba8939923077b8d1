#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace grove::document::pdf {

enum class NumeralKind { kArabic, kRoman };

struct Numeral {
  std::uint32_t value = 0;
  NumeralKind kind = NumeralKind::kArabic;
};

/// What a page number says: "12", "xii". Nothing for any other word, and for numbers above 99,999.
std::optional<Numeral> numeral_value(std::string_view word);

}  // namespace grove::document::pdf
