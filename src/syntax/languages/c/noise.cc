#include "syntax/languages/c/noise.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <vector>

namespace grove::syntax {
namespace {

enum class TokenKind : std::uint8_t { kWord, kLiteral, kPunctuation, kDirective };

struct Token {
  TokenKind kind = TokenKind::kPunctuation;
  std::string_view text;
  std::uint32_t begin = 0;
  std::uint32_t line = 0;
};

bool is_word_byte(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }

/// Takes C apart as far as needed here: comments are dropped, a preprocessor line is one token.
class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {}

  std::vector<Token> run() {
    bool line_start = true;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        ++line_;
        line_start = true;
        ++at_;
      } else if (std::isspace(static_cast<unsigned char>(c)) != 0) {
        ++at_;
      } else if (text_.substr(at_).starts_with("//") || text_.substr(at_).starts_with("/*")) {
        skip_comment();
      } else {
        take(c, line_start);
        line_start = false;
      }
    }
    return std::move(tokens_);
  }

 private:
  void take(char c, bool line_start) {
    const std::size_t begin = at_;
    const std::uint32_t line = line_;
    TokenKind kind = TokenKind::kPunctuation;
    if (c == '#' && line_start) {
      kind = TokenKind::kDirective;
      skip_directive();
    } else if (c == '"' || c == '\'') {
      kind = TokenKind::kLiteral;
      skip_literal(c);
    } else if (is_word_byte(c)) {
      kind = std::isdigit(static_cast<unsigned char>(c)) != 0 ? TokenKind::kLiteral : TokenKind::kWord;
      while (at_ < text_.size() && is_word_byte(text_[at_])) ++at_;
      if (text_.substr(begin, at_ - begin).ends_with('R') && at_ < text_.size() && text_[at_] == '"') skip_raw_literal();
    } else {
      ++at_;
      if ((c == ':' || c == '-') && at_ < text_.size() && (text_[at_] == ':' || text_[at_] == '>')) ++at_;
    }
    tokens_.push_back({kind, text_.substr(begin, at_ - begin), static_cast<std::uint32_t>(begin), line});
  }

  void skip_to(std::size_t end) {
    end = std::min(end, text_.size());
    line_ += static_cast<std::uint32_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.begin() + static_cast<std::ptrdiff_t>(end), '\n'));
    at_ = end;
  }
  void skip_comment() {
    const bool block = text_[at_ + 1] == '*';
    const std::size_t end = block ? text_.find("*/", at_ + 2) : text_.find('\n', at_);
    skip_to(end == std::string_view::npos ? text_.size() : end + (block ? 2 : 0));
  }
  void skip_directive() {
    std::size_t end = at_;
    do {
      end = text_.find('\n', end + (end == at_ ? 0 : 1));
      if (end == std::string_view::npos) return skip_to(text_.size());
    } while (text_[end - 1] == '\\' || (text_[end - 1] == '\r' && end > 1 && text_[end - 2] == '\\'));
    skip_to(end);
  }
  void skip_literal(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') ++at_;
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }
  void skip_raw_literal() {
    const std::size_t open = text_.find('(', at_);
    if (open == std::string_view::npos || open - at_ > 20) return skip_literal('"');
    const std::string close = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
    const std::size_t end = text_.find(close, open);
    skip_to(end == std::string_view::npos ? text_.size() : end + close.size());
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 0;
  std::vector<Token> tokens_;
};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 4> kTags = {"class", "struct", "union", "enum"};
/// Words that begin or continue a declaration and are no types.
constexpr std::array<std::string_view, 23> kQualifiers = {"static",   "inline",       "extern",    "const",     "volatile", "namespace",
                                                          "template", "typedef",      "using",     "typename",  "virtual",  "explicit",
                                                          "friend",   "constexpr",    "constinit", "consteval", "operator", "mutable",
                                                          "register", "thread_local", "_Noreturn", "restrict",  "__inline"};
