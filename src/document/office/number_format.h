#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace grove::document {

enum class DateSystem : std::uint8_t { k1900, k1904 };

/// A cell's number as its format shows it (ISO/IEC 29500-1, 18.8.31): dates and times in the order of their code, thousands, decimals,
/// percentages, literal text. Of a code with several sections the one for the number's sign. A code that isn't understood shows the number.
std::string formatted_cell(double number, std::string_view code, DateSystem dates);

/// The code of a format that needs no declaration (18.8.30); "General" for unknown ones.
std::string_view built_in_format(std::uint32_t id);

}  // namespace grove::document
