#include "graph/web/handlers.h"

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostAncestors = 64;

bool is_name(char c) { return c == '_' || c == '$' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

bool is_type_parameter(const Declarations& declarations, SymbolId symbol, std::string_view name) {
  const auto parameters = declarations.type_parameters(symbol);
  return std::ranges::find(parameters, name, &std::pair<std::string_view, std::string_view>::first) != parameters.end();
}

/// Whether a method of a supertype is what another one overrides: parameters of the same types, as far as these are not generic.
bool is_overridden(const Declarations& declarations, const Method& lower, const Method& upper) {
  const DeclaredSymbol below = declarations.symbol(lower.symbol), above = declarations.symbol(upper.symbol);
  if (below.name != above.name || below.arity != above.arity) return false;
  const auto lower_types = declarations.parameter_types(lower.symbol), upper_types = declarations.parameter_types(upper.symbol);
  for (std::size_t i = 0; i < std::min(lower_types.size(), upper_types.size()); ++i) {
    const std::string mine = with_arguments(lower_types[i], lower.arguments), theirs = with_arguments(upper_types[i], upper.arguments);
    const std::string_view own = last_part(parse_type(mine, Family::kJvm).path), other = last_part(parse_type(theirs, Family::kJvm).path);
    if (own == other || own.empty() || other.empty()) continue;
    const auto is_open = [&](SymbolId method, SymbolId type, std::string_view name) {
      return is_type_parameter(declarations, method, name) || is_type_parameter(declarations, type, name);
    };
    if (!is_open(upper.symbol, above.parent, other) && !is_open(lower.symbol, below.parent, own)) return false;
  }
  return true;
}

/// What a type says its supertype's parameters are: `Crud<Item, Long>`. Nothing where the arguments are generic themselves: the facts don't
/// say which belong together.
TypeArguments arguments_for(const Program& program, const Ancestor& below, SymbolId above) {
  const Declarations& declarations = program.declarations();
  const auto parameters = declarations.type_parameters(above);
  TypeArguments arguments;
  if (parameters.empty()) return arguments;
  for (const WrittenSupertype& written : written_supertypes(program, below.type)) {
    if (written.name != declarations.symbol(above).name || written.arguments.size() != parameters.size()) continue;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      arguments.emplace_back(parameters[i].first, with_arguments(written.arguments[i], below.arguments));
    break;
  }
  return arguments;
}

}  // namespace

std::vector<WrittenSupertype> written_supertypes(const Program& program, SymbolId type) {
  std::vector<WrittenSupertype> found;
  const Facts* facts = program.facts(program.declarations().file_of(type));
  if (facts == nullptr) return found;
  const Index own = program.local_index(type);
  const ByteRange header = facts->symbols[own].signature;
  std::vector<const Reference*> names;
  for (const Reference& reference : facts->references)
    if (reference.symbol == own && reference.begin >= header.begin && reference.begin < header.end &&
        (reference.role == Role::kInherit || reference.role == Role::kType))
      names.push_back(&reference);
  std::ranges::stable_sort(names, {}, [](const Reference* one) { return one->begin; });
  for (const Reference* one : names) {
    if (one->role == Role::kInherit)
      found.push_back({.name = facts->text(one->name), .arguments = {}});
    else if (!found.empty())
      found.back().arguments.push_back(facts->text(one->name));
  }
  return found;
}

std::string with_arguments(std::string_view type, const TypeArguments& arguments) {
  if (arguments.empty()) return std::string(type);
  std::string out;
  for (std::size_t i = 0; i < type.size();) {
    std::size_t end = i;
    while (end < type.size() && is_name(type[end])) ++end;
    if (end == i) {
      out += type[i++];
      continue;
    }
    const std::string_view word = type.substr(i, end - i);
    const auto known = std::ranges::find(arguments, word, &std::pair<std::string, std::string>::first);
    out += known == arguments.end() || (i > 0 && type[i - 1] == '.') ? word : std::string_view(known->second);
    i = end;
  }
  return out;
}

