#include "graph/web/routing/answerers.h"

#include <algorithm>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 6;

/// By the nearest reference that begins at a place or before it; of a chain the outer calls stand before the inner ones.
std::uint32_t line_at(const Facts& facts, std::uint32_t place) {
  const Reference* nearest = nullptr;
  for (const Reference& one : facts.references)
    if (one.begin <= place && (nearest == nullptr || one.begin > nearest->begin)) nearest = &one;
  return nearest == nullptr ? 1 : nearest->line;
}

/// Types of Go's libraries that are functions, or hold one.
bool is_called_like_function(std::string_view type) {
  const std::string name = to_lower_ascii(last_part(type));
  return name.find("func") != std::string::npos || name.find("handle") != std::string::npos || name.find("middleware") != std::string::npos;
}

/// `func traced(ctx context.Context, r *http.Request) context.Context`: changes what a handler gets, and answers nothing itself.
bool gives_what_it_takes(const Declarations& declarations, SymbolId function) {
  const auto taken = declarations.parameter_types(function);
  const std::string_view given = declarations.symbol(function).type;
  return !given.empty() && !taken.empty() && taken.front() == given;
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
  if (const SymbolId symbol = best(found.symbols); symbol != kNobody || last.before.empty()) return symbol;
  for (const Site& value : values_of(from, last.before))
    if (const SymbolId type = made_type(value); type != kNobody)
      if (const SymbolId member = best(files_.scopes().members(type, last.name)); member != kNobody) return member;
  for (const CodeValue& value : files_.values_of(from, path))
    if (value.kind == CodeValue::Kind::kFunction) return value.symbol;
  return kNobody;
}

/// What a name stands for whose value code says: a variable's, or what the file behind it gives as a whole, `module.exports = new Users()`.
std::vector<Site> Answerers::values_of(const NamePlace& from, std::string_view name) {
  const Found found = files_.scopes().look_up_path({from.file, from.scope}, name, Want::kAny);
  std::vector<Site> values;
  for (const SymbolId symbol : found.symbols) values.push_back(files_.program().value_of(symbol));
  for (const FileId file : found.files)
    for (const Index i : files_.code(file).bindings(kNone, "exports"))
      values.push_back({.file = file, .facts = &files_.facts(file), .scope = kNobody, .expression = files_.facts(file).bindings[i].value});
  return values;
}

/// The class that `new Users()` makes an object of.
SymbolId Answerers::made_type(const Site& value) {
  if (value.expression == kNone || value.facts->expressions[value.expression].kind != Expression::Kind::kCall) return kNobody;
  const std::string_view text = value.facts->text(value.facts->expressions[value.expression].text);
  if (!text.starts_with("new ")) return kNobody;
  const Found found = files_.scopes().look_up_type({value.file, value.scope}, text.substr(4));
  return found.symbols.empty() ? kNobody : found.symbols.front();
}

/// An arrow function, a closure, a block. What an object outside of functions has under a name is a symbol, whose place is that name's.
std::optional<HandlerBody> Answerers::body_at(FileId file, std::uint32_t begin) {
  const Facts& facts = files_.facts(file);
  const auto lambda = std::ranges::lower_bound(facts.lambdas, begin, {}, [](const Lambda& one) { return one.range.begin; });
  if (lambda != facts.lambdas.end() && lambda->range.begin == begin) return HandlerBody{.file = file, .range = lambda->range};
  const auto behind = std::ranges::upper_bound(facts.symbols, begin, {}, [](const Symbol& one) { return one.range.begin; });
  if (behind == facts.symbols.begin()) return std::nullopt;
  const Symbol& symbol = *std::prev(behind);
  const bool is_value = is_callable(symbol.kind) && symbol.name_range.end <= begin && begin < symbol.range.end;
  return is_value ? std::optional(HandlerBody{.file = file, .range = symbol.range}) : std::nullopt;
}

/// What a variable of a function, or one at the top of a file that is no symbol, was last set to before it is named.
Site Answerers::value_of_local(const Site& name) {
  const Expression& expression = name.facts->expressions[name.expression];
  Site value{.file = name.file, .facts = name.facts, .scope = name.scope, .expression = kNone};
  for (SymbolId scope = name.scope;; scope = files_.declarations().symbol(scope).parent) {
    const Index local = scope == kNobody ? kNone : files_.program().local_index(scope);
    for (const Index i : files_.code(name.file).bindings(local, name.facts->text(expression.text)))
      if (const Binding& one = name.facts->bindings[i]; one.begin < expression.begin && one.value != kNone) value.expression = one.value;
    if (value.expression != kNone || scope == kNobody) return value;
  }
}

/// Not to what a call makes: of what is passed beside a handler, such as a schema, that may have functions too.
bool Answerers::is_set_to_function(const Site& name) {
  const Site value = value_of_local(name);
  return value.expression != kNone && value.facts->expressions[value.expression].kind == Expression::Kind::kLambda;
}

