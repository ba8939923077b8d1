#include "graph/web/value_types.h"

#include <algorithm>

#include "graph/resolve/expression_text.h"
#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 8;

}  // namespace

std::string_view plain_receiver(std::string_view receiver) {
  if (receiver.starts_with("this.")) receiver.remove_prefix(5);
  while (receiver.ends_with('?') || receiver.ends_with('!')) receiver.remove_suffix(1);
  return receiver;
}

bool is_plain_name(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_name_byte); }

void ValueTypes::enter(FileId file) {
  file_ = file;
  facts_ = at_.program.facts(file);
  first_ = declarations_.file(file).first_symbol;
  locals_.clear();
  arguments_.clear();
  if (facts_ == nullptr) return;
  for (const Binding& binding : facts_->bindings)
    if (binding.symbol != kNone)
      locals_.try_emplace({binding.symbol, facts_->text(binding.name)}, Local{.type = facts_->text(binding.type), .value = binding.value});
  for (const Parameter& parameter : facts_->parameters)
    if (parameter.symbol != kNone)
      locals_.try_emplace({parameter.symbol, facts_->text(parameter.name)}, Local{.type = facts_->text(parameter.type)});
  for (const CallArguments& call : facts_->call_arguments) arguments_.emplace(call.reference, call.arguments);
}

Site ValueTypes::argument(Index reference, std::size_t number, SymbolId in) const {
  const auto found = arguments_.find(reference);
  if (found == arguments_.end() || number >= facts_->expressions[found->second].child_count) return {};
  const auto place = static_cast<Index>(facts_->expressions[found->second].first_child + number);
  return {.file = file_, .facts = facts_, .scope = in, .expression = place};
}

ValueType ValueTypes::of_text(FileId file, SymbolId scope, std::string_view type) {
  ValueType found;
  if (type.empty()) return found;
  const Found types = at_.program.scopes().look_up_type({file, scope}, type);
  if (!types.symbols.empty())
    found.type = types.symbols.front();
  else
    found.library_type = layers_.imported(file, type);
  return found;
}

ValueType ValueTypes::of_name(SymbolId in, std::string_view name, int depth) {
  name = plain_receiver(name);
  if (name.ends_with("()") && is_plain_name(name.substr(0, name.size() - 2))) return of_member(in, name.substr(0, name.size() - 2), true);
  if (!is_plain_name(name)) return {};
  for (SymbolId scope = in; scope != kNobody && !is_type(declarations_.symbol(scope).kind); scope = declarations_.symbol(scope).parent) {
    const auto local = locals_.find({scope - first_, name});
    if (local == locals_.end()) continue;
    if (!local->second.type.empty() && local->second.type != "var") return of_text(file_, scope, local->second.type);
    return of_expression({.file = file_, .facts = facts_, .scope = scope, .expression = local->second.value}, depth + 1);
  }
  // What initialisers know: parameters of a primary constructor.
  const SymbolId around = at_.program.scopes().enclosing_type({file_, in});
  if (around != kNobody && declarations_.file_of(around) == file_)
    if (const auto passed = locals_.find({around - first_, name}); passed != locals_.end() && !passed->second.type.empty())
      if (ValueType found = of_member(in, name, false); !found.is_known()) return of_text(file_, around, passed->second.type);
  return of_member(in, name, false);
}

ValueType ValueTypes::of_member(SymbolId in, std::string_view name, bool is_function) {
  for (SymbolId type = at_.program.scopes().enclosing_type({file_, in}); type != kNobody; type = declarations_.symbol(type).parent) {
    if (!is_type(declarations_.symbol(type).kind)) continue;
    for (const Ancestor& owner : lineage(at_.program, type))
      for (const SymbolId member : at_.program.members_named(owner.type, name)) {
        const DeclaredSymbol field = declarations_.symbol(member);
        if (is_callable(field.kind) != is_function || is_type(field.kind)) continue;
        if (is_function && field.arity != 0) continue;
        if (field.type.empty() && !is_function) return of_field(member);
        ValueType found = of_text(field.file, owner.type, with_arguments(field.type, owner.arguments));
        found.field = member;
        return found;
      }
  }
  return {};
}

ValueType ValueTypes::of_field(SymbolId symbol) {
  const DeclaredSymbol field = declarations_.symbol(symbol);
  const Site value = at_.program.value_of(symbol);
  const bool is_made =
      field.type.empty() && value.expression != kNone && value.facts->expressions[value.expression].kind == Expression::Kind::kCall;
  ValueType found = is_made ? of_expression(value, 0) : of_text(field.file, symbol, field.type);
  found.field = symbol;
  return found;
}

ValueType ValueTypes::of_expression(const Site& site, int depth) {
  if (site.expression == kNone || depth > kDeepest) return {};
  const Expression& expression = site.facts->expressions[site.expression];
  const std::string_view text = site.facts->text(expression.text);
  if (expression.kind == Expression::Kind::kName) return of_name(site.scope, text, depth);
  return expression.kind == Expression::Kind::kCall ? of_call(site, text) : ValueType{};
}

ValueType ValueTypes::of_call(const Site& site, std::string_view callee) {
  if (callee.starts_with("new ")) return of_text(site.file, site.scope, callee.substr(4));
  const std::string_view first = first_part(callee.substr(0, callee.find('(')));
  if (first.empty() || first.front() < 'A' || first.front() > 'Z') return {};  // neither a type nor something of one
  const ValueType type = of_text(site.file, site.scope, first);
  if (type.type == kNobody || first == callee) return type;  // Kotlin's way to make an object
  const std::string_view last = last_part(callee);
  for (const SymbolId member : at_.program.members_named(type.type, last)) {
    const DeclaredSymbol made = declarations_.symbol(member);
    if (is_callable(made.kind) && first.size() + 1 + last.size() == callee.size()) return of_text(made.file, type.type, made.type);
  }
  return last == "build" ? type : ValueType{};
}

}  // namespace grove::graph::web
