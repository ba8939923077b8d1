#include "document/plain/line_ends.h"

namespace grove::document {

std::string with_line_feeds(std::string_view text) {
  std::string out;
  out.reserve(text.size() + 1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n' || (c == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))) {
      out += '\n';
    } else if (static_cast<unsigned char>(c) >= 0x20 ? c != '\x7F' : c == '\t' || c == '\f') {
      out += c;
    }
  }
  if (!out.empty() && out.back() != '\n') out += '\n';
  return out;
}

}  // namespace grove::document
