#include "syntax/languages/groovy/groovy_header.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <unordered_set>

#include "base/text.h"

namespace grove::syntax {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

const std::unordered_set<std::string_view>& modifiers() {
  static const std::unordered_set<std::string_view> words = {"public",       "private",   "protected", "static",  "final", "abstract",
                                                             "synchronized", "transient", "volatile",  "default", "native"};
  return words;
}

const std::unordered_set<std::string_view>& primitives() {
  static const std::unordered_set<std::string_view> words = {"def",    "var",   "void", "int",  "long", "boolean",
                                                             "double", "float", "char", "byte", "short"};
  return words;
}

/// The closing parenthesis that matches the one at `open`; npos without one.
std::size_t matching(std::string_view text, std::size_t open) {
  int depth = 0;
  char quote = '\0';
  for (std::size_t at = open; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      if (c == '\\')
        ++at;
      else if (c == quote)
        quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '<') {
      ++depth;
    } else if ((c == ')' || c == ']' || c == '>') && --depth == 0) {
      return at;
    }
  }
  return std::string_view::npos;
}

/// Words and types (`Map<String, List>`, `int[]`, `a.b.C`) as far as nothing else stands between.
std::vector<std::string_view> leading_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < text.size();) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && (is_word(text[end]) || text[end] == '.')) ++end;
    if (end == at) break;
    if (end < text.size() && text[end] == '<') {
      const std::size_t close = matching(text, end);
      if (close != std::string_view::npos) end = close + 1;
    }
    while (text.substr(end).starts_with("[]")) end += 2;
    words.push_back(text.substr(at, end - at));
    at = end;
  }
  return words;
}

std::vector<GroovyParameter> parameters_of(std::string_view list) {
  std::vector<GroovyParameter> parameters;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= list.size(); ++at) {
    const char c = at < list.size() ? list[at] : ',';
    if (c == '(' || c == '[' || c == '<' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '>' || c == '}') --depth;
    if (c != ',' || depth > 0) continue;
    const std::string_view part = groovy_without_annotations(trim(list.substr(begin, at - begin)));
    begin = at + 1;
    const std::size_t equals = part.find('=');
    std::vector<std::string_view> words = leading_words(trim(part.substr(0, equals)));
    std::erase_if(words, [](std::string_view word) { return modifiers().contains(word); });
    if (words.empty()) continue;
    parameters.push_back(
        {words.back(), words.size() > 1 && words[0] != "def" ? words[0] : std::string_view{}, equals != std::string_view::npos});
  }
  return parameters;
}

}  // namespace

bool groovy_is_keyword(std::string_view word) {
  static const std::unordered_set<std::string_view> words = {
      "if",     "for",     "while",      "switch", "catch",      "else",  "try",    "finally", "do",    "return",    "new",
      "assert", "throw",   "case",       "in",     "instanceof", "as",    "import", "package", "class", "interface", "trait",
      "enum",   "extends", "implements", "throws", "this",       "super", "null",   "true",    "false", "break",     "continue"};
  return words.contains(word) || modifiers().contains(word) || primitives().contains(word);
}

std::string_view groovy_without_annotations(std::string_view head) {
  for (head = trim(head); head.starts_with('@') && !head.starts_with("@interface"); head = trim(head)) {
    std::size_t end = 1;
    while (end < head.size() && (is_word(head[end]) || head[end] == '.')) ++end;
    if (end < head.size() && head[end] == '(') {
      const std::size_t close = matching(head, end);
      end = close == std::string_view::npos ? head.size() : close + 1;
    }
    head.remove_prefix(end);
  }
  return head;
}

std::uint16_t groovy_modifier_flags(std::string_view head) {
  std::uint16_t flags = 0;
  for (const std::string_view word : leading_words(head)) {
    if (word == "static") flags |= kSymbolStatic;
    if (word == "private") flags |= kSymbolPrivate;
    if (word == "public") flags |= kSymbolPublic;
    if (word == "abstract") flags |= kSymbolAbstract;
    if (word == "final") flags |= kSymbolFinal;
  }
  return flags;
}

std::optional<GroovyType> groovy_type(std::string_view head) {
  constexpr std::array<std::pair<std::string_view, Kind>, 4> kinds = {
      {{"class", Kind::kClass}, {"interface", Kind::kInterface}, {"trait", Kind::kTrait}, {"enum", Kind::kEnum}}};
  head = groovy_without_annotations(head);
  if (head.starts_with('@')) head.remove_prefix(1);  // @interface
  const std::vector<std::string_view> words = leading_words(head);
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const auto kind = std::ranges::find(kinds, words[i], &std::pair<std::string_view, Kind>::first);
    if (kind == kinds.end()) {
      if (!modifiers().contains(words[i])) return std::nullopt;
      continue;
    }
    GroovyType type{kind->second, words[i + 1].substr(0, words[i + 1].find('<')), {}};
    const char* const behind = words[i + 1].data() + words[i + 1].size();
    const std::string_view rest = head.substr(static_cast<std::size_t>(behind - head.data()));
    for (std::size_t at = 0; at < rest.size(); ++at) {
      if (!is_word(rest[at])) continue;
      std::size_t end = at;
      while (end < rest.size() && (is_word(rest[end]) || rest[end] == '.')) ++end;
      const std::string_view name = rest.substr(at, end - at);
      if (name != "extends" && name != "implements") type.supertypes.push_back(name.substr(name.rfind('.') + 1));
      at = end < rest.size() && rest[end] == '<' ? std::min(matching(rest, end), rest.size()) : end;
    }
    return type;
  }
  return std::nullopt;
}

