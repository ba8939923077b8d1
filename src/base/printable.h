#pragma once

#include <string>
#include <string_view>

namespace grove {

/// The text as a terminal may show it, so that no file, name or answer drives it or shows something else than it is: control characters
/// (C0 but line ends and tabs, DEL, C1), the characters that turn the direction of writing (U+202A to U+202E, U+2066 to U+2069) and bytes
/// that are not UTF-8 become `\xHH`, or `\u{HHHH}` from U+0080. CRLF and CR become LF.
std::string printable(std::string_view text);

/// The same on one line: line ends, tabs and CR are escaped as well. For paths, names and log lines.
std::string printable_line(std::string_view text);

}  // namespace grove
