#include "syntax/languages/sql/sql_tokens.h"

#include <algorithm>
#include <cctype>

namespace grove::syntax {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '#' || c == '@' || (c & 0x80) != 0; }

}  // namespace

bool SqlTokens::skip_blanks() {
  for (; at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0; ++at_)
    if (text_[at_] == '\n' || text_[at_] == '\r') starts_line_ = true;
  return at_ < text_.size();
}

/// npos where no comment begins.
std::size_t SqlTokens::end_of_comment() const {
  const std::string_view rest = text_.substr(at_);
  const bool hash = rest.front() == '#' && starts_line_ && (rest.size() < 2 || std::isspace(static_cast<unsigned char>(rest[1])) != 0);
  if (rest.starts_with("--") || hash) return std::min(text_.find_first_of("\n\r", at_), text_.size());
  if (!rest.starts_with("/*")) return std::string_view::npos;
  const std::size_t close = text_.find("*/", at_ + 2);
  return close == std::string_view::npos ? text_.size() : close + 2;
}

/// A doubled quote stands for itself; a backslash escapes in MySQL, but a path ends in one elsewhere: it is taken as plain.
std::size_t SqlTokens::end_of_quoted(char close) const {
  for (std::size_t at = text_.find(close, at_ + 1); at != std::string_view::npos; at = text_.find(close, at + 2))
    if (close == ']' || at + 1 >= text_.size() || text_[at + 1] != close) return at + 1;
  return text_.size();
}

SqlToken SqlTokens::make(SqlToken::Kind kind, std::size_t end) {
  const SqlToken token{kind, {static_cast<std::uint32_t>(at_), static_cast<std::uint32_t>(end)}, starts_line_};
  at_ = end;
  starts_line_ = false;
  return token;
}

SqlToken SqlTokens::next() {
  while (skip_blanks()) {
    const std::size_t comment = end_of_comment();
    if (comment == std::string_view::npos) break;
    if (starts_line_) return make(SqlToken::Kind::kComment, comment);
    at_ = comment;
  }
  if (at_ >= text_.size()) return make(SqlToken::Kind::kEnd, at_);
  const char c = text_[at_];
  if (c == '\'') return make(SqlToken::Kind::kString, end_of_quoted('\''));
  if (c == '"' || c == '`') return make(SqlToken::Kind::kWord, end_of_quoted(c));
  if (c == '[' && at_ + 1 < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_ + 1])) != 0)
    return make(SqlToken::Kind::kWord, end_of_quoted(']'));
  if (c == '$') {
    std::size_t end = at_ + 1;
    while (end < text_.size() && is_word(text_[end])) ++end;
    if (end < text_.size() && text_[end] == '$') return make(SqlToken::Kind::kDollar, end + 1);
  }
  std::size_t end = at_;
  while (end < text_.size() && is_word(text_[end])) ++end;
  return end > at_ ? make(SqlToken::Kind::kWord, end) : make(SqlToken::Kind::kSymbol, at_ + 1);
}

std::string sql_keyword(std::string_view word) {
  std::string upper(word);
  std::ranges::transform(upper, upper.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
  return upper;
}

std::string_view sql_name(std::string_view word) {
  const bool quoted = word.size() >= 2 && (word.front() == '"' || word.front() == '`' || word.front() == '[');
  return quoted ? word.substr(1, word.size() - 2) : word;
}

}  // namespace grove::syntax
