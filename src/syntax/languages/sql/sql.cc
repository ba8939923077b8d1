#include <algorithm>
#include <array>
#include <optional>
#include <unordered_set>
#include <utility>

#include "base/text.h"
#include "syntax/languages/sql/sql_tokens.h"
#include "syntax/scan/scanned_languages.h"

namespace grove::syntax {
namespace {

using Words = std::unordered_set<std::string_view>;

struct Creatable {
  std::string_view word;
  Kind kind;
  bool routine;  ///< Has a body that may hold semicolons.
};
constexpr std::array kCreatables = std::to_array<Creatable>({{"TABLE", Kind::kStruct, false},
                                                             {"VIEW", Kind::kStruct, false},
                                                             {"FUNCTION", Kind::kFunction, true},
                                                             {"PROCEDURE", Kind::kFunction, true},
                                                             {"PROC", Kind::kFunction, true},
                                                             {"TRIGGER", Kind::kFunction, true},
                                                             {"AGGREGATE", Kind::kFunction, false},
                                                             {"PACKAGE", Kind::kModule, true},
                                                             {"INDEX", Kind::kConfig, false},
                                                             {"SEQUENCE", Kind::kConfig, false},
                                                             {"POLICY", Kind::kConfig, false},
                                                             {"TYPE", Kind::kType, false},
                                                             {"DOMAIN", Kind::kType, false},
                                                             {"SCHEMA", Kind::kNamespace, false},
                                                             {"DATABASE", Kind::kNamespace, false}});

/// What may stand between CREATE and what is created.
const Words& modifiers() {
  static const Words words = {"OR",           "REPLACE",        "ALTER",        "TEMP",      "TEMPORARY", "GLOBAL",
                              "LOCAL",        "UNLOGGED",       "EXTERNAL",     "UNIQUE",    "BITMAP",    "CLUSTERED",
                              "NONCLUSTERED", "FULLTEXT",       "MATERIALIZED", "RECURSIVE", "FORCE",     "EDITIONABLE",
                              "COLUMNSTORE",  "NONEDITIONABLE", "CONSTRAINT",   "FOREIGN",   "VIRTUAL",   "ALGORITHM",
                              "DEFINER",      "UNDEFINED",      "SQL",          "SECURITY"};
  return words;
}

/// Words that begin an entry of a table that is no column.
const Words& constraints() {
  static const Words words = {"PRIMARY", "FOREIGN", "UNIQUE", "CONSTRAINT", "CHECK",   "KEY",
                              "INDEX",   "EXCLUDE", "LIKE",   "FULLTEXT",   "SPATIAL", "PERIOD"};
  return words;
}

/// Words before a parenthesis that are no calls.
const Words& no_calls() {
  static const Words words = {"VALUES",   "IN",       "AND",     "OR",        "NOT",     "EXISTS",     "ON",       "USING",     "AS",
                              "IS",       "SELECT",   "WHERE",   "KEY",       "CHECK",   "REFERENCES", "TABLE",    "UNIQUE",    "INTO",
                              "FROM",     "JOIN",     "OVER",    "PARTITION", "BY",      "RETURNS",    "RETURN",   "ARRAY",     "VARCHAR",
                              "VARCHAR2", "NVARCHAR", "CHAR",    "NCHAR",     "NUMERIC", "DECIMAL",    "NUMBER",   "FLOAT",     "TIMESTAMP",
                              "TIME",     "INT",      "INTEGER", "BIGINT",    "BIT",     "VARBINARY",  "BINARY",   "WITH",      "ANY",
                              "ALL",      "SOME",     "UNION",   "CASE",      "WHEN",    "THEN",       "ELSE",     "INDEX",     "PRIMARY",
                              "ENUM",     "SET",      "TYPE",    "LIMIT",     "TOP",     "IF",         "LATERAL",  "FILTER",    "GROUP",
                              "ORDER",    "DEFAULT",  "VARYING", "INCLUDE",   "DOUBLE",  "TINYINT",    "SMALLINT", "MEDIUMINT", "COLUMN"};
  return words;
}

/// Reads statement by statement: what is created with its columns, what tables are read and written, what is called. No grammar, so any
/// dialect goes: PostgreSQL's quoted bodies, PL/SQL's and MySQL's blocks, T-SQL's batches.
class SqlScan {
 public:
  explicit SqlScan(Outline& outline) : outline_(outline), text_(outline.text()), tokens_(text_) {}