std::optional<GroovyCallable> groovy_callable(std::string_view head, std::string_view type_name) {
  head = groovy_without_annotations(head);
  GroovyCallable callable;
  const std::size_t quote = head.find_first_of("\"'(=");
  if (quote == std::string_view::npos) return std::nullopt;
  std::vector<std::string_view> words = leading_words(head.substr(0, quote));
  if (!words.empty() && groovy_is_keyword(words[0]) && !modifiers().contains(words[0]) && !primitives().contains(words[0]))
    return std::nullopt;
  std::size_t open = quote;
  if (head[quote] == '"' || head[quote] == '\'') {
    const std::size_t close = head.find(head[quote], quote + 1);
    if (close == std::string_view::npos || words.empty() || close + 1 >= head.size() || head[close + 1] != '(') return std::nullopt;
    callable.name = head.substr(quote + 1, close - quote - 1);
    callable.flags = kSymbolTest;
    open = close + 1;
  } else if (head[quote] == '=') {  // a closure with a name
    if (words.size() < 2 || !trim(head.substr(quote + 1)).empty()) return std::nullopt;
    callable.name = words.back();
    return callable;
  } else {
    if (words.empty()) return std::nullopt;
    callable.name = words.back();
    words.pop_back();
    const bool constructor = !type_name.empty() && callable.name == type_name;
    if (constructor) callable.kind = Kind::kConstructor;
    if ((words.empty() && !constructor) || (!words.empty() && words.back() == "task")) return std::nullopt;
  }
  const std::size_t close = matching(head, open);
  if (close == std::string_view::npos || callable.name.find('.') != std::string_view::npos) return std::nullopt;
  const std::string_view behind = trim(head.substr(close + 1));
  if (!behind.empty() && !behind.starts_with("throws")) return std::nullopt;
  callable.parameters = parameters_of(head.substr(open + 1, close - open - 1));
  std::erase_if(words, [](std::string_view word) { return modifiers().contains(word); });
  if (!words.empty() && words.back() != "def") callable.type = words.back();
  if (!type_name.empty() && callable.kind == Kind::kFunction) callable.kind = Kind::kMethod;
  return callable;
}

std::optional<GroovyVariable> groovy_variable(std::string_view statement) {
  const bool annotated = statement.starts_with('@');
  statement = groovy_without_annotations(statement);
  const std::size_t equals = statement.find('=');
  const std::string_view left = trim(statement.substr(0, equals));
  std::vector<std::string_view> words = leading_words(left);
  if (words.empty() || words.back().data() + words.back().size() != left.data() + left.size()) return std::nullopt;
  const std::size_t all = words.size();
  std::erase_if(words, [](std::string_view word) { return modifiers().contains(word); });
  const bool modified = words.size() < all || annotated;
  if (words.empty() || words.size() > 2 || groovy_is_keyword(words.back())) return std::nullopt;
  const bool typed = words.size() == 2 &&
                     (primitives().contains(words[0]) || std::isupper(static_cast<unsigned char>(words[0][words[0].rfind('.') + 1])) != 0);
  if (!typed && !(words.size() == 1 && modified)) return std::nullopt;
  GroovyVariable variable;
  variable.name = words.back();
  if (variable.name.find('.') != std::string_view::npos) return std::nullopt;
  if (typed && words[0] != "def" && words[0] != "var") variable.type = words[0];
  variable.has_value = equals != std::string_view::npos;
  if (variable.name.size() > 1 && std::ranges::none_of(variable.name, is_lower)) variable.kind = Kind::kConstant;
  return variable;
}

std::string_view groovy_block_title(std::string_view head) {
  head = trim(head);
  const std::vector<std::string_view> words = leading_words(head);
  if (words.empty() || (groovy_is_keyword(words[0]))) return {};
  const std::size_t quote = head.find_first_of("\"'");
  if (quote != std::string_view::npos) {
    const std::size_t close = head.find(head[quote], quote + 1);
    if (close != std::string_view::npos && close > quote + 1) return head.substr(quote + 1, close - quote - 1);
  }
  return words.size() > 1 && words[0] == "task" ? words[1] : words[0];
}

}  // namespace grove::syntax