Answerer Answerers::answering(const Site& value, int depth) {
  if (value.expression == kNone || depth > kDeepest) return {};
  const Expression& expression = value.facts->expressions[value.expression];
  const auto child = [&](std::uint32_t i) {
    return answering({.file = value.file, .facts = value.facts, .scope = value.scope, .expression = expression.first_child + i}, depth + 1);
  };
  switch (expression.kind) {
    case Expression::Kind::kLambda:
      if (const auto body = body_at(value.file, expression.begin)) return {.symbol = kNobody, .bodies = {*body}};
      return {};
    case Expression::Kind::kName: {
      const NamePlace from{.file = value.file, .scope = value.scope, .at = expression.begin};
      if (const SymbolId symbol = named(from, value.facts->text(expression.text)); symbol != kNobody) return of_symbol(symbol, depth);
      return answering(value_of_local(value), depth + 1);
    }
    case Expression::Kind::kNamed: return expression.child_count == 1 ? child(0) : Answerer{};
    case Expression::Kind::kArray: return expression.child_count == 0 ? Answerer{} : child(expression.child_count - 1);
    case Expression::Kind::kCall: return answering_call(value, depth);
    default: return {};
  }
}

/// A variable answers with what it is set to: `var list = withUser(func(…) {…})`.
Answerer Answerers::of_symbol(SymbolId symbol, int depth) {
  const Kind kind = files_.declarations().symbol(symbol).kind;
  Answerer found{.symbol = symbol};
  if (!is_callable(kind) && !is_type(kind)) found.bodies = answering(files_.program().value_of(symbol), depth + 1).bodies;
  return found;
}

/// What made something that is passed beside a handler is none: `wrap(login(seconds))` with `seconds := server.Expiry()`.
bool Answerers::may_be_handler(const Answerer& found, Expression::Kind passed_as) const {
  if (found.symbol == kNobody) return false;
  const DeclaredSymbol symbol = files_.declarations().symbol(found.symbol);
  const bool is_go = files_.family(symbol.file) == Family::kGo;
  if (is_go && is_callable(symbol.kind) && gives_what_it_takes(files_.declarations(), found.symbol)) return false;
  if (!is_callable(symbol.kind)) return is_go && !found.bodies.empty();  // elsewhere it may be a schema that has functions too
  return !found.is_maker || passed_as == Expression::Kind::kCall;
}

/// What is called for a handler; of Go, where its declared type says that it gives one: a function, or an object that has `ServeHTTP`.
SymbolId Answerers::maker(const NamePlace& from, std::string_view callee) {
  const SymbolId called = named(from, callee);
  if (called == kNobody || files_.family(from.file) != Family::kGo) return called;
  const DeclaredSymbol function = files_.declarations().symbol(called);
  if (!is_callable(function.kind)) return called;
  if (function.type.empty()) return kNobody;
  const std::vector<SymbolId> types = files_.scopes().look_up_type({function.file, called}, function.type).symbols;
  if (types.empty())
    return function.type.find("func(") != std::string_view::npos || is_called_like_function(function.type) ? called : kNobody;
  if (files_.declarations().symbol(types.front()).kind != Kind::kStruct) return called;
  const std::vector<SymbolId> serving = files_.scopes().members(types.front(), "ServeHTTP");
  return serving.empty() ? kNobody : serving.front();
}

Answerer Answerers::answering_call(const Site& value, int depth) {
  const Expression& expression = value.facts->expressions[value.expression];
  const std::string_view text = value.facts->text(expression.text);
  const NamePlace from{.file = value.file, .scope = value.scope, .at = expression.begin};
  if (text.ends_with(".bind")) return {.symbol = named(from, text.substr(0, text.size() - 5))};
  bool is_last = true;
  for (std::uint32_t i = expression.child_count; i-- > 0;) {
    const Site argument{.file = value.file, .facts = value.facts, .scope = value.scope, .expression = expression.first_child + i};
    const Expression::Kind kind = value.facts->expressions[argument.expression].kind;
    if (kind != Expression::Kind::kLambda && kind != Expression::Kind::kName && kind != Expression::Kind::kCall) continue;
    Answerer found = answering(argument, depth + 1);
    const bool is_function = may_be_handler(found, kind);
    const bool is_body =
        found.symbol == kNobody && !found.bodies.empty() && is_last && (kind != Expression::Kind::kName || is_set_to_function(argument));
    if (is_function || is_body || kind == Expression::Kind::kLambda) return found;
    is_last = false;
  }
  return {.symbol = maker(from, text), .bodies = {}, .is_maker = true};
}

Endpoint Answerers::describe(Answerer answerer, const NamePlace& registered) {
  // A variable whose value is a function that is passed to others first: `const list = wrap(async (request) => {…})`.
  if (answerer.symbol != kNobody && answerer.bodies.empty()) answerer.bodies = of_symbol(answerer.symbol, 0).bodies;
  Endpoint endpoint = describe_symbol(answerer.symbol, registered);
  endpoint.bodies = std::move(answerer.bodies);
  return endpoint;
}

Endpoint Answerers::describe_symbol(SymbolId symbol, const NamePlace& registered) {
  const Declarations& declarations = files_.declarations();
  const Package& package = files_.packages().of(declarations.file(registered.file).path);
  Endpoint endpoint;
  endpoint.module = package.folder;
  endpoint.service = package.name;
  endpoint.handler = symbol;
  if (symbol == kNobody) {
    endpoint.is_nameless = true;
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