constexpr std::array<std::string_view, 18> kTypeWords = {"struct", "class",    "enum", "union", "void",     "int",
                                                         "char",   "short",    "long", "float", "double",   "bool",
                                                         "signed", "unsigned", "auto", "_Bool", "decltype", "size_t"};
bool is_declaring(std::string_view word) {
  return std::ranges::find(kQualifiers, word) != kQualifiers.end() || std::ranges::find(kTypeWords, word) != kTypeWords.end();
}
/// Words after which an expression stands.
constexpr std::array<std::string_view, 18> kExpecting = {"return", "case",      "else",     "goto",     "new",     "delete",
                                                         "sizeof", "throw",     "do",       "if",       "while",   "for",
                                                         "switch", "co_return", "co_await", "co_yield", "default", "alignof"};
constexpr std::array<std::string_view, 14> kCompilerWords = {"__attribute__", "__attribute",       "__asm__",    "__asm",    "__typeof__",
                                                             "__typeof",      "__extension__",     "__declspec", "__inline", "__inline__",
                                                             "__int128",      "__builtin_va_list", "__cdecl",    "__stdcall"};

bool is_macro_name(std::string_view word) {
  if (word.size() < 3) return false;
  if (word.starts_with("__") && std::islower(static_cast<unsigned char>(word[2])) != 0)
    return !is_one_of(word, kCompilerWords) && std::ranges::none_of(word, [](unsigned char c) { return std::isupper(c); });
  return std::ranges::none_of(word, [](unsigned char c) { return std::islower(c); }) &&
         std::ranges::any_of(word, [](unsigned char c) { return std::isupper(c); }) && !std::isdigit(static_cast<unsigned char>(word[0]));
}

/// What a brace opened.
struct Scope {
  bool body = false;      ///< Of a function, or an initialiser: expressions stand in it.
  std::string_view type;  ///< The name of a class.
};

class NoiseFinder {
 public:
  explicit NoiseFinder(std::string_view text) : text_(text), tokens_(Lexer(text).run()) {}

  std::optional<std::string> run() {
    for (std::size_t i = 0; i < tokens_.size();) {
      note_brace(i);
      const bool candidate = tokens_[i].kind == TokenKind::kWord && is_macro_name(tokens_[i].text);
      const std::size_t next = candidate ? behind_arguments(i) : i + 1;
      if (candidate && is_noise(i, next)) {
        blank(i, next);  // and it is nothing's neighbour any more
        i = next;
      } else {
        last_ = i++;
      }
    }
    return std::move(blanked_);
  }

 private:
  bool is(std::size_t i, std::string_view text) const { return i < tokens_.size() && tokens_[i].text == text; }
  bool is_word(std::size_t i) const { return i < tokens_.size() && tokens_[i].kind == TokenKind::kWord; }

  void note_brace(std::size_t i) {
    if (tokens_[i].text == "}" && !scopes_.empty()) scopes_.pop_back();
    if (tokens_[i].text != "{") return;
    Scope opened;
    bool scope = false;
    bool parentheses = false;
    for (std::size_t back = i; back-- > 0;) {
      const Token& token = tokens_[back];
      if (token.kind == TokenKind::kDirective || token.text == ";" || token.text == "{" || token.text == "}") break;
      parentheses = parentheses || token.text == "(";
      const bool tag = is_one_of(token.text, kTags);
      scope = scope || tag || token.text == "namespace" || token.text == "extern";
      if (tag) opened.type = type_name(back + 1, i);
    }
    opened.body = in_body() || !scope || parentheses;
    scopes_.push_back(opened);
  }
  bool in_body() const { return !scopes_.empty() && scopes_.back().body; }
  /// The last word of a header before its base classes.
  std::string_view type_name(std::size_t begin, std::size_t end) const {
    std::string_view name;
    for (; begin < end && tokens_[begin].text != ":" && tokens_[begin].text != "<"; ++begin)
      if (is_word(begin) && tokens_[begin].text != "final") name = tokens_[begin].text;
    return name;
  }
  /// `Cache(` or `~Cache(` in the class of that name.
  bool is_constructor(std::size_t i) const {
    if (is(i, "~")) ++i;
    return is_word(i) && is(i + 1, "(") && !scopes_.empty() && tokens_[i].text == scopes_.back().type;
  }

