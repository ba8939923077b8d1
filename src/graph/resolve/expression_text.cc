#include "graph/resolve/expression_text.h"

#include <cctype>

#include "base/text.h"

namespace grove::graph {

bool is_name_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

std::size_t opening(std::string_view text, std::size_t close) {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    const char c = text[i];
    if (c == '"' || c == '\'' || c == '`') {  // over a literal
      std::size_t open = i;
      while (open > 0 && text[open - 1] != c) --open;
      if (open == 0) return std::string_view::npos;
      i = open - 1;
      continue;
    }
    if (c == ')' || c == ']' || c == '}') ++depth;
    if ((c == '(' || c == '[' || c == '{') && --depth == 0) return i;
  }
  return std::string_view::npos;
}

Last split_last(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0 && is_name_byte(text[begin - 1])) --begin;
  if (begin > 0 && (text[begin - 1] == '@' || text[begin - 1] == '#')) --begin;  // Ruby's fields, a script's private ones
  Last last{{}, text.substr(begin)};
  std::string_view before = trim(text.substr(0, begin));
  for (const std::string_view joint : {"?.", "!!.", "!.", "->", "::", "?->", ".", "\\"}) {
    if (!before.ends_with(joint)) continue;
    last.before = trim(before.substr(0, before.size() - joint.size()));
    if (last.before.empty()) last.before = ".";
    return last;
  }
  if (!before.empty()) last.name = {};  // an operator or something else in front
  return last;
}

}  // namespace grove::graph
