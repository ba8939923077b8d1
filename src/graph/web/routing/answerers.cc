#include "graph/web/routing/answerers.h"

#include <algorithm>

#include "graph/resolve/expression_text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 6;

std::uint32_t line_at(const Facts& facts, std::uint32_t place) {
  const auto behind = std::ranges::upper_bound(facts.references, place, {}, &Reference::begin);
  return behind == facts.references.begin() ? 1 : std::prev(behind)->line;
}

}  // namespace

SymbolId Answerers::named(const NamePlace& from, std::string_view path) {
  if (path.empty()) return kNobody;
  const Last last = split_last(path);
  if (last.name.empty()) return kNobody;
  const Declarations& declarations = files_.declarations();
  const auto best = [&](const std::vector<SymbolId>& symbols) {
    for (const SymbolId symbol : symbols)
      if (is_callable(declarations.symbol(symbol).kind)) return symbol;
    return symbols.empty() ? kNobody : symbols.front();
  };
  const auto place = static_cast<std::uint32_t>(from.at + path.size() - last.name.size());
  if (const SymbolId found = best(files_.meant(from.file, place)); found != kNobody) return found;
  const graph::Place around{from.file, from.scope};
  if (is_self_word(last.before)) {
    const SymbolId type = files_.scopes().enclosing_type(around);
    return type == kNobody ? kNobody : best(files_.scopes().members(type, last.name));
  }
  const Found found = files_.scopes().look_up_path(around, path, Want::kAny);
  return best(found.symbols);
}

SymbolId Answerers::of(const Site& value, int depth) {
  if (value.expression == kNone || depth > kDeepest) return kNobody;
  const Expression& expression = value.facts->expressions[value.expression];
  const std::string_view text = value.facts->text(expression.text);
  const auto child = [&](std::uint32_t i) {
    return of({.file = value.file, .facts = value.facts, .scope = value.scope, .expression = expression.first_child + i}, depth + 1);
  };
  const NamePlace from{.file = value.file, .scope = value.scope, .at = expression.begin};
  switch (expression.kind) {
    case Expression::Kind::kName: return named(from, text);
    case Expression::Kind::kNamed: return expression.child_count == 1 ? child(0) : kNobody;
    case Expression::Kind::kArray: return expression.child_count == 0 ? kNobody : child(expression.child_count - 1);
    case Expression::Kind::kCall: break;
    default: return kNobody;
  }
  if (text.ends_with(".bind")) return named(from, text.substr(0, text.size() - 5));
  for (std::uint32_t i = expression.child_count; i-- > 0;) {
    const Expression& argument = value.facts->expressions[expression.first_child + i];
    if (argument.kind == Expression::Kind::kLambda) return kNobody;
    if (argument.kind != Expression::Kind::kName && argument.kind != Expression::Kind::kCall) continue;
    const SymbolId found = child(i);
    if (found != kNobody && is_callable(files_.declarations().symbol(found).kind)) return found;
  }
  return named(from, text);
}

Endpoint Answerers::describe(SymbolId symbol, const NamePlace& registered) {
  const Declarations& declarations = files_.declarations();
  const Package& package = files_.packages().of(declarations.file(registered.file).path);
  Endpoint endpoint;
  endpoint.module = package.folder;
  endpoint.service = package.name;
  endpoint.handler = symbol;
  if (symbol == kNobody) {
    endpoint.handler = registered.scope == kNobody ? kNobody : outermost_function(declarations, registered.scope);
    endpoint.path = std::string(declarations.file(registered.file).path);
    endpoint.line = line_at(files_.facts(registered.file), registered.at);
    return endpoint;
  }
  const DeclaredSymbol declared = declarations.symbol(symbol);
  endpoint.path = std::string(declarations.file(declared.file).path);
  endpoint.line = declared.lines.first;
  if (is_type(declared.kind)) {
    endpoint.controller = std::string(declared.qualified_name);
    return endpoint;
  }
  endpoint.controller = std::string(before_last_part(declared.qualified_name));
  endpoint.method_name = std::string(declared.name);
  if (endpoint.controller == "exports" || endpoint.controller == "default") endpoint.controller.clear();  // a module's own function
  const Family family = files_.family(declared.file);
  const bool gives_body = family == Family::kPython || family == Family::kDotNet || family == Family::kPhp;
  if (is_callable(declared.kind) && gives_body) endpoint.response_type = body_type(declared.type);
  return endpoint;
}

}  // namespace grove::graph::web
