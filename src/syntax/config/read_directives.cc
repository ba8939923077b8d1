#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "syntax/config/flow_reader.h"
#include "syntax/config/line_cursor.h"
#include "syntax/config/readers.h"

namespace grove::syntax {
namespace {

// Lines of a web server's file that few other texts have.
constexpr std::array<std::string_view, 8> kOfBraces = {"proxy_pass ", "server_name ", "upstream ", "listen ",
                                                       "server {",    "http {",       "location ", "fastcgi_pass "};
constexpr std::array<std::string_view, 6> kOfTags = {"<VirtualHost", "<IfModule",       "ProxyPass",
                                                     "LoadModule ",  "BalancerMember ", "<Location "};

constexpr std::size_t kMaxDepth = 50;
constexpr std::size_t kMaxWords = 64;  // of a directive

bool is_blank(char c) { return is_line_blank(c) || c == '\n' || c == '\r'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The path of blocks that are open.
class Blocks {
 public:
  std::string_view text() const { return path_.text(); }
  bool is_full() const { return sizes_.size() >= kMaxDepth; }
  /// `location[/api/]`; what is too deep is counted, so that its end closes no other one.
  void open(std::string_view name, std::string_view arguments) {
    if (is_full()) {
      ++too_deep_;
      return;
    }
    sizes_.push_back(path_.size());
    path_.name(name);
    if (!arguments.empty()) path_.name("[" + std::string(arguments) + "]");
  }
  void close() {
    if (too_deep_ > 0) {
      --too_deep_;
      return;
    }
    if (sizes_.empty()) return;
    path_.cut(sizes_.back());
    sizes_.pop_back();
  }
  void add(std::string_view name, std::string_view value, std::uint32_t begin, PropertyWriter& properties) {
    const std::size_t size = path_.size();
    path_.name(name);
    properties.add(path_.text(), value, begin);
    path_.cut(size);
  }

 private:
  KeyPath path_;
  std::vector<std::size_t> sizes_;
  std::size_t too_deep_ = 0;
};

struct Directive {
  std::string name, arguments;
  std::size_t words = 0;
  std::uint32_t begin = 0;

  void add(std::string_view word, std::size_t at) {
    if (words++ == 0) {
      name = word;
      begin = static_cast<std::uint32_t>(at);
    } else if (words <= kMaxWords) {
      if (!arguments.empty()) arguments += ' ';
      arguments += cut_utf8(word, 1000);
    }
  }
};

/// A word or a quoted text from `at` on, and where it ends.
std::string read_word(std::string_view text, std::size_t at, std::string_view ends, std::size_t& end) {
  if (text[at] == '"' || text[at] == '\'') {
    std::string quoted = read_quoted(text, at, end);
    if (end != std::string_view::npos) return quoted;
  }
  end = at;
  for (int braces = 0; end < text.size() && !is_blank(text[end]); ++end) {
    // `${name}` and `\d{2}` in a word end nothing.
    const bool inside = text[end] == '{' && end > at;
    if (inside) ++braces;
    if (text[end] == '}' && braces > 0) {
      --braces;
      continue;
    }
    if (!inside && braces == 0 && ends.find(text[end]) != std::string_view::npos) break;
  }
  if (end == at) ++end;
  return std::string(text.substr(at, end - at));
}

/// `name arguments;` and `name arguments { … }`
void read_braces(std::string_view text, PropertyWriter& properties) {
  Blocks blocks;
  Directive open;
  for (std::size_t at = 0; at < text.size() && !properties.full();) {
    const char c = text[at];
    if (is_blank(c)) {
      ++at;
    } else if (c == '#') {
      at = std::min(text.find_first_of("\n\r", at), text.size());
    } else if (c == ';' || c == '{' || c == '}') {
      if (c == ';' && open.words > 0) blocks.add(open.name, open.arguments, open.begin, properties);
      if (c == '{') blocks.open(open.words > 0 ? open.name : "block", open.arguments);
      if (c == '}') blocks.close();
      open = {};
      ++at;
    } else {
      std::size_t end = at;
      const std::string word = read_word(text, at, ";{}", end);
      open.add(word, at);
      at = end;
    }
  }
}

Directive read_line(std::string_view text, std::string_view line) {
  Directive directive;
  for (std::size_t at = 0; at < line.size();) {
    if (is_blank(line[at]) || line[at] == '\\') {
      ++at;
      continue;
    }
    std::size_t end = at;
    const std::string word = read_word(line, at, "", end);
    directive.add(word, offset_in(text, line) + at);
    at = end;
  }
  return directive;
}

/// `name arguments` on a line, `<Name arguments>` … `</Name>` around lines; a backslash at its end continues one.
void read_tags(std::string_view text, PropertyWriter& properties) {
  Blocks blocks;
  for (LineCursor cursor(text); !cursor.at_end() && !properties.full(); cursor.next()) {
    std::string_view line = trim_line(cursor.line());
    while (line.ends_with('\\') && !cursor.at_end()) {
      const std::uint32_t begin = offset_in(text, line);
      cursor.next();
      const std::string_view more = cursor.line();
      line = trim_line(text.substr(begin, cursor.offset() + more.size() - begin));
    }
    if (line.empty() || line.front() == '#') continue;
    if (line.starts_with("</")) {
      blocks.close();
      continue;
    }
    const bool opens = line.size() > 2 && line.front() == '<' && is_letter(line[1]);
    if (opens) line = line.substr(1, line.ends_with('>') ? line.size() - 2 : line.size() - 1);
    const Directive directive = read_line(text, line);
    if (directive.words == 0) continue;
    if (opens)
      blocks.open(directive.name, directive.arguments);
    else
      blocks.add(directive.name, directive.arguments, directive.begin, properties);
  }
}

}  // namespace

DirectiveStyle directive_style(std::string_view text) {
  for (LineCursor cursor(text); !cursor.at_end(); cursor.next()) {
    const std::string_view line = trim_line(cursor.line());
    const auto begins = [&](std::string_view word) { return line.starts_with(word); };
    const bool ends = line.ends_with(';') || line.ends_with('{') || line.ends_with('}');
    if (ends && std::ranges::any_of(kOfBraces, begins)) return DirectiveStyle::kBraces;
    if (std::ranges::any_of(kOfTags, begins)) return DirectiveStyle::kTags;
  }
  return DirectiveStyle::kNone;
}

void read_directives(std::string_view text, DirectiveStyle style, PropertyWriter& properties) {
  if (style == DirectiveStyle::kBraces) read_braces(text, properties);
  if (style == DirectiveStyle::kTags) read_tags(text, properties);
}

}  // namespace grove::syntax
