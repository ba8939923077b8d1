#include <cctype>
#include <utility>

#include "base/text.h"
#include "syntax/config/line_cursor.h"
#include "syntax/scan/scanned_languages.h"

namespace grove::syntax {
namespace {

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':' || c == '\''; }

/// The name at the begin of `text`: `Shop::Cart`.
std::string_view name_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_name(text[end])) ++end;
  return text.substr(0, end);
}

/// What follows a word and blanks; empty if the line begins otherwise.
std::string_view after_word(std::string_view line, std::string_view word) {
  if (!line.starts_with(word) || line.size() <= word.size() || !is_line_blank(line[word.size()])) return {};
  return trim(line.substr(word.size()));
}

/// Packages, subs, imports, parents and constants by the words that begin their lines. No calls: without a parser they would be guesses.
class PerlScan {
 public:
  explicit PerlScan(Outline& outline) : outline_(outline), text_(outline.text()) {}

  void run() {
    for (LineCursor cursor(text_); !cursor.at_end(); cursor.next()) {
      const std::string_view whole = cursor.line();
      const std::string_view line = trim(whole);
      if (line == "__END__" || line == "__DATA__") break;
      if (documentation(whole)) continue;
      statement(line, static_cast<std::uint32_t>(line.data() - whole.data()));
    }
    outline_.close(0, static_cast<std::uint32_t>(text_.size()));
  }

 private:
  /// POD and comments: the doc of what comes right after them.
  bool documentation(std::string_view whole) {
    const bool pod = in_pod_ || (whole.size() > 1 && whole.front() == '=' && std::isalpha(static_cast<unsigned char>(whole[1])) != 0);
    const std::string_view line = trim(whole);
    if (!pod && line.empty()) return true;
    if (!pod && !line.starts_with('#')) return false;
    if (pod && !in_pod_) doc_ = {};
    in_pod_ = pod && !whole.starts_with("=cut");
    if (line.empty() || line.starts_with("#!")) return true;
    const ByteRange here = range_in(text_, line);
    outline_.add_comment(here);
    doc_ = {doc_.empty() ? here.begin : doc_.begin, here.end};
    return true;
  }

  void statement(std::string_view line, std::uint32_t indent) {
    const ByteRange doc = std::exchange(doc_, {});
    if (line == "}" && in_sub_ && indent == sub_indent_) {
      outline_.close(1, range_in(text_, line).end);
      in_sub_ = false;
      return;
    }
    if (const std::string_view rest = after_word(line, "sub"); !rest.empty()) return sub(line, rest, indent, doc);
    if (in_sub_ && indent > sub_indent_) return;
    if (const std::string_view rest = after_word(line, "package"); !rest.empty()) return package(line, rest, doc);
    if (const std::string_view rest = after_word(line, "use"); !rest.empty()) return use(rest);
    if (const std::string_view rest = after_word(line, "require"); !rest.empty()) return import(name_at(rest));
    if (const std::string_view rest = after_word(line, "extends"); !rest.empty()) inherit(rest);
  }

  void package(std::string_view line, std::string_view rest, ByteRange doc) {
    const std::string_view name = name_at(rest);
    if (name.empty()) return;
    outline_.open({.kind = Kind::kModule,
                   .level = 0,
                   .begin = range_in(text_, line).begin,
                   .name = name,
                   .name_range = range_in(text_, name),
                   .signature = range_in(text_, line),
                   .doc = doc});
    in_sub_ = false;
  }

  void sub(std::string_view line, std::string_view rest, std::uint32_t indent, ByteRange doc) {
    const std::string_view name = name_at(rest);
    if (name.empty() || name.front() == ':') return;  // anonymous
    const std::string_view header = trim(line.substr(0, line.find('{')));
    const ByteRange here = range_in(text_, line);
    const Index index = outline_.open({.kind = Kind::kFunction,
                                       .level = 1,
                                       .begin = here.begin,
                                       .name = name,
                                       .name_range = range_in(text_, name),
                                       .signature = range_in(text_, header),
                                       .doc = doc});
    if (name.starts_with('_')) outline_.facts().symbols[index].flags |= kSymbolPrivate;
    sub_indent_ = indent;
    in_sub_ = !line.ends_with('}') && !line.ends_with("};");
    if (!in_sub_) outline_.close(1, here.end);
    if (line.ends_with(';') && line.find('{') == std::string_view::npos) {
      outline_.facts().symbols[index].flags |= kSymbolDeclarationOnly;
      outline_.close(1, here.end);
      in_sub_ = false;
    }
  }

  void use(std::string_view rest) {
    const std::string_view module = name_at(rest);
    if (module.empty() || std::isdigit(static_cast<unsigned char>(module.front())) != 0) return;
    if (module == "parent" || module == "base") return inherit(rest.substr(module.size()));
    import(module);
  }

  void import(std::string_view module) {
    if (module.empty()) return;
    outline_.facts().imports.push_back({.module = outline_.intern(module), .begin = range_in(text_, module).begin});
  }

  /// `-norequire, 'Shop::Base', qw(A B)`: every capitalised name in it.
  void inherit(std::string_view rest) {
    for (std::size_t at = 0; at < rest.size(); ++at) {
      const std::string_view name = std::isupper(static_cast<unsigned char>(rest[at])) != 0 ? name_at(rest.substr(at)) : std::string_view{};
      const std::string_view plain = name.substr(0, name.find('\''));
      if (!plain.empty())
        outline_.facts().references.push_back(
            {.role = Role::kInherit, .name = outline_.intern(plain), .symbol = outline_.symbol(), .begin = range_in(text_, plain).begin});
      while (at < rest.size() && is_name(rest[at])) ++at;
    }
  }

  Outline& outline_;
  std::string_view text_;
  ByteRange doc_;
  bool in_pod_ = false;
  bool in_sub_ = false;
  std::uint32_t sub_indent_ = 0;
};

void scan(Outline& outline) { PerlScan(outline).run(); }

}  // namespace

const ScannedLanguage kPerlLanguage{.language = Language::kPerl, .version = 1, .separator = "::", .scan = scan};

}  // namespace grove::syntax
