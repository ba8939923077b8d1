#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "model/span.h"

namespace grove::syntax {

struct SqlToken {
  enum class Kind : std::uint8_t {
    kEnd,
    kWord,     ///< A keyword, a number or a name, quoted or not.
    kSymbol,   ///< One character.
    kString,   ///< '…', with quotes.
    kDollar,   ///< `$$`, `$body$`: opens or closes PostgreSQL's quoting; what is between are tokens too.
    kComment,  ///< A comment on lines of its own.
  };
  Kind kind = Kind::kEnd;
  ByteRange range;
  bool starts_line = false;  ///< Only blanks stand before it on its line.
};

/// Cuts SQL of any dialect into tokens: quoting by "", ``, [] and '', comments by --, # and /* */. Never fails.
class SqlTokens {
 public:
  explicit SqlTokens(std::string_view text) : text_(text) {}

  SqlToken next();
  std::string_view text(const SqlToken& token) const { return text_.substr(token.range.begin, token.range.size()); }

 private:
  bool skip_blanks();
  std::size_t end_of_comment() const;
  std::size_t end_of_quoted(char close) const;
  SqlToken make(SqlToken::Kind kind, std::size_t end);

  std::string_view text_;
  std::size_t at_ = 0;
  bool starts_line_ = true;
};

/// A word in upper case if it is plain; quoted words stay as they are, so that they are no keywords.
std::string sql_keyword(std::string_view word);
/// A name without its quotes.
std::string_view sql_name(std::string_view word);

}  // namespace grove::syntax
