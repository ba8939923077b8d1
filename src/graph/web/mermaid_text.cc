#include "graph/web/mermaid_text.h"

#include <fmt/format.h>

namespace grove::graph::web {

std::string mermaid_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '#' || c == ';' || c == ':' || c == '<' || c == '>' || c == '"' || c == '%')
      out += fmt::format("#{};", static_cast<int>(c));
    else
      out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  }
  return out;
}

std::string graphviz_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  }
  return out;
}

}  // namespace grove::graph::web
