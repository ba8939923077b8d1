#include "graph/resolve/values.h"

#include <algorithm>
#include <cctype>

#include "base/hash.h"
#include "base/text.h"
#include "graph/file_content.h"
#include "graph/resolve/expression_text.h"
#include "graph/resolve/library_containers.h"

namespace grove::graph {
namespace {

constexpr int kDeepest = 16;
constexpr std::size_t kMostAssignments = 4;

std::string_view without_type_arguments(std::string_view text) {
  if (!text.ends_with(">") || text.ends_with("->")) return text;
  int depth = 0;
  for (std::size_t i = text.size(); i-- > 0;) {
    if (text[i] == '>') ++depth;
    if (text[i] == '<' && --depth == 0) return text.substr(0, i).ends_with("::") ? text.substr(0, i - 2) : text.substr(0, i);
  }
  return text;
}

/// `Container.get(…)`, `container.resolve(…)`, `this.container.get(…)`.
bool asks_container(const Last& call) {
  const std::string_view asked = last_part(call.before);
  return (call.name == "get" || call.name == "resolve") && (asked == "Container" || asked == "container");
}

}  // namespace

std::uint64_t Values::local_key(Index symbol, std::string_view name) {
  return hash64(name) ^ (std::uint64_t{symbol} * 0x9E3779B97F4A7C15ULL);
}

std::span<const Index> Values::bindings_of(Index symbol, std::string_view name) const {
  const auto found = bindings_.find(local_key(symbol, name));
  return found == bindings_.end() ? std::span<const Index>() : found->second;
}

std::span<const Index> Values::parameters_of(Index symbol, std::string_view name) const {
  const auto found = parameters_.find(local_key(symbol, name));
  return found == parameters_.end() ? std::span<const Index>() : found->second;
}

void Values::enter(FileId file, const Facts& facts) {
  file_ = file;
  facts_ = &facts;
  first_symbol_ = scopes_.names().file(file).first_symbol;
  bindings_.clear();
  parameters_.clear();
  lambdas_.clear();
  arguments_.clear();
  calls_.clear();
  enter_lambdas();
  for (Index i = 0; i < facts.bindings.size(); ++i)
    bindings_[local_key(facts.bindings[i].symbol, facts.text(facts.bindings[i].name))].push_back(i);
  for (auto& [key, bindings] : bindings_) {
    const auto begin_of = [&](Index binding) { return facts.bindings[binding].begin; };
    if (!std::ranges::is_sorted(bindings, {}, begin_of)) std::ranges::stable_sort(bindings, {}, begin_of);
  }
  for (Index i = 0; i < facts.parameters.size(); ++i)
    parameters_[local_key(facts.parameters[i].symbol, facts.text(facts.parameters[i].name))].push_back(i);
}

/// Where what a library's functions give to one is known, all; else those that say of what type they are.
void Values::enter_lambdas() {
  const Family family = scopes_.family(file_);
  const bool has_implied = scopes_.traits(file_).language == Language::kKotlin;
  if (family != Family::kJvm && family != Family::kDotNet && family != Family::kScript && family != Family::kGo) return;
  for (Index i = 0; i < facts_->lambdas.size(); ++i) {
    if (family != Family::kJvm && facts_->lambdas[i].type == 0) continue;
    const std::string_view name = facts_->text(facts_->lambdas[i].parameter);
    if (!name.empty() || has_implied) lambdas_[hash64(name.empty() ? "it" : name)].push_back(i);
  }
}

Value Values::instance_of(std::string_view text, const Place& place) {
  const TypeText type = parse_type(text, scopes_.family(place.file));
  if (type.is_array) return {.kind = Value::Kind::kForeign, .element = std::string(type.arguments.front()), .place = place};
  const Found found = scopes_.look_up_type(place, type, 0);
  if (!found.symbols.empty()) return {.kind = Value::Kind::kInstance, .symbol = found.symbols.front()};
  if (type.path.empty()) return {};
  Value value{.kind = Value::Kind::kForeign, .type_name = std::string(last_part(type.path)), .place = place};
  if (!type.arguments.empty()) value.element = std::string(type.arguments.back());
  return value;
}

Index Values::function_at(std::uint32_t begin, Index scope) const {
  constexpr int kMostLookedAt = 256;
  const auto behind = std::ranges::upper_bound(facts_->symbols, begin, {}, [](const Symbol& symbol) { return symbol.range.begin; });
  auto at = static_cast<Index>(behind - facts_->symbols.begin());
  for (int looked_at = 0; at > 0 && looked_at < kMostLookedAt; ++looked_at) {
    const Symbol& symbol = facts_->symbols[--at];
    if (at == scope) break;
    if (is_callable(symbol.kind) && symbol.range.begin <= begin && begin < symbol.range.end) return at;
  }
  return scope;
}

Value Values::content_of(SymbolId symbol, int depth) {
  if (depth > kDeepest) return {};
  const Candidate& at = scopes_.names().candidate(symbol);
  if (is_type(at.kind)) return {.kind = Value::Kind::kType, .symbol = symbol};
  if (is_callable(at.kind) || at.kind == Kind::kMacro) return {.kind = Value::Kind::kCallable, .symbol = symbol};
  if (at.kind == Kind::kNamespace || at.kind == Kind::kModule)
    return {.kind = Value::Kind::kModule, .symbol = symbol, .package = at.qualified_name};
  if (at.type == kObjectType) {  // what a file gives as a whole by short names stands beside it: `export default { list, find }`
    Value object{.kind = Value::Kind::kModule, .symbol = symbol};
    if (at.name == "default") object.files = {at.file};
    return object;
  }
  if (at.type.starts_with(kValuePath)) {
    const Value value = of_value_path(at.type.substr(1), {at.file, at.parent}, depth + 1);
    if (value.kind != Value::Kind::kUnknown) return value;
  } else if (!at.type.empty()) {
    Value value = instance_of(at.type, {at.file, at.parent});
    const bool may_be_call = at.family == Family::kGo || at.family == Family::kPython || at.family == Family::kScript;
    if (value.kind == Value::Kind::kForeign && may_be_call)  // `store = make_store()`
      for (const SymbolId one : scopes_.look_up_path({at.file, at.parent}, at.type, Want::kCallable).symbols)
        if (is_callable(scopes_.names().candidate(one).kind)) return result_of(one, {}, depth + 1);
    if (value.kind != Value::Kind::kUnknown) return value;
  }
  if (at.parent != kNobody && scopes_.names().candidate(at.parent).kind == Kind::kEnum)
    return {.kind = Value::Kind::kInstance, .symbol = at.parent};
  if (at.file != file_) return {};
  const Index local = symbol - first_symbol_;
  const auto bound = bindings_.find(local_key(local, at.name));
  if (bound == bindings_.end()) return {};
  return of_bindings(bound->second, facts_->symbols[local].parent, depth + 1);
}

/// What a field is first given that tells what it is: `None` before an object tells nothing.
Value Values::of_bindings(std::span<const Index> bindings, Index scope, int depth) {
  Value first;
  for (std::size_t i = 0; i < std::min(bindings.size(), kMostAssignments); ++i) {
    const Binding& binding = facts_->bindings[bindings[i]];
    Value value = of_binding(binding, {function_at(binding.begin, scope), binding.begin}, depth);
    if (value.kind != Value::Kind::kUnknown && value.kind != Value::Kind::kForeign) return value;
    if (i == 0) first = std::move(value);
  }
  return first;
}

Value Values::result_of(SymbolId callable, const Value& owner, int depth) {
  const Candidate& at = scopes_.names().candidate(callable);
  if (is_type(at.kind)) return {.kind = Value::Kind::kInstance, .symbol = callable, .exact = true};
  if (at.kind == Kind::kConstructor) return {.kind = Value::Kind::kInstance, .symbol = at.parent, .exact = true};
  if (!is_callable(at.kind)) return content_of(callable, depth + 1);
  if (at.type.empty()) return inferred_result_of(callable, depth);
  const TypeText type = parse_type(at.type, at.family);
  const bool own = type.path == "Self" || type.path == "self" || type.path == "this" || type.path == "static";
  if (own && owner.symbol != kNobody) return {.kind = Value::Kind::kInstance, .symbol = owner.symbol};
  return instance_of(at.type, {at.file, callable});
}

/// What a function without a declared result gives back, if it is of this file and says so.
Value Values::inferred_result_of(SymbolId callable, int depth) {
  if (depth > kDeepest || scopes_.names().candidate(callable).file != file_) return {};
  const Index local = callable - first_symbol_;
  for (const Index binding : bindings_of(local, "return")) {
    Value value = of_expression(facts_->bindings[binding].value, {local, UINT32_MAX}, depth + 2);
    value.inferred = true;
    if (value.kind == Value::Kind::kInstance) return value;
  }
  return {};
}

Value Values::member_of(const Value& owner, std::string_view name, bool called, int depth) {
  if (depth > kDeepest) return {};
  switch (owner.kind) {
    case Value::Kind::kInstance:
    case Value::Kind::kType: {
      std::vector<SymbolId> found = scopes_.members(owner.symbol, name);
      if (owner.kind == Value::Kind::kType && called && found.empty() && (name == "new" || name == "builder" || name == "create"))
        return name == "new" ? Value{.kind = Value::Kind::kInstance, .symbol = owner.symbol, .exact = true} : Value{};
      if (found.empty()) {  // inherited from a library, or made at compile time: nothing to guess from
        const bool foreign = scopes_.traits(file_).static_types || scopes_.ancestry(owner.symbol).foreign_base;
        return foreign ? Value{.kind = Value::Kind::kForeign} : Value{};
      }
      return called ? result_of(found.front(), owner, depth) : content_of(found.front(), depth + 1);
    }
    case Value::Kind::kModule: {
      Found found;
      if (!owner.files.empty()) found = scopes_.exported(owner.files, name, Want::kAny);
      if (found.nothing() && !owner.package.empty()) {
        const Traits& rules = scopes_.traits(file_);
        found.symbols = scopes_.in_package(file_, owner.package, name, Want::kAny);
        if (found.symbols.empty() && rules.family == Family::kPython) {
          const std::string inner = std::string(owner.package) + "." + std::string(name);
          found.files = files_of_module(scopes_.names(), file_, inner);
        }
      }
      if (found.nothing() && owner.symbol != kNobody) found.symbols = scopes_.names().named_inside(owner.symbol, name);
      if (!found.files.empty()) return {.kind = Value::Kind::kModule, .files = found.files};
      if (const Value whole = found.nothing() ? of_whole(owner, depth + 1) : Value{}; whole.kind != Value::Kind::kUnknown)
        return member_of(whole, name, called, depth + 1);
      const bool is_object = owner.symbol != kNobody && owner.package.empty();
      if (found.symbols.empty()) return found.foreign || is_object ? Value{.kind = Value::Kind::kForeign} : Value{};
      return called ? result_of(found.symbols.front(), owner, depth) : content_of(found.symbols.front(), depth + 1);
    }
    case Value::Kind::kForeign:
      if (!owner.element.empty() && hands_out_content(name)) return instance_of(owner.element, owner.place);
      return owner.element.empty() || (scopes_.family(file_) == Family::kJvm && changes_content(name))
                 ? Value{.kind = Value::Kind::kForeign}
                 : Value{.kind = Value::Kind::kForeign, .element = owner.element, .place = owner.place};
    default: return {};
  }
}

Value Values::of_whole(const Value& module, int depth) {
  if (module.files.empty() || scopes_.family(file_) != Family::kScript) return {};
  const std::vector<SymbolId> given = scopes_.given_as_whole(module.files, Want::kAny);
  return given.size() == 1 ? content_of(given.front(), depth) : Value{};
}

Value Values::made_by(std::string_view type, const Site& site) {
  Value value = instance_of(type, place(site.symbol));
  value.exact = value.kind == Value::Kind::kInstance;
  return value;
}

Value Values::of_binding(const Binding& binding, const Site& site, int depth) {
  if (depth > kDeepest) return {};
  Value declared;
  if (binding.type != 0) declared = instance_of(facts_->text(binding.type), place(site.symbol));
  if (binding.value == kNone) return declared;
  // What `x = x.next()` reads is what was there before.
  Value assigned = of_expression(binding.value, {site.symbol, binding.begin - std::min(binding.begin, 1U)}, depth + 1);
  assigned.inferred = true;
  if (declared.kind == Value::Kind::kUnknown) return assigned;
  if (declared.kind == Value::Kind::kInstance && assigned.kind == Value::Kind::kInstance && assigned.exact) return assigned;
  return declared;
}

/// Whether a function or type inside of `outer` around `inner` has that name: it hides what `outer` calls so.
bool Values::is_hidden(std::string_view name, Index inner, Index outer) {
  for (const SymbolId named : scopes_.names().named_in(file_, name)) {
    const Symbol& symbol = facts_->symbols[named - first_symbol_];
    if (symbol.parent == kNone || !(is_callable(symbol.kind) || is_type(symbol.kind)) || is_type(facts_->symbols[symbol.parent].kind))
      continue;
    for (Index scope = inner; scope != outer && scope != kNone; scope = facts_->symbols[scope].parent)
      if (scope == symbol.parent) return true;
  }
  return false;
}

/// Go's `store := store.(*Files)`, which hides what is called so and says more of it.
bool Values::narrows(const Binding& binding, const Site& site) const {
  if (scopes_.family(file_) != Family::kGo || binding.value == kNone || binding.begin >= site.begin) return false;
  const Expression& value = facts_->expressions[binding.value];
  const std::string_view text = facts_->text(value.text);
  return value.kind == Expression::Kind::kOther && text.ends_with(')') && text.find(".(") != std::string_view::npos;
}

/// Whether a function written in place sets what it is given to something else before a place, or has a variable of that name. Of Go,
/// where `switch x := x.(type)` does that all the time.
bool Values::is_bound_inside(Index lambda, std::string_view name, const Site& site) const {
  if (scopes_.family(file_) != Family::kGo) return false;
  const std::uint32_t begin = facts_->lambdas[lambda].range.begin;
  return std::ranges::any_of(bindings_of(function_at(begin, site.symbol), name),
                             [&](Index one) { return facts_->bindings[one].begin > begin && facts_->bindings[one].begin < site.begin; });
}

Value Values::of_local(std::string_view name, const Site& site, bool& is_local, int depth) {
  is_local = false;
  if (depth > kDeepest) return {};
  if (const Index lambda = lambda_naming(name, site.begin); lambda != kNone && !is_bound_inside(lambda, name, site)) {
    is_local = true;
    return of_lambda_parameter(lambda, depth + 1);
  }
  for (Index symbol = site.symbol;; symbol = facts_->symbols[symbol].parent) {
    const Kind kind = symbol == kNone ? Kind::kFile : facts_->symbols[symbol].kind;
    if (symbol == kNone || is_callable(kind) || kind == Kind::kField || kind == Kind::kConstant) {
      if (const auto found = bindings_.find(local_key(symbol, name)); found != bindings_.end()) {
        // The last one before the place, else the first. What it was declared as holds on.
        const auto begin_of = [this](Index binding) { return facts_->bindings[binding].begin; };
        const auto behind = std::ranges::upper_bound(found->second, site.begin, {}, begin_of);
        const bool declared = facts_->bindings[found->second.front()].type != 0;
        const auto passed = parameters_.find(local_key(symbol, name));
        const Index best = declared || behind == found->second.begin() ? found->second.front() : *std::prev(behind);
        // What is assigned to a parameter says less of it than its declared type.
        if (!declared && !narrows(facts_->bindings[best], site) && passed != parameters_.end() &&
            facts_->parameters[passed->second.front()].type != 0) {
          is_local = true;
          return instance_of(facts_->text(facts_->parameters[passed->second.front()].type), place(symbol));
        }
        const bool field = symbol != kNone && facts_->text(facts_->symbols[symbol].name) == name && !is_callable(kind);
        if (!field) {
          if (symbol != site.symbol && is_hidden(name, site.symbol, symbol)) return {};
          is_local = true;
          return of_binding(facts_->bindings[best], {symbol, site.begin}, depth + 1);
        }
      }
      if (const auto found = parameters_.find(local_key(symbol, name)); found != parameters_.end()) {
        is_local = true;
        const Parameter& parameter = facts_->parameters[found->second.front()];
        return parameter.type == 0 ? Value{} : instance_of(facts_->text(parameter.type), place(symbol));
      }
    }
    if (symbol == kNone) return {};
  }
}

Value Values::of_found(const Found& found, const Site&, int depth) {
  if (!found.symbols.empty()) return content_of(found.symbols.front(), depth + 1);
  if (!found.files.empty() || (!found.package.empty() && !found.foreign))
    return {.kind = Value::Kind::kModule, .files = found.files, .package = found.package};
  if (found.foreign) return {.kind = Value::Kind::kForeign};
  return {};
}

Value Values::of_name(std::string_view name, const Site& site, int depth) {
  if (name.empty()) return {};
  if (is_self_word(name)) {
    const SymbolId type = self_type(site);
    if (type == kNobody) {
      bool is_local = false;
      return of_local(name, site, is_local, depth);
    }
    return {.kind = name == "cls" ? Value::Kind::kType : Value::Kind::kInstance, .symbol = type};
  }
  if (name == "Self" || name == "static") {
    const SymbolId type = self_type(site);
    if (type != kNobody) return {.kind = Value::Kind::kType, .symbol = type};
  }
  if (is_super_word(name) && scopes_.family(file_) != Family::kRust) {
    const SymbolId type = self_type(site);
    if (type != kNobody) {
      const Ancestry& ancestry = scopes_.ancestry(type);
      if (!ancestry.direct.empty()) return {.kind = Value::Kind::kInstance, .symbol = ancestry.direct.front(), .exact = true};
      return {.kind = Value::Kind::kForeign};
    }
  }
  if (std::isdigit(static_cast<unsigned char>(name.front())) != 0) return {.kind = Value::Kind::kForeign};
  bool is_local = false;
  Value local = of_local(name, site, is_local, depth + 1);
  if (!is_local && name.front() == '$' && name.size() > 1) local = of_local(name.substr(1), site, is_local, depth + 1);
  if (is_local) return local;
  const Found found = scopes_.look_up(place(site.symbol), name, Want::kAny);
  // A capitalised name that nothing here declares is a library's type.
  if (found.nothing() && std::isupper(static_cast<unsigned char>(name.front())) != 0) return {.kind = Value::Kind::kForeign};
  return of_found(found, site, depth);
}

/// What stands in parentheses: a cast, or just an expression.
Value Values::of_parenthesized(std::string_view inside, const Site& site, int depth) {
  const auto cast = inside.rfind(" as ");
  if (cast != std::string_view::npos) {
    Value value = instance_of(inside.substr(cast + 4), place(site.symbol));
    if (value.kind != Value::Kind::kUnknown) return value;
    inside = inside.substr(0, cast);
  }
  if (inside.starts_with("(")) {  // `(User) x`
    int nesting = 0;
    std::size_t close = 0;
    for (; close < inside.size(); ++close) {
      if (inside[close] == '(') ++nesting;
      if (inside[close] == ')' && --nesting == 0) break;
    }
    if (close + 1 < inside.size() && (is_name_byte(inside[close + 1]) || inside[close + 1] == ' '))
      return instance_of(inside.substr(1, close - 1), place(site.symbol));
  }
  return of_text(inside, site, depth + 1);
}

/// What a container of scripts (typedi, tsyringe, inversify) gives for a class.
Value Values::given_by_container(std::string_view wanted, const Site& site) {
  const bool is_path = std::ranges::all_of(wanted, [](char c) { return is_name_byte(c) || c == '.'; });
  const std::vector<SymbolId> named = is_path ? scopes_.look_up_type(place(site.symbol), wanted).symbols : std::vector<SymbolId>{};
  if (named.size() != 1 || scopes_.names().candidate(named.front()).kind != Kind::kClass) return {};
  return {.kind = Value::Kind::kInstance, .symbol = named.front()};
}

/// A text that ends with the arguments of a call.
Value Values::of_call(std::string_view text, const Site& site, int depth) {
  const std::size_t open = opening(text, text.size() - 1);
  if (open == std::string_view::npos) return {};
  const std::string_view callee = without_type_arguments(trim(text.substr(0, open)));
  if (callee == "super") return of_name("super", site, depth + 1);
  const Last parts = split_last(callee);
  if (parts.name.empty()) return {};
  const std::string_view inside = text.substr(open + 1, text.size() - open - 2);
  if (Value wrapped = of_wrapping(callee, inside, site, depth + 1); wrapped.kind != Value::Kind::kUnknown) return wrapped;
  const std::vector<std::string_view> arguments = split_arguments(inside);
  if (parts.before.empty()) return result_of_bare_call(parts.name, arguments, site, depth + 1);
  if (asks_container(parts) && scopes_.family(file_) == Family::kScript && !arguments.empty())
    if (const Value given = given_by_container(arguments.front(), site); given.kind == Value::Kind::kInstance) return given;
  return result_of_call(of_text(parts.before, site, depth + 1), parts.name, arguments, site, depth + 1);
}

Value Values::of_text(std::string_view text, const Site& site, int depth) {
  text = trim(text);
  if (depth > kDeepest || text.empty()) return {};
  bool awaited = false;
  while (text.starts_with("await ") || text.starts_with("try ") || text.starts_with("try! ") || text.starts_with("try? ")) {
    awaited = awaited || text.starts_with("await ");
    text = trim(text.substr(text.find(' ') + 1));
  }
  if (awaited) {
    Value value = of_text(text, site, depth + 1);
    return value.kind == Value::Kind::kForeign && !value.element.empty() ? instance_of(value.element, value.place) : value;
  }
  while (text.size() > 1 && (text.front() == '*' || text.front() == '&' || text.front() == '!')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == '!' || text.back() == '?')) text.remove_suffix(1);
  if (text.empty()) return {};
  if (text.front() == '(' && text.back() == ')' && opening(text, text.size() - 1) == 0)
    return of_parenthesized(trim(text.substr(1, text.size() - 2)), site, depth);
  if (text.starts_with("::")) return of_text(text.substr(2), {kNone, site.begin}, depth + 1);  // from the outermost scope
  if (scopes_.family(file_) == Family::kRust && text.find("::") != std::string_view::npos && text.find('(') == std::string_view::npos &&
      text.find('.') == std::string_view::npos) {
    const Found found = scopes_.look_up_path(place(site.symbol), without_type_arguments(text), Want::kAny);
    if (!found.nothing()) return of_found(found, site, depth);
    const std::vector<FileId> files = files_of_module(scopes_.names(), file_, text);
    if (!files.empty()) return {.kind = Value::Kind::kModule, .files = files};
  }
  const bool is_go = scopes_.family(file_) == Family::kGo;
  if (const Value value = is_go ? of_go_text(text, site) : Value{}; value.kind != Value::Kind::kUnknown) return value;
  const char last = text.back();
  if (text.starts_with("new ")) {
    std::string_view type = trim(text.substr(4));
    if (const auto end = type.find_first_of("({["); end != std::string_view::npos) {
      const std::string_view rest = type.substr(end);
      const bool whole = rest.back() == ')' && opening(rest, rest.size() - 1) == 0;
      if (whole || rest.back() == '}') return made_by(type.substr(0, end), site);
    } else {
      return made_by(type, site);
    }
  }
  if (last == ')') return of_call(text, site, depth);
  if (last == ']') {
    const std::size_t open = opening(text, text.size() - 1);
    if (open == std::string_view::npos || open == 0) return {.kind = Value::Kind::kForeign};
    const Value owner = of_text(text.substr(0, open), site, depth + 1);
    if (owner.type_name == "tuple" || owner.type_name == "Tuple") return {};  // each place has a type of its own
    if (!owner.element.empty()) return instance_of(owner.element, owner.place);
    if (is_go && owner.kind == Value::Kind::kInstance) return element_of(owner);
    return owner.kind == Value::Kind::kForeign ? Value{.kind = Value::Kind::kForeign} : Value{};
  }
  if (last == '}' && (scopes_.family(file_) == Family::kGo || scopes_.family(file_) == Family::kC)) {  // `Orders{}`
    const std::string_view type = trim(text.substr(0, text.find('{')));
    const bool is_path = !type.empty() && std::ranges::all_of(type, [](char c) { return is_name_byte(c) || c == '.' || c == ':'; });
    if (is_path) return made_by(type, site);
  }
  if (last == '"' || last == '\'' || last == '`' || last == '}') return {.kind = Value::Kind::kForeign};
  text = without_type_arguments(text);
  const Last parts = split_last(text);
  if (parts.name.empty()) return {};
  if (parts.before.empty()) return of_name(parts.name, site, depth + 1);
  return member_of(of_text(parts.before, site, depth + 1), parts.name, false, depth + 1);
}

