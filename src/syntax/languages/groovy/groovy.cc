#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "syntax/config/line_cursor.h"
#include "syntax/languages/groovy/groovy_header.h"
#include "syntax/scan/scanned_languages.h"
#include "syntax/tree/prefix.h"

namespace grove::syntax {
namespace {

constexpr std::uint32_t kMaxNesting = 4;  // pipeline, stages, stage, steps

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

/// Groovy by braces, parentheses and line ends: classes, methods, fields, calls, and the blocks of build scripts and pipelines. The grammar
/// at hand gives up on most files; this reads all of them alike.
class GroovyScan {
 public:
  explicit GroovyScan(Outline& outline) : outline_(outline), text_(outline.text()) { scopes_.push_back({.scope = kFile}); }

  void run() {
    while (at_ < text_.size()) step();
    end_statement();
    outline_.close(0, static_cast<std::uint32_t>(text_.size()));
  }

 private:
  enum Scope : std::uint8_t { kFile, kType, kCallable, kConfig, kOther };
  struct Open {
    Scope scope = kOther;
    std::string_view name{};        ///< Of a type.
    bool constants = false;         ///< An enumeration whose constants come next.
    std::uint32_t parentheses = 0;  ///< Open where its brace stands.
  };

  void step() {
    const char c = text_[at_];
    const std::string_view rest = text_.substr(at_);
    if (c == '\n' || c == '\r') return line_end();
    if (std::isspace(static_cast<unsigned char>(c)) != 0) return static_cast<void>(++at_);
    if (rest.starts_with("//") || rest.starts_with("/*") || (at_ == 0 && rest.starts_with("#!"))) return comment(rest.starts_with("/*"));
    if (begin_ == kNowhere) begin_ = static_cast<std::uint32_t>(at_);
    if (c == '"' || c == '\'' || (c == '/' && begins_pattern())) return skip_string(c);
    if (is_word(c)) return word();
    if (c == '@' && at_ + 1 < text_.size() && is_word(text_[at_ + 1]) && !rest.starts_with("@interface")) return annotation();
    if (c == '(' || c == '[') ++parentheses_;
    if ((c == ')' || c == ']') && parentheses_ > scopes_.back().parentheses) --parentheses_;
    if (c == '{') return open_block();
    if (c == '}') return close_block();
    ++at_;
    if (c == ';' && parentheses_ == scopes_.back().parentheses) end_statement();
    last_ = c;
  }

  /// A line end ends a statement, unless something is open or the next line goes on.
  void line_end() {
    const std::size_t next = text_.find_first_not_of(" \t\r\n", at_);
    const char following = next == std::string_view::npos ? '\0' : text_[next];
    const bool goes_on = parentheses_ > scopes_.back().parentheses ||
                         std::string_view(",=+-*&|?:<").find(last_) != std::string_view::npos || following == '.' || following == '{' ||
                         following == '?';
    const bool only_annotations = begin_ != kNowhere && groovy_without_annotations(statement()).empty();
    if (!goes_on && !only_annotations) end_statement();
    ++at_;
  }

  void comment(bool block) {
    const std::size_t mark = block ? text_.find("*/", at_ + 2) : text_.find_first_of("\n\r", at_);
    const std::size_t end = mark == std::string_view::npos ? text_.size() : mark + (block ? 2 : 0);
    const ByteRange range{static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)};
    at_ = end;
    if (begin_ != kNowhere || text_.substr(range.begin).starts_with("#!")) return;
    outline_.add_comment(range);
    const bool goes_on = !doc_.empty() && std::ranges::count(text_.substr(doc_.end, range.begin - doc_.end), '\n') <= 1;
    doc_ = {goes_on ? doc_.begin : range.begin, range.end};
  }

  /// A slash begins a pattern where no value stands before it.
  bool begins_pattern() const { return last_ == '\0' || std::string_view("(,=:[!&|?{};~").find(last_) != std::string_view::npos; }

  void skip_string(char quote) {
    const std::string_view rest = text_.substr(at_);
    const bool triple = rest.size() > 2 && rest[1] == quote && rest[2] == quote && quote != '/';
    const std::string_view close = rest.substr(0, triple ? 3 : 1);
    for (at_ += close.size(); at_ < text_.size() && !text_.substr(at_).starts_with(close); ++at_) {
      if (text_[at_] == '\\') ++at_;
      if (!triple && (text_[at_ < text_.size() ? at_ : text_.size() - 1] == '\n')) break;
    }
    at_ = std::min(at_ + close.size(), text_.size());
    last_ = '"';
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    const bool member = last_ == '.';
    last_ = 'a';
    const bool makes = std::exchange(after_new_, name == "new");
    if (std::isdigit(static_cast<unsigned char>(name.front())) != 0 || groovy_is_keyword(name)) return;
    const std::size_t next = text_.find_first_not_of(" \t", at_);
    const char following = next == std::string_view::npos ? '\0' : text_[next];
    const bool command = begin == begin_ && next > at_ && (following == '"' || following == '\'');
    const bool calls = (following == '(' && next == at_) || command || (following == '{' && (begin == begin_ || member));
    if (calls) calls_.push_back({name, member ? receiver_before(begin) : std::string_view{}, static_cast<std::uint32_t>(begin), makes});
  }

