#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace grove::source {

/// How many bytes from the begin of a file are looked at to tell text from binary data; as many as Git looks at.
inline constexpr std::size_t kSampleBytes = 8000;

/// What kind of binary file begins with these bytes ("PNG image"); nothing where no known signature stands there.
std::optional<std::string_view> binary_format(std::string_view bytes);

/// Share of control bytes that no text has (all below 0x20 but white space, backspace and escape; 0x7F), 0 to 1, near the begin.
double control_share(std::string_view bytes);

}  // namespace grove::source