  void run() {
    for (advance(); now_.kind != SqlToken::Kind::kEnd;) statement();
    outline_.close(0, static_cast<std::uint32_t>(text_.size()));
  }

 private:
  void advance() {
    last_ = now_;
    for (now_ = tokens_.next(); now_.kind == SqlToken::Kind::kComment; now_ = tokens_.next()) {
      outline_.add_comment(now_.range);
      const bool goes_on = !comment_.empty() && trim(text_.substr(comment_.end, now_.range.begin - comment_.end)).empty();
      comment_ = {goes_on ? comment_.begin : now_.range.begin, now_.range.end};
    }
    word_ = now_.kind == SqlToken::Kind::kWord ? sql_keyword(tokens_.text(now_)) : std::string();
  }
  bool at(std::string_view keyword) const { return word_ == keyword; }
  bool at_symbol(char symbol) const { return now_.kind == SqlToken::Kind::kSymbol && text_[now_.range.begin] == symbol; }
  bool at_end() const { return now_.kind == SqlToken::Kind::kEnd; }
  /// `GO`, `/` or `DELIMITER` on a line of its own ends a batch.
  bool at_batch_end() const { return now_.starts_line && (at("GO") || at("DELIMITER") || (at_symbol('/') && ends_line())); }
  bool ends_line() const {
    const std::size_t end = std::min(text_.find_first_of("\n\r", now_.range.end), text_.size());
    return trim(text_.substr(now_.range.end, end - now_.range.end)).empty();
  }

  void statement() {
    const std::uint32_t begin = now_.range.begin;
    const ByteRange doc = comment_.end <= begin ? comment_ : ByteRange{};
    comment_ = {};
    if (!at("CREATE")) return rest(Body::kNone);
    advance();
    while (modifiers().contains(word_) || at_symbol('=') || (at_symbol('@') && !at_end())) advance();
    const auto found = std::ranges::find(kCreatables, std::string_view(word_), &Creatable::word);
    if (found == kCreatables.end()) return rest(Body::kNone);
    create(*found, begin, doc);
  }

  struct Name {
    ByteRange last;
    std::string schema;
  };
  /// `a.b.c` with quotes, as far as it goes.
  std::optional<Name> name() {
    if (now_.kind != SqlToken::Kind::kWord) return std::nullopt;
    Name name{.last = now_.range, .schema = {}};
    for (advance(); at_symbol('.') && last_.range.end == now_.range.begin;) {
      advance();
      if (now_.kind != SqlToken::Kind::kWord) break;
      if (!name.schema.empty()) name.schema += '.';
      name.schema += sql_name(text_.substr(name.last.begin, name.last.size()));
      name.last = now_.range;
      advance();
    }
    return name;
  }
  std::string_view text_of(const Name& name) const { return sql_name(text_.substr(name.last.begin, name.last.size())); }

  void create(const Creatable& what, std::uint32_t begin, ByteRange doc) {
    advance();
    while (at("IF") || at("NOT") || at("EXISTS") || at("BODY") || at("CONCURRENTLY")) advance();
    const auto named = name();
    if (!named) return rest(Body::kNone);
    const Index index = outline_.open({.kind = what.kind,
                                       .level = 0,
                                       .begin = begin,
                                       .name = text_of(*named),
                                       .name_range = named->last,
                                       .signature = {begin, named->last.end},
                                       .doc = doc});
    outline_.facts().symbols[index].receiver = outline_.intern(named->schema);
    const bool package = what.word == "PACKAGE";
    if (what.word == "TABLE" && at_symbol('(')) columns();
    rest(package ? Body::kPackage : what.routine ? Body::kRoutine : Body::kNone);
    std::uint32_t end = last_.range.end;
    outline_.close(0, std::max(end, named->last.end));
    if (what.kind == Kind::kFunction) sign(outline_.facts().symbols[index]);
  }

