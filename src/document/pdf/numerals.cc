#include "document/pdf/numerals.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace grove::document::pdf {
namespace {

constexpr std::size_t kLongestArabic = 5;

std::uint32_t roman_digit(char c) {
  switch (c) {
    case 'i': return 1;
    case 'v': return 5;
    case 'x': return 10;
    case 'l': return 50;
    case 'c': return 100;
    case 'd': return 500;
    case 'm': return 1000;
    default: return 0;
  }
}

std::string roman_of(std::uint32_t value) {
  struct Step {
    std::uint32_t value;
    std::string_view letters;
  };
  constexpr std::array kSteps = {Step{1000, "m"}, Step{900, "cm"}, Step{500, "d"}, Step{400, "cd"}, Step{100, "c"},
                                 Step{90, "xc"},  Step{50, "l"},   Step{40, "xl"}, Step{10, "x"},   Step{9, "ix"},
                                 Step{5, "v"},    Step{4, "iv"},   Step{1, "i"}};
  std::string letters;
  for (const Step& step : kSteps) {
    for (; value >= step.value; value -= step.value) letters += step.letters;
  }
  return letters;
}

}  // namespace

std::optional<Numeral> numeral_value(std::string_view word) {
  if (word.empty()) return std::nullopt;
  if (std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; })) {
    if (word.size() > kLongestArabic) return std::nullopt;
    std::uint32_t value = 0;
    for (const char c : word) value = value * 10 + static_cast<std::uint32_t>(c - '0');
    return Numeral{.value = value, .kind = NumeralKind::kArabic};
  }
  const std::string lower = to_lower_ascii(word);
  if (lower != word && std::ranges::any_of(word, [](char c) { return c >= 'a' && c <= 'z'; })) return std::nullopt;  // "Mix" is a word
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const std::uint32_t digit = roman_digit(lower[i]);
    if (digit == 0) return std::nullopt;
    const bool subtracts = i + 1 < lower.size() && roman_digit(lower[i + 1]) > digit;
    value = subtracts ? value - digit : value + digit;
  }
  if (value == 0 || value >= 4000 || roman_of(value) != lower) return std::nullopt;
  return Numeral{.value = value, .kind = NumeralKind::kRoman};
}

}  // namespace grove::document::pdf
