#include <algorithm>
#include <cctype>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/text.h"
#include "syntax/config/line_cursor.h"
#include "syntax/scan/scanned_languages.h"

namespace grove::syntax {
namespace {

constexpr std::size_t kNameBytes = 80;

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_'; }

std::string_view name_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_name(text[end])) ++end;
  return text.substr(0, end);
}

/// What follows `@word` and blanks; empty where `text` begins otherwise.
std::string_view after(std::string_view text, std::string_view word) {
  const bool begins = text.starts_with(word) && text.size() > word.size() && !is_name(text[word.size()]);
  return begins ? trim(text.substr(word.size())) : std::string_view{};
}

/// Words before parentheses that CSS itself defines.
bool is_built_in(std::string_view name) {
  static const std::unordered_set<std::string_view> names = {
      "url",          "var",       "calc",  "rgb", "rgba", "hsl",   "hsla",   "min", "max", "clamp",           "attr",
      "translate",    "rotate",    "scale", "not", "is",   "where", "format", "and", "or",  "linear-gradient", "radial-gradient",
      "cubic-bezier", "nth-child", "env",   "if"};
  return names.contains(name);
}

/// SCSS and Less by braces and semicolons: both nest blocks, each named by what stands before its brace.
class StylesheetScan {
 public:
  explicit StylesheetScan(Outline& outline) : outline_(outline), text_(outline.text()) {}

  void run() {
    while (at_ < text_.size()) step();
    outline_.close(0, static_cast<std::uint32_t>(text_.size()));
  }

 private:
  void step() {
    const char c = text_[at_];
    const std::string_view rest = text_.substr(at_, 2);
    if (rest == "//" || rest == "/*") return comment(rest == "/*");
    if (c == '"' || c == '\'') return string(c);
    if (rest == "#{" || rest == "@{") return skip_interpolation();
    if (c == '(') ++parentheses_;
    if (c == ')' && parentheses_ > 0) --parentheses_;
    if (c == '{') return open_block();
    if (c == '}') return close_block();
    if (c == ';' && parentheses_ == 0) {
      statement(prelude());
      return begin_anew();
    }
    if (begin_ == kNone && std::isspace(static_cast<unsigned char>(c)) == 0) begin_ = static_cast<std::uint32_t>(at_);
    ++at_;
  }

