#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/resolve/library_containers.h"
#include "graph/resolve/values.h"

// What is given to functions written in place, and what generic functions are told to give back. Java and its kin.
namespace grove::graph {
namespace {

constexpr int kDeepest = 16;
constexpr int kMostLookedAt = 64;

/// `Order` of `Order.class`, `Order::class.java`; empty where a text names no class.
std::string_view class_named(std::string_view argument) {
  for (const std::string_view end : {"::class.java", "::class", ".class"})
    if (argument.ends_with(end)) return argument.substr(0, argument.size() - end.size());
  return {};
}

}  // namespace

/// The innermost one around a place.
Index Values::lambda_naming(std::string_view name, std::uint32_t begin) const {
  if (lambdas_.empty()) return kNone;
  const auto found = lambdas_.find(hash64(name));
  if (found == lambdas_.end()) return kNone;
  const auto begin_of = [&](Index lambda) { return facts_->lambdas[lambda].range.begin; };
  auto behind = std::ranges::upper_bound(found->second, begin, {}, begin_of);
  for (int looked_at = 0; behind != found->second.begin() && looked_at < kMostLookedAt; ++looked_at) {
    const Lambda& one = facts_->lambdas[*--behind];
    if (begin >= one.range.end) continue;
    const bool is_implied = one.parameter == 0;
    if (is_implied && one.call != kNone && gives_nothing(facts_->text(facts_->references[one.call].name))) continue;
    return *behind;
  }
  return kNone;
}

Value Values::of_lambda_parameter(Index index, int depth) {
  const Lambda& lambda = facts_->lambdas[index];
  const std::string_view declared = facts_->text(lambda.type);
  if (!declared.empty() && declared != "var") return instance_of(declared, place(function_at(lambda.range.begin, kNone)));
  if (lambda.call == kNone || depth > kDeepest) return {};
  const Reference& call = facts_->references[lambda.call];
  const std::string_view name = facts_->text(call.name);
  if (facts_->text(call.receiver).empty())
    return taken_by(scopes_.look_up(place(call.symbol), name, Want::kCallable).symbols, index, depth + 1);
  const Value owner = of_receiver(call, depth + 1);
  if (owner.kind == Value::Kind::kForeign) {
    if (gives_itself(name) && scopes_.traits(file_).language == Language::kKotlin) return owner;
    const bool holds_pairs = owner.type_name.ends_with("Map");
    if (owner.element.empty() || holds_pairs || !gives_content(name)) return {};
    return instance_of(owner.element, owner.place);
  }
  if (owner.kind != Value::Kind::kInstance && owner.kind != Value::Kind::kType) return {};
  const std::vector<SymbolId> functions = scopes_.members(owner.symbol, name);
  if (functions.empty() && gives_itself(name)) return owner;
  return taken_by(functions, index, depth + 1);
}

/// What some functions give to one that is passed to them, if they agree.
Value Values::taken_by(const std::vector<SymbolId>& functions, Index lambda, int depth) {
  const unsigned arity = facts_->references[facts_->lambdas[lambda].call].arity;
  Value taken;
  for (const SymbolId function : functions) {
    const Candidate& at = scopes_.names().candidate(function);
    if (!is_callable(at.kind) || !at.takes(arity) || depth > kDeepest) continue;
    const std::vector<std::string_view> types = scopes_.names().declarations().parameter_types(function);
    const std::size_t number = place_of(lambda, types.size());
    if (number >= types.size()) continue;
    Value given = given_by_type(types[number], {at.file, function});
    if (taken.kind != Value::Kind::kUnknown && (given.kind != taken.kind || given.symbol != taken.symbol)) return {};
    taken = std::move(given);
  }
  return taken;
}

/// Which argument of its call a function is; the last one where it stands behind the parentheses.
std::size_t Values::place_of(Index lambda, std::size_t parameters) {
  const Lambda& one = facts_->lambdas[lambda];
  const Index arguments = arguments_of(one.call);
  if (arguments != kNone) {
    const Expression& list = facts_->expressions[arguments];
    for (std::uint32_t i = 0; i < list.child_count; ++i)
      if (facts_->expressions[list.first_child + i].begin == one.range.begin) return i;
  }
  return parameters - 1;
}

/// What a function of a type is given first: `Consumer<Order>`, `(Order) -> Unit`, an interface of the repository with one function.
Value Values::given_by_type(std::string_view type, const Place& place) {
  std::string_view text = trim(type);
  if (text.starts_with("suspend ")) text = trim(text.substr(8));
  if (text.starts_with("(")) {
    const std::string_view first = split_arguments(text.substr(1, text.find(')') - 1)).empty()
                                       ? std::string_view()
                                       : split_arguments(text.substr(1, text.find(')') - 1)).front();
    const auto colon = first.find(": ");
    return text.find("->") == std::string_view::npos || first.empty()
               ? Value{}
               : instance_of(colon == std::string_view::npos ? first : first.substr(colon + 2), place);
  }
  const TypeText written = parse_type(text, Family::kJvm);
  const std::vector<SymbolId> own = scopes_.look_up_type(place, written, 0).symbols;
  if (own.empty())
    return is_function_interface(last_part(written.path)) && !written.arguments.empty() ? instance_of(written.arguments.front(), place)
                                                                                        : Value{};
  const Declarations& declarations = scopes_.names().declarations();
  SymbolId only = kNobody;
  for (const SymbolId member : declarations.members(own.front())) {
    const Candidate& at = scopes_.names().candidate(member);
    if (!is_callable(at.kind) || (at.flags & (kSymbolDeclarationOnly | kSymbolAbstract)) == 0) continue;
    if (only != kNobody) return {};
    only = member;
  }
  if (only == kNobody) return {};
  const std::vector<std::string_view> types = declarations.parameter_types(only);
  if (types.empty()) return {};
  const auto parameters = declarations.type_parameters(own.front());
  for (std::size_t i = 0; i < std::min(parameters.size(), written.arguments.size()); ++i)
    if (parameters[i].first == types.front()) return instance_of(written.arguments[i], place);
  return instance_of(types.front(), {scopes_.names().candidate(only).file, only});
}

Value Values::result_of_call(const Value& owner, std::string_view name, std::span<const std::string_view> arguments, const Site& site,
                             int depth) {
  const bool is_object = owner.kind == Value::Kind::kInstance || owner.kind == Value::Kind::kType;
  if (scopes_.family(file_) == Family::kJvm && is_object)
    for (const SymbolId function : scopes_.members(owner.symbol, name))
      if (const Candidate& at = scopes_.names().candidate(function);
          is_callable(at.kind) && at.takes(static_cast<unsigned>(arguments.size())))
        return as_told(function, arguments, site, result_of(function, owner, depth));
  const bool asks_container = owner.kind == Value::Kind::kForeign && (name == "getBean" || name == "getBeanProvider") && !arguments.empty();
  const std::string_view wanted = asks_container ? class_named(arguments.back()) : std::string_view();
  if (wanted.empty()) return member_of(owner, name, true, depth);
  if (name == "getBean") return instance_of(wanted, place(site.symbol));
  return {.kind = Value::Kind::kForeign, .type_name = "ObjectProvider", .element = std::string(wanted), .place = place(site.symbol)};
}

Value Values::result_of_bare_call(std::string_view name, std::span<const std::string_view> arguments, const Site& site, int depth) {
  Value function;
  if (scopes_.traits(file_).language == Language::kJava) {  // where no variable is called
    const std::vector<SymbolId> named = scopes_.look_up(place(site.symbol), name, Want::kCallable).symbols;
    const auto found = std::ranges::find_if(named, [&](SymbolId one) { return is_callable(scopes_.names().candidate(one).kind); });
    if (found != named.end()) function = {.kind = Value::Kind::kCallable, .symbol = *found};
  } else {
    function = of_name(name, site, depth);
  }
  if (function.kind == Value::Kind::kCallable) return as_told(function.symbol, arguments, site, result_of(function.symbol, {}, depth));
  if (function.kind == Value::Kind::kType) return {.kind = Value::Kind::kInstance, .symbol = function.symbol, .exact = true};
  if (function.kind == Value::Kind::kForeign) return {.kind = Value::Kind::kForeign};
  return {};
}

/// `<T> Flux<T> list(Class<T> type)` gives what the class names that it is passed.
Value Values::as_told(SymbolId callable, std::span<const std::string_view> arguments, const Site& site, Value result) {
  const Candidate& at = scopes_.names().candidate(callable);
  if (at.family != Family::kJvm || !scopes_.names().is_generic(callable)) return result;
  const TypeText given = parse_type(at.type, at.family);
  const std::string_view open = given.arguments.empty() ? given.path : given.arguments.back();
  const Declarations& declarations = scopes_.names().declarations();
  const auto parameters = declarations.type_parameters(callable);
  if (std::ranges::find(parameters, open, &std::pair<std::string_view, std::string_view>::first) == parameters.end()) return result;
  const std::vector<std::string_view> types = declarations.parameter_types(callable);
  for (std::size_t i = 0; i < std::min(types.size(), arguments.size()); ++i) {
    const TypeText taken = parse_type(types[i], at.family);
    const std::string_view wanted = class_named(arguments[i]);
    if (wanted.empty() || taken.arguments.size() != 1 || parse_type(taken.arguments[0], at.family).path != open) continue;
    if (given.arguments.empty()) return instance_of(wanted, place(site.symbol));
    if (result.kind != Value::Kind::kForeign) return result;
    result.element = std::string(wanted);
    result.place = place(site.symbol);
    return result;
  }
  return result;
}

/// `Optional.of(order)`: a library's container with what it is made of.
Value Values::of_wrapping(std::string_view callee, std::string_view arguments, const Site& site, int depth) {
  const bool wraps = wraps_argument(callee), passes_on = passes_content_on(callee);
  if ((!wraps && !passes_on) || scopes_.family(file_) != Family::kJvm) return {};
  const std::vector<std::string_view> passed = split_arguments(arguments);
  if (passed.empty()) return {};
  Value content = of_text(passed.front(), site, depth + 1);
  if (passes_on && content.kind == Value::Kind::kForeign && !content.element.empty()) {
    content.type_name.clear();
    return content;
  }
  if (!wraps || content.kind != Value::Kind::kInstance) return {};
  return {.kind = Value::Kind::kForeign,
          .element = std::string(scopes_.names().candidate(content.symbol).qualified_name),
          .place = place(site.symbol)};
}

}  // namespace grove::graph
