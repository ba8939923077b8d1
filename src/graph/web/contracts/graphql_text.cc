#include "graph/web/contracts/graphql_text.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace grove::graph::web {
namespace {

bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// Names and punctuation; white space, commas, comments and strings are passed over.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) { advance(); }

  bool at_end() const { return token_.empty(); }
  std::string_view token() const { return token_; }
  bool is(std::string_view what) const { return token_ == what; }
  bool is_name_here() const { return !token_.empty() && is_name(token_.front()); }
  std::string_view take() {
    const std::string_view taken = token_;
    advance();
    return taken;
  }
  /// Behind the bracket that closes the one here.
  void skip_balanced() {
    int depth = 0;
    do {
      if (is("{") || is("(") || is("[")) ++depth;
      if (is("}") || is(")") || is("]")) --depth;
      advance();
    } while (depth > 0 && !at_end());
  }

 private:
  void skip_string() {
    if (text_.substr(at_, 3) == "\"\"\"") {
      const std::size_t end = text_.find("\"\"\"", at_ + 3);
      at_ = end == std::string_view::npos ? text_.size() : end + 3;
      return;
    }
    for (++at_; at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    at_ = std::min(at_ + 1, text_.size());
  }

  void advance() {
    token_ = {};
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '"') {
        skip_string();
      } else if (is_name(c)) {
        std::size_t end = at_;
        while (end < text_.size() && is_name(text_[end])) ++end;
        token_ = text_.substr(at_, end - at_);
        at_ = end;
        return;
      } else if (text_.substr(at_, 3) == "...") {
        token_ = text_.substr(at_, 3);
        at_ += 3;
        return;
      } else if (static_cast<unsigned char>(c) > ' ' && c != ',') {
        token_ = text_.substr(at_++, 1);
        return;
      } else {
        ++at_;
      }
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string_view token_;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(text) {}

  GraphQlDocument parse() {
    while (!tokens_.at_end()) definition();
    for (auto& [operation, fragment] : spread_)
      if (const auto known = fragments_.find(fragment); known != fragments_.end())
        for (const std::string& field : known->second) add_field(document_.operations[operation].fields, field);
    return std::move(document_);
  }

 private:
  void definition() {
    if (tokens_.is("{")) return operation("QUERY", "");
    const std::string_view word = tokens_.take();
    if (word == "query" || word == "mutation" || word == "subscription") {
      std::string name = tokens_.is_name_here() ? std::string(tokens_.take()) : std::string();
      if (to_body()) operation(std::string(root_verb(word)), std::move(name));
    } else if (word == "fragment") {
      const std::string name(tokens_.take());
      if (!to_body()) return;
      std::vector<std::string> spreads;
      fragments_.emplace(name, selection(spreads));
    } else if (word == "type") {
      const std::string_view verb = root_verb(tokens_.token());
      if (to_body()) verb.empty() ? tokens_.skip_balanced() : fields(verb);
    }
  }

  /// To the brace that opens; arguments and directives before it are passed over. False where something else begins.
  bool to_body() {
    while (!tokens_.at_end() && !tokens_.is("{")) {
      if (tokens_.is("}")) return false;
      tokens_.is("(") || tokens_.is("[") ? tokens_.skip_balanced() : static_cast<void>(tokens_.take());
    }
    return !tokens_.at_end();
  }

  void operation(std::string verb, std::string name) {
    std::vector<std::string> spreads;
    GraphQlOperation one{.verb = std::move(verb), .name = std::move(name), .fields = selection(spreads)};
    for (std::string& spread : spreads) spread_.emplace_back(document_.operations.size(), std::move(spread));
    document_.operations.push_back(std::move(one));
  }

  static void add_field(std::vector<std::string>& all, std::string_view field) {
    if (field.starts_with("__")) return;  // introspection
    if (std::ranges::find(all, field) == all.end() && all.size() < kMostFields) all.emplace_back(field);
  }

  /// The fields between two braces, those of inline fragments too.
  std::vector<std::string> selection(std::vector<std::string>& spreads) {
    std::vector<std::string> found;
    int depth = 1;
    tokens_.take();
    while (depth > 0 && !tokens_.at_end()) {
      if (tokens_.is("}")) {
        --depth;
        tokens_.take();
      } else if (tokens_.is("...")) {
        tokens_.take();
        if (tokens_.is_name_here() && !tokens_.is("on")) {
          spreads.emplace_back(tokens_.take());
        } else if (to_body()) {
          ++depth;
          tokens_.take();
        }
      } else if (tokens_.is_name_here()) {
        field(found);
      } else {
        tokens_.take();
      }
    }
    return found;
  }

  /// `alias: name(arguments) @directive(arguments) { … }`
  void field(std::vector<std::string>& found) {
    std::string_view name = tokens_.take();
    if (tokens_.is(":")) {
      tokens_.take();
      name = tokens_.take();
    }
    bool is_local = false;  // Apollo's `@client` keeps a field in the browser
    while (tokens_.is("(") || tokens_.is("@") || tokens_.is("{")) {
      if (tokens_.is("@")) {
        tokens_.take();
        is_local = tokens_.take() == "client" || is_local;
      } else {
        tokens_.skip_balanced();
      }
    }
    if (!is_local) add_field(found, name);
  }

  /// `name(arguments): Type @directive`, of a root type.
  void fields(std::string_view verb) {
    tokens_.take();
    while (!tokens_.at_end() && !tokens_.is("}")) {
      const std::string_view name = tokens_.take();
      if (tokens_.is("(")) tokens_.skip_balanced();
      if (!tokens_.is(":") || name.empty() || !is_name(name.front())) continue;
      document_.declared.push_back({.verb = std::string(verb), .name = std::string(name)});
      tokens_.take();
      if (tokens_.is("["))
        tokens_.skip_balanced();
      else
        tokens_.take();
    }
    tokens_.take();
  }

  static constexpr std::size_t kMostFields = 200;  // of one operation

  Tokens tokens_;
  GraphQlDocument document_;
  std::map<std::string, std::vector<std::string>> fragments_;
  std::vector<std::pair<std::size_t, std::string>> spread_;  // into operations
};

}  // namespace

std::string_view root_verb(std::string_view type) {
  static constexpr std::array<std::array<std::string_view, 3>, 3> kRoots = {
      {{"Query", "query", "QUERY"}, {"Mutation", "mutation", "MUTATION"}, {"Subscription", "subscription", "SUBSCRIPTION"}}};
  for (const auto& [named, word, verb] : kRoots)
    if (type == named || type == word) return verb;
  return {};
}

GraphQlDocument parse_graphql(std::string_view text) { return Parser(text).parse(); }

}  // namespace grove::graph::web
