#include "graph/web/routing/path_style.h"

#include "base/text.h"
#include "graph/resolve/expression_text.h"

namespace grove::graph::web {
namespace {

bool is_word(char c) { return is_name_byte(c) && c != '$'; }

std::size_t end_of_word(std::string_view text, std::size_t at) {
  while (at < text.size() && is_word(text[at])) ++at;
  return at;
}

/// Behind the bracket that closes the one at `open`; the end of the text where none does.
std::size_t behind_bracket(std::string_view text, std::size_t open) {
  const char opens = text[open], closes = opens == '(' ? ')' : opens == '[' ? ']' : opens == '<' ? '>' : '}';
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == opens) {
      ++depth;
    } else if (text[i] == closes && --depth == 0) {
      return i + 1;
    }
  }
  return text.size();
}

bool is_unknown_value(std::string_view text, std::size_t brace) { return brace > 0 && text[brace - 1] == '$'; }

/// `{**rest}`, `{page=1}`, `{rest...}`: the rest of what may stand in braces is taken off where routes are cleaned.
std::string of_braces(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text[i] != '{' || is_unknown_value(text, i)) {
      out += text[i++];
      continue;
    }
    const std::size_t end = behind_bracket(text, i);
    if (text[end - 1] != '}') {
      out += text[i++];
      continue;
    }
    std::string_view inside = text.substr(i + 1, end - i - 2);
    while (inside.starts_with('*')) inside.remove_prefix(1);
    inside = inside.substr(0, inside.find('='));
    if (inside.ends_with("...")) inside.remove_suffix(3);
    out.append("{").append(inside).append("}");
    i = end;
  }
  return out;
}

std::string of_colons(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    const std::size_t word = end_of_word(text, i + 1);
    if ((c == ':' || c == '*') && word > i + 1 && !(c == '*' && i > 0 && text[i - 1] != '/')) {
      out.append("{").append(text.substr(i + 1, word - i - 1)).append("}");
      i = word;
      if (i < text.size() && text[i] == '(') i = behind_bracket(text, i);
      while (i < text.size() && (text[i] == '?' || text[i] == '+' || (text[i] == '*' && c == ':'))) ++i;
      continue;
    }
    const bool optional = c == '{' && !is_unknown_value(text, i) && i + 1 < text.size() && (text[i + 1] == '/' || text[i + 1] == ':');
    if (optional) {  // `/users{/:id}`
      const std::size_t end = behind_bracket(text, i);
      out += of_colons(text.substr(i + 1, end - i - (text[end - 1] == '}' ? 2 : 1)));
      i = end;
      continue;
    }
    out += c;
    ++i;
  }
  return of_braces(out);
}

std::string of_angles(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t end = text[i] == '<' ? behind_bracket(text, i) : 0;
    if (end == 0 || text[end - 1] != '>') {
      out += text[i++];
      continue;
    }
    const std::string_view inside = text.substr(i + 1, end - i - 2);
    const std::size_t colon = inside.rfind(':');
    out.append("{").append(trim(inside.substr(colon == std::string_view::npos ? 0 : colon + 1))).append("}");
    i = end;
  }
  return out;
}

/// `(?P<id>\d+)` is `{id}`, `(\d+)` is `{1}`; `(?:…)` stays.
class RegexPath {
 public:
  std::string read(std::string_view text) {
    if (text.starts_with('^')) text.remove_prefix(1);
    for (const std::string_view end : {"\\Z", "$"})
      if (text.ends_with(end)) text.remove_suffix(end.size());
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
      const char c = text[i];
      if (c == '(') {
        const std::size_t end = behind_bracket(text, i);
        out += group(text.substr(i, end - i));
        i = end;
      } else if (c == '\\' && i + 1 < text.size() && !is_word(text[i + 1])) {
        out += text[i + 1];
        i += 2;
      } else if (c == '/' && i + 1 < text.size() && text[i + 1] == '?') {
        out += c;
        i += 2;
      } else {
        out += c;
        ++i;
      }
    }
    return out;
  }

 private:
  std::string group(std::string_view text) {
    for (const std::string_view named : {"(?P<", "(?<"})
      if (text.starts_with(named) && text.find('>') != std::string_view::npos)
        return "{" + std::string(text.substr(named.size(), text.find('>') - named.size())) + "}";
    if (text.starts_with("(?")) return std::string(text);
    return "{" + std::to_string(++unnamed_) + "}";
  }

  int unnamed_ = 0;
};

}  // namespace

std::string with_named_parameters(PathStyle style, std::string_view path) {
  switch (style) {
    case PathStyle::kBraces: return of_braces(path);
    case PathStyle::kColons: return of_colons(path);
    case PathStyle::kAngles: return of_angles(path);
    case PathStyle::kRegex: return RegexPath().read(path);
  }
  return std::string(path);
}

namespace {

/// Where the optional part begins that a path ends with: `/:id?`, `{/:id}`, `/{id?}`, `/{page=1}`; npos where none does.
std::size_t optional_end(PathStyle style, std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos || slash + 1 >= path.size()) return std::string_view::npos;
  const std::string_view last = path.substr(slash + 1);
  if (style == PathStyle::kColons) {
    if (last.front() == ':' && last.ends_with('?')) return slash;
    return slash > 0 && path[slash - 1] == '{' && last.ends_with('}') ? slash - 1 : std::string_view::npos;
  }
  const bool is_parameter = style == PathStyle::kBraces && last.front() == '{' && last.ends_with('}');
  const bool has_default = is_parameter && last.find('=') != std::string_view::npos && last.find(':') == std::string_view::npos;
  return is_parameter && (last.ends_with("?}") || has_default) ? slash : std::string_view::npos;
}

}  // namespace

std::vector<std::string> with_optional_ends(PathStyle style, std::string_view path) {
  std::vector<std::string> found{std::string(path)};
  for (std::size_t end = optional_end(style, path); end != std::string_view::npos; end = optional_end(style, path)) {
    path = path.substr(0, end);
    found.emplace_back(path.empty() ? "/" : path);
  }
  return found;
}

}  // namespace grove::graph::web