  /// Behind a macro's name and arguments.
  std::size_t behind_arguments(std::size_t i) const {
    if (!is(i + 1, "(")) return i + 1;
    int depth = 0;
    for (std::size_t at = i + 1; at < tokens_.size() && at < i + 200; ++at) {
      if (tokens_[at].text == "(") ++depth;
      if (tokens_[at].text == ")" && --depth == 0) return at + 1;
      if (tokens_[at].text == "{" || tokens_[at].text == ";") break;
    }
    return i + 1;
  }

  /// Whether what begins at `i` reads as a type and a name, or as the beginning of a declaration.
  bool declares(std::size_t i) const {
    if (!is_word(i) || is_one_of(tokens_[i].text, kExpecting)) return false;
    if (is_declaring(tokens_[i].text)) return true;
    return is_word(i + 1) || is(i + 1, "*") || is(i + 1, "&") || is(i + 1, "::") || is(i + 1, "<");
  }

  bool is_noise(std::size_t i, std::size_t next) const {
    const Token* before = last_ ? &tokens_[*last_] : nullptr;
    const bool starts = before == nullptr || before->kind == TokenKind::kDirective || before->text == ";" || before->text == "}" ||
                        before->text == "{" || before->text == ":";
    const bool bare = next == i + 1;
    if (next < tokens_.size() && is(next, "(") && bare) return false;  // unbalanced arguments
    if (before != nullptr && is_one_of(before->text, kTags)) return is_word(next);
    if (starts || (before->text == ">" && !in_body())) {
      if (is_constructor(next)) return true;
      if (declares(next) && !(in_body() && !is_declaring(tokens_[next].text))) return true;
      return stands_alone(i, next);
    }
    if (before->kind == TokenKind::kWord && !is_one_of(before->text, kExpecting)) {
      if (is_declaring(before->text) && (declares(next) || is_constructor(next))) return true;
      if (before->text == "const" || before->text == "override" || before->text == "final" || before->text == "noexcept")
        return !in_body() && ends_header(next);
      return is_word(next) && !is_one_of(before->text, kQualifiers) && !is_one_of(tokens_[next].text, kExpecting) && bare;
    }
    if (before->text == "*" || before->text == "&") return bare && is_word(next) && !in_body();
    return before->text == ")" && !in_body() && ends_header(next);
  }

  bool ends_header(std::size_t i) const { return is(i, ";") || is(i, "{") || (is_word(i) && is_macro_name(tokens_[i].text)); }

  /// A macro on a line of its own that nothing on the next line goes on with.
  bool stands_alone(std::size_t i, std::size_t next) const {
    if (last_ && tokens_[*last_].line == tokens_[i].line && tokens_[*last_].kind != TokenKind::kDirective) return false;
    if (next >= tokens_.size()) return true;
    const Token& after = tokens_[next];
    if (after.line == tokens_[next - 1].line) return false;
    return after.kind != TokenKind::kPunctuation || after.text == "}" || after.text == "~" || after.text == "[";
  }

  void blank(std::size_t begin, std::size_t end) {
    if (!blanked_) blanked_.emplace(text_);
    const Token& last = tokens_[end - 1];
    for (std::size_t at = tokens_[begin].begin; at < last.begin + last.text.size(); ++at)
      if ((*blanked_)[at] != '\n' && (*blanked_)[at] != '\r') (*blanked_)[at] = ' ';
  }

  std::string_view text_;
  std::vector<Token> tokens_;
  std::optional<std::size_t> last_;  // the token before, of those that stay
  std::vector<Scope> scopes_;
  std::optional<std::string> blanked_;
};

}  // namespace

std::optional<std::string> without_macro_noise(std::string_view text) { return NoiseFinder(text).run(); }

}  // namespace grove::syntax