  void comment(bool block) {
    if (parentheses_ > 0 && !block) {  // `url(http://…)`
      at_ += 2;
      return;
    }
    const std::size_t mark = block ? text_.find("*/", at_ + 2) : text_.find_first_of("\n\r", at_);
    const std::size_t end = mark == std::string_view::npos ? text_.size() : mark + (block ? 2 : 0);
    const ByteRange range{static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)};
    const std::size_t line = text_.find_last_of("\n\r", at_);
    if (trim(text_.substr(line + 1, at_ - line - 1)).empty()) {
      outline_.add_comment(range);
      const bool goes_on = !doc_.empty() && trim(text_.substr(doc_.end, range.begin - doc_.end)).empty();
      doc_ = {goes_on ? doc_.begin : range.begin, range.end};
    }
    at_ = end;
  }

  void string(char quote) {
    if (begin_ == kNone) begin_ = static_cast<std::uint32_t>(at_);
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    at_ = std::min(at_ + 1, text_.size());
  }

  void skip_interpolation() {
    if (begin_ == kNone) begin_ = static_cast<std::uint32_t>(at_);
    at_ = std::min(text_.find('}', at_), text_.size());
    at_ = std::min(at_ + 1, text_.size());
  }

  std::string_view prelude() const { return begin_ == kNone ? std::string_view{} : trim(text_.substr(begin_, at_ - begin_)); }

  void begin_anew() {
    ++at_;
    begin_ = kNone;
    parentheses_ = 0;
    doc_ = {};
  }

  void open_block() {
    const std::string_view head = prelude();
    statement_of_block(head);
    ++depth_;
    begin_anew();
  }

  void close_block() {
    statement(prelude());
    if (depth_ > 0) --depth_;
    outline_.close(depth_, static_cast<std::uint32_t>(at_ + 1));
    if (depth_ <= callable_depth_) locals_.clear();
    begin_anew();
  }

  Index open(Kind kind, std::string_view name, std::string_view head) {
    const ByteRange range = range_in(text_, head);
    const bool adjacent = !doc_.empty() && doc_.end <= range.begin && trim(text_.substr(doc_.end, range.begin - doc_.end)).empty();
    return outline_.open({.kind = kind,
                          .level = depth_,
                          .begin = range.begin,
                          .name = name,
                          .name_range = range_in(text_, head.substr(0, std::min(head.size(), name.size()))),
                          .signature = range,
                          .doc = adjacent ? doc_ : ByteRange{}});
  }

  void statement_of_block(std::string_view head) {
    for (const std::string_view word : {"@mixin", "@function"})
      if (const std::string_view rest = after(head, word); !rest.empty()) return callable(head, rest);
    if (const std::string_view rest = after(head, "@include"); !rest.empty()) return call(name_at(rest));
    const bool control = head.starts_with("@if") || head.starts_with("@else") || head.starts_with("@each") || head.starts_with("@for") ||
                         head.starts_with("@while") || head.ends_with(':') || head.empty();
    if (control) return values(head);
    const std::string_view less_mixin = head.starts_with('.') ? name_at(head.substr(1)) : std::string_view{};
    if (!less_mixin.empty() && head.substr(1 + less_mixin.size()).starts_with('(')) return callable(head, head.substr(1));
    std::string name;
    for (const std::string_view word : split_words(head)) {
      if (name.size() + word.size() > kNameBytes) break;
      if (!name.empty()) name += ' ';
      name += word;
    }
    open(Kind::kSection, name.empty() ? head.substr(0, kNameBytes) : name, head);
  }

  void callable(std::string_view head, std::string_view rest) {
    const std::string_view name = name_at(rest);
    if (name.empty()) return;
    const Index index = open(Kind::kFunction, name, head);
    outline_.facts().symbols[index].name_range = range_in(text_, name);
    callable_depth_ = depth_;
    const std::size_t parenthesis = rest.find('(');
    if (parenthesis == std::string_view::npos) return;
    for (const std::string_view part : split(rest.substr(parenthesis + 1), ',')) {
      const std::string_view parameter = trim(part);
      if (!parameter.starts_with('$') && !parameter.starts_with('@')) continue;
      const std::string_view local = parameter.substr(0, 1 + name_at(parameter.substr(1)).size());
      locals_.insert(local);
      outline_.facts().parameters.push_back({.symbol = index,
                                             .name = outline_.intern(local),
                                             .has_default = parameter.find(':') != std::string_view::npos,
                                             .is_variadic = parameter.find("...") != std::string_view::npos,
                                             .begin = range_in(text_, parameter).begin});
      ++outline_.facts().symbols[index].arity;
    }
  }

  void statement(std::string_view text) {
    if (text.empty()) return;
    for (const std::string_view word : {"@use", "@import", "@forward"})
      if (!after(text, word).empty()) return imports(text);
    if (const std::string_view rest = after(text, "@include"); !rest.empty()) {
      call(name_at(rest));
      return values(rest.substr(name_at(rest).size()));
    }
    if (const std::string_view rest = after(text, "@extend"); !rest.empty())
      return reference(Role::kInherit, rest.substr(0, rest.find(' ')));
    if (text.starts_with('.') && text.ends_with(')')) return call(name_at(text.substr(1)));  // Less
    const bool sign = text.starts_with('$') || text.starts_with('@') || text.starts_with("--");
    const std::string_view name = sign ? text.substr(0, text.find_first_of(": \t")) : std::string_view{};
    const std::string_view behind = sign ? trim(text.substr(name.size())) : std::string_view{};
    if (behind.starts_with(':') && locals_.empty() && declared_.insert(name).second) variable(text, name);
    values(text.substr(std::min(text.find(':'), text.size())));
  }

  void variable(std::string_view text, std::string_view name) {
    const Index index = open(Kind::kField, name, text);
    Symbol& symbol = outline_.facts().symbols[index];
    symbol.signature.end = std::min(symbol.signature.end, symbol.signature.begin + 200);
    outline_.close(depth_, range_in(text_, text).end);
  }

  void imports(std::string_view text) {
    text = text.substr(0, text.find(" with"));
    for (std::size_t at = text.find_first_of("\"'"); at != std::string_view::npos; at = text.find_first_of("\"'", at + 1)) {
      const std::size_t close = text.find(text[at], at + 1);
      if (close == std::string_view::npos) return;
      const std::string_view module = text.substr(at + 1, close - at - 1);
      outline_.facts().imports.push_back({.module = outline_.intern(module), .begin = range_in(text_, module).begin});
      at = close;
    }
  }

  /// Variables read and functions called in a value.
  void values(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
      const bool variable = (text[at] == '$' || text[at] == '@') && at + 1 < text.size() && is_name(text[at + 1]);
      if (!variable && std::isalpha(static_cast<unsigned char>(text[at])) == 0) continue;
      const std::string_view name = name_at(text.substr(at + (variable ? 1 : 0)));
      const std::string_view whole = text.substr(at, name.size() + (variable ? 1 : 0));
      at += whole.size() - 1;
      const bool calls = !variable && at + 1 < text.size() && text[at + 1] == '(';
      if (calls && !is_built_in(name)) call(whole);
      if (variable && !locals_.contains(whole)) reference(Role::kRead, whole);
    }
  }

  void call(std::string_view name) { reference(Role::kCall, name); }

  void reference(Role role, std::string_view name) {
    if (name.empty()) return;
    outline_.facts().references.push_back(
        {.role = role, .name = outline_.intern(name), .symbol = outline_.symbol(), .begin = range_in(text_, name).begin});
  }

  static constexpr std::uint32_t kNone = UINT32_MAX;

  Outline& outline_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t begin_ = kNone;  // where what stands before the next brace or semicolon begins
  std::uint32_t depth_ = 0;
  int parentheses_ = 0;
  ByteRange doc_;
  std::uint32_t callable_depth_ = 0;
  std::unordered_set<std::string_view> locals_;    // parameters of the mixin at hand
  std::unordered_set<std::string_view> declared_;  // variables with a symbol
};

void scan(Outline& outline) { StylesheetScan(outline).run(); }

}  // namespace

const ScannedLanguage kScssLanguage{.language = Language::kScss, .version = 1, .separator = " ", .scan = scan};

}  // namespace grove::syntax
