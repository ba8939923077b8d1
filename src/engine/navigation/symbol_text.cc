#include "engine/navigation/symbol_text.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"

namespace grove::engine {
namespace {

std::optional<unsigned> number_of(std::string_view digits) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

/// Takes `~2` or `+1` off the end; the number, or nothing where it doesn't end so.
std::optional<unsigned> take_suffix(std::string_view& text, char mark) {
  const auto at = text.rfind(mark);
  if (at == std::string_view::npos || at == 0) return std::nullopt;
  const auto number = number_of(text.substr(at + 1));
  if (number) text = text.substr(0, at);
  return number;
}

/// Takes `(…)` off the end.
void take_parameters(std::string_view& text, SymbolText& symbol) {
  if (!text.ends_with(')')) return;
  const auto open = text.find('(');
  const bool is_operator = open >= 8 && text.substr(open - 8, 8) == "operator";
  if (open == std::string_view::npos || open == 0 || is_operator) return;
  const std::string_view inside = trim(text.substr(open + 1, text.size() - open - 2));
  text = trim(text.substr(0, open));
  if (inside.empty()) {
    return;  // `name()`, as people write any function
  }
  if (const auto arity = number_of(inside)) {
    symbol.arity = arity;
    return;
  }
  symbol.types.emplace();
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= inside.size(); ++i) {
    const char c = i < inside.size() ? inside[i] : ',';
    depth += c == '<' || c == '(' || c == '[' ? 1 : 0;
    depth -= c == '>' || c == ')' || c == ']' ? 1 : 0;
    if (c != ',' || (depth > 0 && i < inside.size())) continue;
    symbol.types->emplace_back(trim(inside.substr(begin, i - begin)));
    begin = i + 1;
  }
}

}  // namespace

std::vector<std::string> name_parts(std::string_view name) {
  std::vector<std::string> parts(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::string_view rest = name.substr(i);
    if (rest.starts_with("operator") && parts.back().empty() && rest.size() > 8 && std::string_view("=<>!+-*/%^&|~[(,").contains(rest[8])) {
      parts.back() = rest;
      break;
    }
    const bool two = rest.starts_with("::") || rest.starts_with("->");
    if (!two && std::string_view(".#\\/").find(name[i]) == std::string_view::npos) {
      parts.back() += name[i];
      continue;
    }
    if (two) ++i;
    if (!parts.back().empty()) parts.emplace_back();
  }
  if (parts.back().empty()) parts.pop_back();
  return parts;
}

SymbolText parse_symbol(std::string_view text, const std::vector<Repository>& repositories) {
  SymbolText symbol;
  text = trim(text);
  const auto colon = text.find(':');
  const auto hash = text.find('#', colon == std::string_view::npos ? 0 : colon);
  if (colon != std::string_view::npos && hash != std::string_view::npos && text.substr(colon, 2) != "::") {
    const std::string_view repository = text.substr(0, colon);
    const bool known =
        std::ranges::any_of(repositories, [&](const Repository& one) { return one.name == repository || one.id == repository; });
    if (known) {
      symbol.repository = repository;
      symbol.path = text.substr(colon + 1, hash - colon - 1);
      text = text.substr(hash + 1);
      static_cast<void>(take_suffix(text, '+'));
    }
  }
  symbol.twin = take_suffix(text, '~').value_or(0);
  take_parameters(text, symbol);
  symbol.name = text;
  symbol.parts = name_parts(text);
  return symbol;
}

}  // namespace grove::engine
