#include "base/printable.h"

#include <fmt/format.h>

#include "base/utf8.h"

namespace grove {
namespace {

enum class LineEnds { kKept, kEscaped };

bool turns_direction(char32_t c) { return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069); }

bool is_plain(char c) { return static_cast<unsigned char>(c) >= 0x20 && static_cast<unsigned char>(c) < 0x7F; }

void append_ascii(std::string& out, char c, LineEnds line_ends) {
  if (is_plain(c)) {
    out += c;
  } else if (line_ends == LineEnds::kEscaped || (c != '\n' && c != '\t')) {
    out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  } else {
    out += c;
  }
}

std::string visible(std::string_view text, LineEnds line_ends) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] == '\r' && line_ends == LineEnds::kKept) {
      if (i + 1 == text.size() || text[i + 1] != '\n') out += '\n';  // a line end of its own
      ++i;
      continue;
    }
    if (static_cast<unsigned char>(text[i]) < 0x80) {
      append_ascii(out, text[i++], line_ends);
      continue;
    }
    const CodePoint point = code_point_at(text, i);
    if (point.size == 1) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[i]));
    } else if (point.value < 0xA0 || turns_direction(point.value)) {
      out += fmt::format("\\u{{{:04x}}}", static_cast<std::uint32_t>(point.value));
    } else {
      out += text.substr(i, point.size);
    }
    i += point.size;
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) { return visible(text, LineEnds::kKept); }

std::string printable_line(std::string_view text) { return visible(text, LineEnds::kEscaped); }

}  // namespace grove