  /// The signature of a routine goes up to its body.
  void sign(Symbol& symbol) const {
    const std::uint32_t end = std::min({body_begin_, symbol.range.end, symbol.signature.begin + 400});
    std::string_view head = text_.substr(symbol.signature.begin, end - symbol.signature.begin);
    head = trim(head.substr(0, head.find(';')));
    symbol.signature.end = std::max(symbol.signature.end, symbol.signature.begin + static_cast<std::uint32_t>(head.size()));
  }

  /// From the parenthesis to its end: an entry begins after each comma.
  void columns() {
    int depth = 0;
    bool begins = false;
    while (!at_end() && !at_batch_end()) {
      if (at_symbol('('))
        begins = ++depth == 1;
      else if (at_symbol(')') && --depth == 0)
        return advance();
      else if (at_symbol(',') && depth == 1)
        begins = true;
      else if (at_symbol(';'))
        return;
      else if (std::exchange(begins, false) && now_.kind == SqlToken::Kind::kWord && !constraints().contains(word_)) {
        column();
        continue;
      } else
        reference();
      if (!at_end()) advance();
    }
  }

  void column() {
    const ByteRange name = now_.range;
    advance();
    const ByteRange type = now_.kind == SqlToken::Kind::kWord ? now_.range : ByteRange{name.end, name.end};
    const std::uint32_t end = std::max(name.end, type.end);
    const Index index = outline_.open({.kind = Kind::kField,
                                       .level = 1,
                                       .begin = name.begin,
                                       .name = sql_name(text_.substr(name.begin, name.size())),
                                       .name_range = name,
                                       .signature = {name.begin, end},
                                       .doc = {}});
    outline_.facts().symbols[index].type = outline_.intern(text_.substr(type.begin, type.size()));
    outline_.close(1, end);
  }

  enum class Body { kNone, kRoutine, kPackage };

  /// To the end of the statement, noting uses of names on the way.
  void rest(Body body) {
    int parentheses = 0;
    int blocks = 0;
    bool has_body = false;  // after AS or IS without quotes: semicolons belong to it
    bool block_seen = false;
    ByteRange quote;  // the `$body$` that is open
    body_begin_ = UINT32_MAX;
    while (!at_end() && !at_batch_end()) {
      if (now_.kind == SqlToken::Kind::kDollar) {
        const bool closes = !quote.empty() && tokens_.text(now_) == text_.substr(quote.begin, quote.size());
        if (quote.empty()) begin_body();
        if (closes || quote.empty()) quote = closes ? ByteRange{} : now_.range;
        has_body = false;
      } else if (quote.empty()) {
        if (at_symbol('(')) ++parentheses;
        if (at_symbol(')')) --parentheses;
        const bool ends = parentheses <= 0 && blocks == 0 && (!has_body || block_seen);
        if (at_symbol(';') && ends) return advance();
        if ((body == Body::kNone || (has_body && !block_seen)) && parentheses <= 0 && at("CREATE") && now_.starts_line) return;
        if (body != Body::kNone && (at("AS") || at("IS")) && parentheses <= 0 && blocks == 0) {
          has_body = true;
          begin_body();
          if (body == Body::kPackage) block_seen = true, blocks = 1;
        }
        if (at("BEGIN") || at("CASE")) begin_body(), block_seen = true, ++blocks;
        if (at("END") && blocks > 0) {
          advance();
          const bool inner = at("IF") || at("LOOP") || at("WHILE") || at("REPEAT") || at("FOR");
          if (!inner) --blocks;
          if (at("CASE")) advance();
          continue;
        }
        if (body == Body::kPackage && blocks == 1 && (at("PROCEDURE") || at("FUNCTION")) && now_.starts_line) {
          inner_routine();
          continue;
        }
      }
      reference();
      advance();
    }
    end_batch();
  }

  /// Past `GO`, `/`, and `DELIMITER //`.
  void end_batch() {
    const bool whole_line = at("DELIMITER");
    if (at_end()) return;
    advance();
    while (whole_line && !at_end() && !now_.starts_line) advance();
  }

  void begin_body() { body_begin_ = std::min(body_begin_, now_.range.begin); }

