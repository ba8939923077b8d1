#include "graph/resolve/type_text.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"
#include "graph/resolve/expression_text.h"

namespace grove::graph {
namespace {

constexpr std::array<std::string_view, 32> kLeadingWords = {
    "const",  "final",    "volatile", "mut",    "dyn",   "impl",   "struct", "class",     "enum",     "union",   "static",
    "inline", "readonly", "ref",      "out",    "in",    "params", "inout",  "typename",  "some",     "any",     "extends",
    "super",  "var",      "val",      "typeof", "keyof", "unsafe", "extern", "constexpr", "register", "internal"};

std::string_view strip_lead(std::string_view text) {
  for (bool again = true; again;) {
    again = false;
    text = trim(text);
    while (!text.empty() &&
           (text.front() == '&' || text.front() == '*' || text.front() == '?' || text.front() == '@' || text.front() == ':')) {
      text.remove_prefix(1);
      again = true;
    }
    if (text.size() > 1 && text.front() == '\'' && is_name_byte(text[1]) &&
        text.find('\'', 1) == std::string_view::npos) {  // Rust's lifetimes
      std::size_t end = 1;
      while (end < text.size() && is_name_byte(text[end])) ++end;
      text.remove_prefix(end);
      again = true;
    }
    for (const std::string_view word : kLeadingWords) {
      if (!text.starts_with(word) || text.size() <= word.size() || std::isspace(static_cast<unsigned char>(text[word.size()])) == 0)
        continue;
      text.remove_prefix(word.size());
      again = true;
      break;
    }
  }
  return text;
}

std::string_view strip_tail(std::string_view text) {
  for (bool again = true; again;) {
    again = false;
    text = trim(text);
    while (!text.empty() && (text.back() == '&' || text.back() == '*' || text.back() == '?' || text.back() == '!' || text.back() == ';')) {
      text.remove_suffix(1);
      again = true;
    }
    if (text.ends_with("...")) {
      text.remove_suffix(3);
      again = true;
    }
    for (const std::string_view word : {" const", " volatile", " noexcept"}) {
      if (!text.ends_with(word)) continue;
      text.remove_suffix(word.size());
      again = true;
    }
  }
  return text;
}

/// The first of a union's alternatives, if but one of them is a type of its own.
std::string_view one_of_union(std::string_view text) {
  std::string_view found;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '|';
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == ']' || c == '}') --depth;
    if (c != '|' || (depth > 0 && i < text.size())) continue;
    const std::string_view part = trim(text.substr(begin, i - begin));
    begin = i + 1;
    if (part.empty() || part == "null" || part == "undefined" || part == "None" || part == "void" || part == "false") continue;
    if (!found.empty()) return {};
    found = part;
  }
  return found;
}

/// Where the bracket that begins at `open` is closed.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if ((c == '>' && (i == 0 || (text[i - 1] != '-' && text[i - 1] != '='))) || c == ')' || c == ']' || c == '}') --depth;
    if (depth == 0) return i;
  }
  return std::string_view::npos;
}

std::size_t path_end(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size()) {
    if (is_name_byte(text[end])) {
      ++end;
    } else if (text.substr(end).starts_with("::")) {
      end += 2;
    } else if ((text[end] == '.' || text[end] == '\\') && end + 1 < text.size() && is_name_byte(text[end + 1])) {
      ++end;
    } else {
      break;
    }
  }
  return end;
}

}  // namespace

std::vector<std::string_view> split_arguments(std::string_view list) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (c == '<' || c == '(' || c == '[' || c == '{') ++depth;
    if (c == '>' || c == ')' || c == ']' || c == '}') --depth;
    if (c != ',' || (depth > 0 && i < list.size())) continue;
    const std::string_view part = trim(list.substr(begin, i - begin));
    if (!part.empty()) parts.push_back(part);
    begin = i + 1;
  }
  return parts;
}

std::string_view last_part(std::string_view path) {
  const auto at = path.find_last_of(".:\\/#");
  return at == std::string_view::npos ? path : path.substr(at + 1);
}

std::string_view before_last_part(std::string_view path) {
  auto at = path.find_last_of(".:\\/#");
  if (at == std::string_view::npos) return {};
  if (path[at] == ':' && at > 0 && path[at - 1] == ':') --at;
  return path.substr(0, at);
}

std::string_view first_part(std::string_view path) { return path.substr(0, path.find_first_of(".:\\/#")); }

std::string_view after_first_part(std::string_view path) {
  const auto at = path.find_first_of(".:\\/#");
  if (at == std::string_view::npos) return {};
  const bool twice = path[at] == ':' && at + 1 < path.size() && path[at + 1] == ':';
  return path.substr(at + (twice ? 2 : 1));
}

TypeText parse_type(std::string_view text, Family family) {
  for (int round = 0; round < 6; ++round) {
    text = strip_tail(strip_lead(text));
    if (text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
      text = text.substr(1, text.size() - 2);  // a forward reference of Python
    if (text.find('|') != std::string_view::npos) text = one_of_union(text);
    if (text.empty()) return {};
    if (text.starts_with("::")) text.remove_prefix(2);
    if (text.empty()) return {};
    if (family == Family::kGo && text.front() == '(') {  // several results: the first is what a name in front gets
      const std::vector<std::string_view> results = split_arguments(text.substr(1, closing(text, 0) - 1));
      if (results.empty()) return {};
      text = results.front();
      if (const auto space = text.rfind(' ');
          space != std::string_view::npos && !text.starts_with("map[") && !text.starts_with("chan ") && !text.starts_with("func"))
        text = text.substr(space + 1);
      continue;
    }
    if (text.front() == '[' || text.starts_with("map[") || text.starts_with("chan ")) {  // Go's []T, map[K]V; Swift's [T], [K: V]
      const std::size_t open = text.find('[');
      const std::size_t close = open == std::string_view::npos ? open : closing(text, open);
      if (close == std::string_view::npos) return {};
      std::string_view element = trim(text.substr(close + 1));
      if (element.empty()) {
        const std::string_view inside = text.substr(open + 1, close - open - 1);
        const auto colon = inside.rfind(": ");
        element = trim(colon == std::string_view::npos ? inside.substr(0, inside.find(';')) : inside.substr(colon + 1));
      }
      return {{}, {element}, true};
    }
    if (text.ends_with("]") && family != Family::kPython && family != Family::kGo && family != Family::kScript) {
      const auto open = text.rfind('[');
      if (open != std::string_view::npos && open > 0) return {{}, {trim(text.substr(0, open))}, true};
    }
    if (text.ends_with("[]")) return {{}, {trim(text.substr(0, text.size() - 2))}, true};
    const std::size_t end = path_end(text);
    TypeText type;
    type.path = text.substr(0, end);
    const std::string_view rest = trim(text.substr(end));
    if (type.path.empty() || rest.find("=>") != std::string_view::npos || (!rest.empty() && rest.front() == '(')) return {};
    if (!rest.empty() && (rest.front() == '<' || rest.front() == '[')) {
      const std::size_t close = closing(rest, 0);
      if (close != std::string_view::npos) type.arguments = split_arguments(rest.substr(1, close - 1));
      const std::string_view behind = close == std::string_view::npos ? std::string_view() : trim(rest.substr(close + 1));
      if (behind == "[]") return {{}, {trim(text.substr(0, text.size() - 2))}, true};
    }
    if (type.arguments.empty() || !is_transparent_wrapper(family, last_part(type.path))) return type;
    text = type.arguments.front();
    if (family == Family::kRust && text.starts_with("'") && type.arguments.size() > 1) text = type.arguments[1];
  }
  return {};
}

}  // namespace grove::graph
