#include "graph/resolve/expression_text.h"

#include <array>
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

bool is_quoted(std::string_view text) {
  return text.size() >= 2 && (text.front() == '"' || text.front() == '\'' || text.front() == '`') && text.back() == text.front();
}

bool is_choice(std::string_view sign) { return sign == "||" || sign == "??" || sign == "?:" || sign == "or"; }

std::optional<Choice> choice_in(std::string_view written) {
  static constexpr std::array<std::string_view, 4> kSigns = {"||", "??", "?:", " or "};
  written = trim(written);
  while (written.starts_with('(') && written.ends_with(')') && opening(written, written.size() - 1) == 0)
    written = trim(written.substr(1, written.size() - 2));
  int depth = 0;
  char quote = 0;
  for (std::size_t i = 0; i < written.size(); ++i) {
    const char c = written[i];
    if (quote != 0) {
      if (c == '\\') ++i;
      if (c == quote) quote = 0;
      continue;
    }
    if (c == '"' || c == '\'' || c == '`') quote = c;
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (depth != 0) continue;
    for (const std::string_view sign : kSigns)
      if (written.substr(i).starts_with(sign)) return Choice{trim(written.substr(0, i)), trim(written.substr(i + sign.size()))};
  }
  return std::nullopt;
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
