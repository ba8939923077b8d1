#include "graph/web/handed_members.h"

#include <algorithm>

#include "graph/resolve/expression_text.h"
#include "graph/web/handlers.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostTypes = 4;
constexpr std::size_t kMostCalls = 32;  // of one function that are looked at
constexpr std::size_t kMostFilesKept = 64;

}  // namespace

HandedMembers::Known& HandedMembers::known_of(FileId file) {
  const auto [known, fresh] = known_.try_emplace(file);
  if (!fresh) return *known->second;
  known->second = std::make_unique<Known>(program_.scopes());
  const Facts& facts = *program_.facts(file);
  known->second->values.enter(file, facts);
  for (Index i = 0; i < facts.expressions.size(); ++i) {
    const Expression& one = facts.expressions[i];
    if (one.kind != Expression::Kind::kCall) continue;
    std::string_view callee = facts.text(one.text);
    if (facts.language == Language::kGo && callee.starts_with("new ")) callee.remove_prefix(4);  // `Store{}` has no such word
    const std::size_t name = split_last(callee.substr(callee.starts_with("new ") ? 4 : 0)).name.size();
    known->second->calls.emplace(one.begin + static_cast<std::uint32_t>(callee.size() - name), i);
  }
  return *known->second;
}

/// The list of a call's arguments, or the call itself as the value that it is; kNone where neither was kept.
Index HandedMembers::arguments_of(const Call& call) {
  Known& known = known_of(call.file);
  if (const Index kept = known.values.arguments_of(call.reference); kept != kNone) return kept;
  const auto found = known.calls.find(program_.facts(call.file)->references[call.reference].begin);
  return found == known.calls.end() ? kNone : found->second;
}

/// Only that something is there, not what: nothing known, an interface.
bool HandedMembers::says_nothing(const Value& value) const {
  if (value.kind != Value::Kind::kInstance) return true;
  const DeclaredSymbol type = program_.declarations().symbol(value.symbol);
  return type.kind == Kind::kInterface || (type.flags & kSymbolAbstract) != 0;
}

std::vector<SymbolId> HandedMembers::asked(FileId file, const Reference& call) {
  if (known_.size() > kMostFilesKept) known_.clear();
  work_ = 0;
  const Facts& facts = *program_.facts(file);
  const Last parts = split_last(facts.text(call.receiver));
  if (parts.before.empty() || parts.name.empty()) return {};
  const Types types = of_text(file, facts.text(call.receiver), {call.symbol, call.begin}, 0);
  return types.size() > kMostTypes ? std::vector<SymbolId>() : std::vector<SymbolId>(types.begin(), types.end());
}

/// What a name, or a member of one, can be.
HandedMembers::Types HandedMembers::of_text(FileId file, std::string_view text, const Values::Site& site, int depth) {
  if (!goes_on(depth)) return {};
  const Last parts = split_last(text);
  if (parts.name.empty()) return {};
  if (!parts.before.empty()) {
    const Value owner = values_of(file).of_text(parts.before, site);
    if (owner.kind == Value::Kind::kInstance) return of_field(owner.symbol, parts.name, depth + 1);
    Types found;
    for (const SymbolId type : of_text(file, parts.before, site, depth + 1)) found.merge(of_field(type, parts.name, depth + 1));
    return found;
  }
  const Facts& facts = *program_.facts(file);
  for (Index scope = site.symbol; scope != kNone; scope = facts.symbols[scope].parent)
    if (const auto named = values_of(file).parameters_of(scope, parts.name); !named.empty())
      return of_parameter(values_of(file).id(scope), named.front(), depth + 1);
  return {};
}

HandedMembers::Types HandedMembers::of_value(const Written& written, int depth) {
  if (written.expression == kNone || !goes_on(depth)) return {};
  Value value = values_of(written.file).of_expression(written.expression, written.site, 0);
  if (value.kind == Value::Kind::kModule) value = values_of(written.file).of_whole(value, 0);
  if (!says_nothing(value)) return {value.symbol};
  const Facts& facts = *program_.facts(written.file);
  const Expression& expression = facts.expressions[written.expression];
  const bool is_name = expression.kind == Expression::Kind::kName || expression.kind == Expression::Kind::kOther;
  return is_name ? of_text(written.file, facts.text(expression.text), written.site, depth + 1) : Types();
}