/// What is given by static functions of the JDK that tell overloads apart.
Value Values::made_by_jdk(std::string_view callee, Value value) const {
  constexpr std::pair<std::string_view, std::string_view> kMade[] = {{"Arrays.asList", "List"},
                                                                     {"Collections.emptyList", "List"},
                                                                     {"Collections.singletonList", "List"},
                                                                     {"List.of", "List"},
                                                                     {"List.copyOf", "List"},
                                                                     {"Collections.emptySet", "Set"},
                                                                     {"Set.of", "Set"},
                                                                     {"Collections.singleton", "Set"},
                                                                     {"Collections.emptyMap", "Map"},
                                                                     {"Map.of", "Map"},
                                                                     {"Collections.singletonMap", "Map"},
                                                                     {"String.format", "String"},
                                                                     {"String.valueOf", "String"},
                                                                     {"String.join", "String"}};
  if (value.kind != Value::Kind::kForeign || !value.type_name.empty() || scopes_.family(file_) != Family::kJvm) return value;
  const auto known = std::ranges::find(kMade, callee, &std::pair<std::string_view, std::string_view>::first);
  if (known != std::end(kMade)) value.type_name = known->second;
  return value;
}

/// The arguments of a call as far as names stand there, with commas between.
std::string Values::names_passed(const Expression& call) const {
  std::string names;
  if (scopes_.family(file_) != Family::kJvm && scopes_.family(file_) != Family::kScript) return names;
  for (Index child = call.first_child; child < call.first_child + call.child_count; ++child) {
    const Expression& passed = facts_->expressions[child];
    names += names.empty() ? "" : ", ";
    names += passed.kind == Expression::Kind::kName ? facts_->text(passed.text) : "_";
  }
  return names;
}