  /// `repo.users` in `repo.users.find(…)`.
  std::string_view receiver_before(std::size_t begin) const {
    std::size_t end = begin;
    while (end > 0 && (text_[end - 1] == '.' || text_[end - 1] == '?' || text_[end - 1] == '*')) --end;
    std::size_t from = end;
    while (from > 0 && (is_word(text_[from - 1]) || text_[from - 1] == '.')) --from;
    return from == end ? std::string_view("…") : text_.substr(from, end - from);
  }

  void annotation() {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && (is_word(text_[at_]) || text_[at_] == '.')) ++at_;
    annotations_.push_back(text_.substr(begin, at_ - begin));
    last_ = 'a';
  }

  std::string_view statement() const { return begin_ == kNowhere ? std::string_view{} : trim(text_.substr(begin_, at_ - begin_)); }

  std::uint32_t level() const { return static_cast<std::uint32_t>(scopes_.size() - 1); }

  Index open(Kind kind, std::string_view name, std::string_view head, std::uint16_t flags) {
    const ByteRange range = range_in(text_, head);
    const std::string_view plain = groovy_without_annotations(head);
    const bool adjacent = !doc_.empty() && trim(text_.substr(doc_.end, range.begin - doc_.end)).empty();
    const Index index = outline_.open({.kind = kind,
                                       .level = level(),
                                       .begin = range.begin,
                                       .name = name,
                                       .name_range = range_in(text_, name),
                                       .signature = plain.empty() ? range : range_in(text_, plain),
                                       .doc = adjacent ? doc_ : ByteRange{}});
    Symbol& symbol = outline_.facts().symbols[index];
    symbol.flags = static_cast<std::uint16_t>(symbol.flags | flags | groovy_modifier_flags(plain));
    for (const std::string_view each : annotations_) {
      if (each == "Test") outline_.facts().symbols[index].flags |= kSymbolTest;
      const std::uint32_t begin = range_in(text_, each).begin;
      outline_.facts().annotations.push_back({.symbol = index, .name = outline_.intern(each), .begin = begin});
      reference(Role::kType, each, {}, begin);
    }
    annotations_.clear();
    return index;
  }

  void reference(Role role, std::string_view name, std::string_view receiver, std::uint32_t begin) {
    outline_.facts().references.push_back(
        {.role = role, .name = outline_.intern(name), .receiver = outline_.intern(receiver), .symbol = outline_.symbol(), .begin = begin});
  }

  void flush_calls() {
    for (const Call& call : calls_) {
      reference(Role::kCall, call.name, call.receiver, call.begin);
      if (call.makes) outline_.facts().references.back().flags = kReferenceNew;
    }
    calls_.clear();
  }

  void open_block() {
    const std::string_view head = statement();
    const Scope outer = scopes_.back().scope;
    Open opened;
    if (parentheses_ == scopes_.back().parentheses && outer != kCallable && outer != kOther) opened = block_of(head, outer);
    flush_calls();
    if (opened.scope == kOther && outer == kCallable) opened.scope = kCallable;
    opened.parentheses = parentheses_;
    scopes_.push_back(opened);
    begin_ = kNowhere;
    last_ = '{';
    ++at_;
    doc_ = {};
  }

  Open block_of(std::string_view head, Scope outer) {
    if (const auto type = groovy_type(head)) {
      calls_.clear();
      open(type->kind, type->name, head, 0);
      for (const std::string_view super : type->supertypes) reference(Role::kInherit, super, {}, range_in(text_, super).begin);
      return {.scope = kType, .name = type->name, .constants = type->kind == Kind::kEnum};
    }
    if (const auto callable = groovy_callable(head, scopes_.back().name); callable && outer != kConfig) {
      calls_.clear();
      const Index index = open(callable->kind, callable->name, head, callable->flags);
      sign(index, *callable);
      return {.scope = kCallable};
    }
    const std::size_t close = text_.find('}', at_);
    const bool lines = text_.substr(at_, close - at_).find('\n') != std::string_view::npos;
    const std::string_view title = groovy_block_title(head);
    if (outer == kType || !lines || title.empty() || scopes_.size() > kMaxNesting) return {};
    open(Kind::kConfig, title, head, 0);
    return {.scope = kConfig};
  }