std::vector<Ancestor> lineage(Program& program, SymbolId type) {
  std::vector<Ancestor> all{{.type = type, .arguments = {}}};
  for (std::size_t i = 0; i < all.size() && all.size() < kMostAncestors; ++i) {
    const std::vector<SymbolId> direct = program.scopes().ancestry(all[i].type).direct;
    for (const SymbolId above : direct)
      if (std::ranges::find(all, above, &Ancestor::type) == all.end())
        all.push_back({.type = above, .arguments = arguments_for(program, all[i], above)});
  }
  return all;
}

std::vector<SymbolId> with_ancestors(Program& program, SymbolId type) {
  std::vector<SymbolId> types;
  for (const Ancestor& one : lineage(program, type)) types.push_back(one.type);
  return types;
}

std::vector<SymbolId> InheritedMethod::symbols() const {
  std::vector<SymbolId> all;
  for (const Method& method : chain) all.push_back(method.symbol);
  return all;
}

std::vector<InheritedMethod> methods_of(Program& program, SymbolId type) {
  const Declarations& declarations = program.declarations();
  std::vector<InheritedMethod> methods;
  std::unordered_map<std::string_view, std::vector<std::size_t>> named;  // in `methods`
  for (const Ancestor& owner : lineage(program, type)) {
    const std::size_t below = methods.size();
    for (const SymbolId member : declarations.members(owner.type)) {
      const DeclaredSymbol declared = declarations.symbol(member);
      if (declared.kind != Kind::kMethod && declared.kind != Kind::kFunction) continue;
      const Method method{.symbol = member, .arguments = owner.arguments};
      std::vector<std::size_t>& namesakes = named[declared.name];
      const auto same = std::ranges::find_if(namesakes, [&](std::size_t one) {
        return one < below &&
               std::ranges::any_of(methods[one].chain, [&](const Method& known) { return is_overridden(declarations, known, method); });
      });
      if (same != namesakes.end()) {
        methods[*same].chain.push_back(method);
      } else {
        namesakes.push_back(methods.size());
        methods.push_back({.chain = {method}});
      }
    }
  }
  return methods;
}

SymbolId outermost_function(const Declarations& declarations, SymbolId symbol) {
  SymbolId outermost = kNobody;
  while (symbol != kNobody) {
    const DeclaredSymbol one = declarations.symbol(symbol);
    if (is_callable(one.kind)) outermost = symbol;
    symbol = one.parent;
  }
  return outermost;
}

std::vector<SymbolId> concrete_classes(const Program& program) {
  std::vector<SymbolId> found;
  for (const FileId file : program.code()) {
    const DeclaredFile declared = program.declarations().file(file);
    for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) {
      const DeclaredSymbol one = program.declarations().symbol(symbol);
      if ((one.kind == Kind::kClass || one.kind == Kind::kStruct) && (one.flags & kSymbolAbstract) == 0) found.push_back(symbol);
    }
  }
  return found;
}

Endpoint describe_handler(Workplace& at, SymbolId controller, const Method& handler) {
  const Declarations& declarations = at.program.declarations();
  const DeclaredSymbol method = declarations.symbol(handler.symbol);
  const DeclaredSymbol type = declarations.symbol(controller);
  const Module& own = at.modules.of(type.file);
  Endpoint endpoint;
  endpoint.module = own.folder;
  endpoint.service = at.modules.property(at.modules.application_of(type.file),
                                         {"spring.application.name", "quarkus.application.name", "micronaut.application.name"});
  endpoint.controller = std::string(type.qualified_name);
  endpoint.handler = handler.symbol;
  endpoint.path = std::string(declarations.file(method.file).path);
  endpoint.line = method.lines.first;
  if (is_callable(method.kind)) {
    endpoint.method_name = std::string(method.name);
    endpoint.response_type = body_type(with_arguments(method.type, handler.arguments));
  }
  return endpoint;
}

}  // namespace grove::graph::web