Value Values::of_expression(Index index, const Site& site, int depth) {
  if (index == kNone || depth > kDeepest) return {};
  const Expression& expression = facts_->expressions[index];
  const std::string_view text = facts_->text(expression.text);
  switch (expression.kind) {
    case Expression::Kind::kString:
    case Expression::Kind::kConcat: return {.kind = Value::Kind::kForeign, .type_name = "String"};
    case Expression::Kind::kNumber: return {.kind = Value::Kind::kForeign, .type_name = "number"};
    case Expression::Kind::kArray:
    case Expression::Kind::kObject: return {.kind = Value::Kind::kForeign};
    case Expression::Kind::kName: return of_text(text, site, depth + 1);
    case Expression::Kind::kCall:
      if (is_choice(text)) return {.kind = Value::Kind::kForeign, .type_name = "String"};  // noted for texts alone
      if (text.starts_with("new ")) return made_by(text.substr(4), site);
      if (scopes_.family(file_) == Family::kGo)
        if (const Value value = of_go_call(expression, site, depth); value.kind != Value::Kind::kUnknown) return value;
      return made_by_jdk(text, of_text(std::string(text) + "(" + names_passed(expression) + ")", site, depth + 1));
    case Expression::Kind::kOther: return of_text(text, site, depth + 1);
    default: return {};
  }
}

}  // namespace grove::graph