  void sign(Index index, const GroovyCallable& callable) {
    Facts& facts = outline_.facts();
    for (const GroovyParameter& parameter : callable.parameters) {
      facts.parameters.push_back({.symbol = index,
                                  .name = outline_.intern(parameter.name),
                                  .type = outline_.intern(parameter.type),
                                  .has_default = parameter.has_default,
                                  .begin = range_in(text_, parameter.name).begin});
      if (facts.symbols[index].arity < 255) ++facts.symbols[index].arity;
    }
    facts.symbols[index].type = outline_.intern(callable.type);
  }

  /// `RED, GREEN(1)`: up to the first semicolon of an enumeration.
  void constants(std::string_view text) {
    if (!text.ends_with(',')) scopes_.back().constants = false;
    int depth = 0;
    bool begins = true;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if (c == ',' && depth == 0) begins = true;
      if (!begins || !is_word(c)) continue;
      begins = false;
      std::size_t end = at;
      while (end < text.size() && is_word(text[end])) ++end;
      const std::string_view name = text.substr(at, end - at);
      open(Kind::kConstant, name, name, 0);
      outline_.close(level(), range_in(text_, name).end);
      at = end - 1;
    }
  }

  void close_block() {
    end_statement();
    if (scopes_.size() > 1) {
      parentheses_ = scopes_.back().parentheses;
      scopes_.pop_back();
    }
    ++at_;
    outline_.close(level(), static_cast<std::uint32_t>(at_));
    last_ = '}';
    begin_ = kNowhere;
  }

  void end_statement() {
    const std::string_view text = statement();
    const Scope scope = scopes_.back().scope;
    if (!text.empty()) {
      if (scopes_.back().constants)
        constants(text);
      else if (scope == kFile && import(text))
        calls_.clear();
      else if (scope == kType || scope == kFile)
        field(text, scope);
    }
    flush_calls();
    annotations_.clear();
    begin_ = kNowhere;
    if (!text.empty()) doc_ = {};
    parentheses_ = scopes_.back().parentheses;
  }

  bool import(std::string_view text) {
    if (text.starts_with("package ")) {
      outline_.facts().module = outline_.intern(prefix_of(trim(text.substr(8))));
      return true;
    }
    if (!text.starts_with("import ")) return false;
    std::string_view path = trim(text.substr(7));
    Import import{.begin = 0};
    import.is_static = path.starts_with("static ");
    if (import.is_static) path = trim(path.substr(7));
    if (const std::size_t as = path.find(" as "); as != std::string_view::npos) {
      import.alias = outline_.intern(trim(path.substr(as + 4)));
      path = trim(path.substr(0, as));
    }
    while (path.ends_with(';')) path.remove_suffix(1);
    const std::size_t dot = path.rfind('.');
    import.begin = range_in(text_, path).begin;
    import.module = outline_.intern(path.substr(0, dot));
    if (dot != std::string_view::npos) import.name = outline_.intern(path.substr(dot + 1));
    outline_.facts().imports.push_back(import);
    return true;
  }

  /// `static final int MAX = 3`, `String name`, `def x = 1`; methods of interfaces have no body.
  void field(std::string_view text, Scope scope) {
    if (scope == kType) {
      if (const auto callable = groovy_callable(text, scopes_.back().name)) {
        calls_.clear();
        const Index index =
            open(callable->kind, callable->name, text, static_cast<std::uint16_t>(callable->flags | kSymbolDeclarationOnly));
        sign(index, *callable);
        return outline_.close(level(), range_in(text_, text).end);
      }
    }
    const auto variable = groovy_variable(text);
    if (!variable || (scope == kFile && !variable->has_value)) return;
    const Index index = open(variable->kind, variable->name, text, 0);
    outline_.facts().symbols[index].type = outline_.intern(variable->type);
    ByteRange& signature = outline_.facts().symbols[index].signature;
    signature.end = std::min(signature.end, signature.begin + 200);
    flush_calls();
    outline_.close(level(), range_in(text_, text).end);
  }

  struct Call {
    std::string_view name;
    std::string_view receiver;
    std::uint32_t begin = 0;
    bool makes = false;  ///< After `new`.
  };
  static constexpr std::uint32_t kNowhere = UINT32_MAX;

  Outline& outline_;
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t begin_ = kNowhere;  // of the statement at hand
  std::uint32_t parentheses_ = 0;
  char last_ = '\0';  // the last character that counts
  bool after_new_ = false;
  ByteRange doc_;
  std::vector<Open> scopes_;
  std::vector<Call> calls_;  // of the statement at hand
  std::vector<std::string_view> annotations_;
};

void scan(Outline& outline) { GroovyScan(outline).run(); }

}  // namespace

const ScannedLanguage kGroovyLanguage{.language = Language::kGroovy, .version = 1, .separator = ".", .scan = scan};

}  // namespace grove::syntax