HandedMembers::Types HandedMembers::of_field(SymbolId type, std::string_view name, int depth) {
  const auto [known, fresh] = fields_.try_emplace({type, std::string(name)});
  if (!fresh || !goes_on(depth)) return known->second;
  Types found;
  for (const SymbolId owner : with_ancestors(program_, type)) {
    if (program_.facts(program_.declarations().file_of(owner)) == nullptr) continue;
    add_field(owner, name, found, depth + 1);
    add_literals(owner, name, found, depth + 1);
    if (!found.empty()) break;
  }
  return known->second = std::move(found);
}

/// What a class's own code puts into a field.
void HandedMembers::add_field(SymbolId owner, std::string_view name, Types& found, int depth) {
  const FileId file = program_.declarations().file_of(owner);
  const Facts& facts = *program_.facts(file);
  Values& values = values_of(file);
  for (const SymbolId field : program_.members_named(owner, name)) {
    if (is_callable(program_.declarations().symbol(field).kind)) continue;
    const Index local = program_.local_index(field);
    for (const Index binding : values.bindings_of(local, name)) {
      const std::uint32_t begin = facts.bindings[binding].begin;
      const Index scope = values.function_at(begin, facts.symbols[local].parent);
      found.merge(of_value({.file = file, .expression = facts.bindings[binding].value, .site = {scope, begin}}, depth + 1));
    }
    if (!found.empty() || !values.bindings_of(local, name).empty()) return;
  }
  // `constructor(private store)` declares both.
  for (const SymbolId maker : program_.declarations().members(owner))
    if (program_.declarations().symbol(maker).kind == Kind::kConstructor)
      if (const auto named = values.parameters_of(program_.local_index(maker), name); !named.empty())
        found.merge(of_parameter(maker, named.front(), depth + 1));
}

/// What `Handler{store: store}` puts into a field, or by its place `Handler{store}`.
void HandedMembers::add_literals(SymbolId owner, std::string_view name, Types& found, int depth) {
  const Declarations& declarations = program_.declarations();
  if (declarations.file(declarations.file_of(owner)).language != Language::kGo) return;
  const auto made = calls_.find(owner);
  if (made == calls_.end()) return;
  std::size_t place = 0;
  for (const SymbolId member : declarations.members(owner)) {
    if (declarations.symbol(member).name == name) break;
    if (declarations.symbol(member).kind == Kind::kField) ++place;
  }
  for (std::size_t i = 0; i < std::min(made->second.size(), kMostCalls); ++i) found.merge(passed(made->second[i], place, name, depth + 1));
}

/// What callers pass for a parameter.
HandedMembers::Types HandedMembers::of_parameter(SymbolId callable, Index parameter, int depth) {
  Types found;
  const Declarations& declarations = program_.declarations();
  const Facts& facts = *program_.facts(declarations.file_of(callable));
  const auto called = calls_.find(callable);
  if (called == calls_.end() || !goes_on(depth)) return found;
  Index first = parameter;
  while (first > 0 && facts.parameters[first - 1].symbol == facts.parameters[parameter].symbol) --first;
  const std::string_view name = facts.text(facts.parameters[parameter].name);
  for (std::size_t i = 0; i < std::min(called->second.size(), kMostCalls); ++i)
    found.merge(passed(called->second[i], parameter - first, name, depth + 1));
  return found;
}

HandedMembers::Types HandedMembers::passed(const Call& call, std::size_t place, std::string_view name, int depth) {
  const Facts& facts = *program_.facts(call.file);
  const Reference& reference = facts.references[call.reference];
  const Index arguments = arguments_of(call);
  if (arguments == kNone || !goes_on(depth)) return {};
  const Expression& list = facts.expressions[arguments];
  const Values::Site site{reference.symbol, reference.begin};
  std::size_t at = 0;
  for (Index child = list.first_child; child < list.first_child + list.child_count; ++child) {
    const Expression& one = facts.expressions[child];
    const bool is_named = one.kind == Expression::Kind::kNamed && one.child_count == 1;
    if (is_named && facts.text(one.text) == name)
      return of_value({.file = call.file, .expression = one.first_child, .site = site}, depth + 1);
    if (!is_named && at++ == place) return of_value({.file = call.file, .expression = child, .site = site}, depth + 1);
  }
  return {};
}

}  // namespace grove::graph::web
