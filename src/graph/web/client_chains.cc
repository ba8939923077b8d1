#include "graph/web/client_chains.h"

#include <algorithm>

#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostCallers = 200;
constexpr int kDeepest = 4;

bool starts_upper(std::string_view text) { return !text.empty() && text.front() >= 'A' && text.front() <= 'Z'; }

}  // namespace

SymbolId ClientChains::scope_of(FileId file, CallNumber call) {
  const CallChains& calls = files_.of(file).calls();
  const Reference& reference = calls.facts().references[calls[call].reference];
  return reference.symbol == kNone ? kNobody : at_.program.declarations().file(file).first_symbol + reference.symbol;
}

/// What the first call of a chain gives back.
ValueType ClientChains::first_result(FileId file, CallNumber call) {
  const CallChains& calls = files_.of(file).calls();
  const Reference& reference = calls.facts().references[calls[call].reference];
  const Place place{file, scope_of(file, call)};
  const std::string_view receiver = calls.receiver(call), name = calls.name(call);
  if ((reference.flags & kReferenceNew) != 0) return receivers_.of_type(place, receiver.empty() ? name : receiver);
  if (receiver.empty() && starts_upper(name)) return receivers_.of_type(place, name);
  if (receiver.empty() || receiver == "this") {
    const std::vector<SymbolId> functions = receivers_.functions(place, name);
    return functions.empty() ? ValueType{} : receivers_.declared(functions.front());
  }
  return member_result(asked(file, call), name);
}

/// What a library gives back counts as its own.
ValueType ClientChains::member_result(const ValueType& owner, std::string_view name) {
  if (owner.type == kNobody) return owner;
  const std::vector<SymbolId> members = at_.program.scopes().members(owner.type, name);
  return members.empty() ? owner : receivers_.declared(members.front());
}

ValueType ClientChains::result(FileId file, CallNumber call) {
  const CallChains& calls = files_.of(file).calls();
  CallNumber at = calls.first_of(call);
  ValueType type = first_result(file, at);
  while (at != call) {
    at = calls[at].after;
    type = member_result(type, calls.name(at));
  }
  return type;
}

ValueType ClientChains::asked(FileId file, CallNumber call) {
  const CallChains& calls = files_.of(file).calls();
  if (calls[call].before != kNoCall) return result(file, calls[call].before);
  const std::string_view receiver = calls.receiver(call);
  const Place place{file, scope_of(file, call)};
  if (receiver.empty() || receiver == "this") return extended(place);
  if (receiver == "super") return {};
  const ValueType named = receivers_.path(place, receiver);
  if (named.is_known()) return named;
  // A bare name in lower case is no type.
  if (is_plain_name(plain_receiver(receiver)) && !starts_upper(receiver))
    return made_as(place, plain_receiver(receiver), calls.facts().references[calls[call].reference].begin);
  return receivers_.of_type(place, receiver);
}

/// The type that the function around is an extension of.
ValueType ClientChains::extended(const Place& place) {
  const Declarations& declarations = at_.program.declarations();
  for (SymbolId scope = place.scope; scope != kNobody; scope = declarations.symbol(scope).parent)
    if (const std::string_view receiver = declarations.symbol(scope).receiver; !receiver.empty())
      return receivers_.of_type({place.file, scope}, receiver);
  return {};
}

/// A variable without a declared type is what the chain of calls gives back that makes it.
ValueType ClientChains::made_as(const Place& place, std::string_view variable, std::uint32_t before) {
  if (!is_plain_name(variable) || depth_ >= kDeepest) return {};
  const CodeFile& code = files_.of(place.file);
  const Declarations& declarations = at_.program.declarations();
  const SymbolId first = declarations.file(place.file).first_symbol;
  Site value;
  for (SymbolId scope = place.scope; scope != kNobody && value.expression == kNone && !is_type(declarations.symbol(scope).kind);
       scope = declarations.symbol(scope).parent)
    for (const Index binding : code.reaching(scope - first, variable, before))
      value = {.file = place.file, .facts = &code.facts(), .scope = scope, .expression = code.facts().bindings[binding].value};
  if (value.expression == kNone)
    if (const SymbolId field = receivers_.field(place, variable); field != kNobody) value = at_.program.value_of(field);
  if (value.expression == kNone) return {};
  const CallNumber call = files_.of(value.file).calls().of_expression(value.expression);
  if (call == kNoCall) return {};
  ++depth_;
  const ValueType made = result(value.file, call);
  --depth_;
  return made;
}

std::optional<ClientLibrary> ClientChains::library_of(const ValueType& typed) {
  if (!typed.library_type.empty()) return client_library(typed.library_type);
  if (typed.type == kNobody) return std::nullopt;
  for (const SymbolId type : with_ancestors(at_.program, typed.type))
    for (const std::string_view above : at_.program.declarations().supertypes(type))
      if (const auto library = client_library(receivers_.of_type({at_.program.declarations().file_of(type), type}, above).library_type))
        return library;
  return std::nullopt;
}

std::optional<ClientLibrary> ClientChains::library_of(FileId file, CallNumber call) { return library_of(asked(file, call)); }

bool ClientChains::is_meant(SymbolId function, const CodeFiles::Place& at) {
  const Declarations& declarations = at_.program.declarations();
  const CallChains& calls = files_.of(at.file).calls();
  const Reference& reference = calls.facts().references[calls[at.call].reference];
  const DeclaredSymbol declared = declarations.symbol(function);
  if (reference.arity != declared.arity) return false;
  const SymbolId owner = declared.parent;
  const std::string_view receiver = calls.receiver(at.call);
  if (receiver.empty() || receiver == "this" || receiver == "super") {
    const std::vector<SymbolId> functions = receivers_.functions({at.file, scope_of(at.file, at.call)}, declared.name);
    return std::ranges::find(functions, function) != functions.end();
  }
  const ValueType asked_of = asked(at.file, at.call);
  if (!declared.receiver.empty()) {
    const ValueType extends = receivers_.of_type({declared.file, function}, declared.receiver);
    return asked_of.is_known() && extends.type == asked_of.type && extends.library_type == asked_of.library_type;
  }
  const SymbolId type = asked_of.type;
  if (type == kNobody || owner == kNobody) return false;
  const std::vector<SymbolId> above = with_ancestors(at_.program, owner);
  if (std::ranges::find(above, type) != above.end()) return true;
  const std::vector<SymbolId> members = at_.program.scopes().members(type, declared.name);
  return std::ranges::find(members, function) != members.end();
}

std::vector<CodeFiles::Place> ClientChains::callers_of(SymbolId function) {
  std::vector<CodeFiles::Place> found;
  for (const CodeFiles::Place& place : files_.calls_of(at_.program.declarations().symbol(function).name))
    if (found.size() < kMostCallers && is_meant(function, place)) found.push_back(place);
  return found;
}

}  // namespace grove::graph::web