  void inner_routine() {
    const std::uint32_t begin = now_.range.begin;
    const ByteRange doc = std::exchange(comment_, {});
    advance();
    const auto named = name();
    if (!named) return;
    outline_.open({.kind = Kind::kFunction,
                   .level = 1,
                   .begin = begin,
                   .name = text_of(*named),
                   .name_range = named->last,
                   .signature = {begin, named->last.end},
                   .doc = doc.end <= begin ? doc : ByteRange{}});
  }

  /// `FROM users`, `JOIN`, `INTO`, `UPDATE`, `REFERENCES`, `CALL f`, `f(…)`: notes the name after the word at hand.
  void reference() {
    if (now_.kind != SqlToken::Kind::kWord) return;
    std::optional<Role> role;
    if (at("FROM") || at("JOIN")) role = last_is("DELETE") ? Role::kWrite : Role::kRead;
    if (at("INTO") && (last_is("INSERT") || last_is("MERGE") || last_is("REPLACE") || last_is("IGNORE"))) role = Role::kWrite;
    if (at("UPDATE") && !last_is("ON") && !last_is("FOR") && !last_is("OR") && !last_is("BEFORE") && !last_is("AFTER") && !last_is("DO"))
      role = Role::kWrite;
    if (at("TABLE") && !last_is("CREATE")) role = Role::kWrite;
    if (at("REFERENCES")) role = Role::kType;
    if (at("CALL") || at("EXEC") || at("PERFORM")) role = Role::kCall;
    if (last_is("EXECUTE") && (at("FUNCTION") || at("PROCEDURE"))) role = Role::kCall;
    if (!role) return call();
    SqlTokens ahead = tokens_;
    SqlToken token = ahead.next();
    for (std::string word = sql_keyword(ahead.text(token)); word == "IF" || word == "EXISTS" || word == "ONLY" || word == "NOT";
         word = sql_keyword(ahead.text(token)))
      token = ahead.next();
    if (token.kind != SqlToken::Kind::kWord || no_calls().contains(sql_keyword(ahead.text(token)))) return;
    add(*role, token, ahead);
  }

  bool last_is(std::string_view keyword) const {
    return last_.kind == SqlToken::Kind::kWord && sql_keyword(tokens_.text(last_)) == keyword;
  }

  void add(Role role, SqlToken token, SqlTokens ahead) {
    std::string schema;
    for (SqlToken dot = ahead.next(); dot.kind == SqlToken::Kind::kSymbol && ahead.text(dot) == "."; dot = ahead.next()) {
      const SqlToken part = ahead.next();
      if (part.kind != SqlToken::Kind::kWord) break;
      if (!schema.empty()) schema += '.';
      schema += sql_name(ahead.text(token));
      token = part;
    }
    outline_.facts().references.push_back({.role = role,
                                           .name = outline_.intern(sql_name(ahead.text(token))),
                                           .receiver = outline_.intern(schema),
                                           .symbol = outline_.symbol(),
                                           .begin = token.range.begin});
  }

  void call() {
    const bool opens = now_.range.end < text_.size() && text_[now_.range.end] == '(';
    if (!opens || no_calls().contains(word_) || last_is("INTO") || last_is("REFERENCES") || last_is("ON") || last_is("TABLE")) return;
    if (last_is("CALL") || last_is("EXEC") || last_is("PERFORM") || last_is("FUNCTION") || last_is("PROCEDURE")) return;  // noted
    if (last_.kind == SqlToken::Kind::kSymbol && text_[last_.range.begin] == '.') return;
    outline_.facts().references.push_back({.role = Role::kCall,
                                           .name = outline_.intern(sql_name(tokens_.text(now_))),
                                           .symbol = outline_.symbol(),
                                           .begin = now_.range.begin});
  }

  Outline& outline_;
  std::string_view text_;
  SqlTokens tokens_;
  SqlToken now_;
  SqlToken last_;
  std::string word_;   // of `now_`, in capitals
  ByteRange comment_;  // the last run of comments
  std::uint32_t body_begin_ = UINT32_MAX;
};

void scan(Outline& outline) { SqlScan(outline).run(); }

}  // namespace

const ScannedLanguage kSqlLanguage{.language = Language::kSql, .version = 1, .separator = ".", .scan = scan};

}  // namespace grove::syntax
