#include "graph/resolve/function_flow.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "graph/resolve/expression_text.h"

namespace grove::graph {
namespace {

constexpr int kDeepest = 12;
constexpr int kMostSteps = 160;
constexpr std::size_t kMostFunctions = 8;  // more tell nothing
constexpr std::size_t kMostCalls = 64;
constexpr std::uint32_t kEnd = UINT32_MAX;

/// An assignment reads what was there before it.
std::uint32_t before(std::uint32_t begin) { return begin - std::min(begin, 1U); }

bool is_number(std::string_view text) { return !text.empty() && text.find_first_not_of("-0123456789") == std::string_view::npos; }

}  // namespace

void FunctionFlow::enter(FileId file, const Facts& facts) {
  file_ = file;
  facts_ = &facts;
  first_symbol_ = scopes_.names().file(file).first_symbol;
  found_calls_ = false;
  calls_.clear();
  callables_.clear();
  decorated_.clear();
  tables_.clear();
  for (const Binding& binding : facts.bindings) {
    const std::string_view name = facts.text(binding.name);
    if (const auto open = name.find('['); open != std::string_view::npos)
      tables_.insert(name.substr(0, open));
    else if (binding.value != kNone && facts.expressions[binding.value].kind == Expression::Kind::kObject)
      tables_.insert(name);
  }
}

std::vector<SymbolId> FunctionFlow::finish(Flown flown) const {
  std::ranges::sort(flown.functions);
  flown.functions.erase(std::unique(flown.functions.begin(), flown.functions.end()), flown.functions.end());
  if (flown.functions.size() > kMostFunctions) flown.functions.clear();
  return std::move(flown.functions);
}

std::vector<SymbolId> FunctionFlow::of_text(std::string_view written, const Site& site) {
  steps_ = 0;
  Flown flown;
  text(written, site, 0, flown);
  return finish(std::move(flown));
}

std::vector<SymbolId> FunctionFlow::of_field(SymbolId wanted, const Site& site) {
  if (scopes_.family(file_) == Family::kScript && is_handed_over(wanted)) return {};
  steps_ = 0;
  Flown flown;
  if (scopes_.names().candidate(wanted).file == file_) field(wanted - first_symbol_, site, 0, flown);
  return finish(std::move(flown));
}

std::vector<SymbolId> FunctionFlow::of_entry(std::string_view table, std::string_view key, const Site& site) {
  if (!tables_.contains(table)) return {};
  steps_ = 0;
  Flown flown;
  index(table, key, site, flown, 0);
  return finish(std::move(flown));
}

bool FunctionFlow::goes_on(int depth) { return depth <= kDeepest && ++steps_ <= kMostSteps; }

bool FunctionFlow::is_exhausted() const { return steps_ >= kMostSteps; }

Index FunctionFlow::last_until(std::span<const Index> bindings, std::uint32_t place) const {
  const auto behind = std::ranges::upper_bound(bindings, place, {}, [this](Index binding) { return facts_->bindings[binding].begin; });
  return behind == bindings.begin() ? kNone : *std::prev(behind);
}

void FunctionFlow::text(std::string_view written, const Site& site, int depth, Flown& out) {
  if (!goes_on(depth)) return;
  written = trim(written);
  if (written.starts_with("await ")) written = trim(written.substr(6));
  if (written.empty()) return;
  if (is_quoted(written)) return out.keys.push_back(written.substr(1, written.size() - 2));
  if (is_number(written)) return out.keys.push_back(written);
  if (written.back() == ')' || written.back() == ']') {
    const std::size_t open = opening(written, written.size() - 1);
    if (open == std::string_view::npos) return;
    const std::string_view before = trim(written.substr(0, open));
    const std::string_view inside = written.substr(open + 1, written.size() - open - 2);
    if (before.empty()) return written.back() == ')' ? text(inside, site, depth + 1, out) : void();
    if (written.back() == ')') return results(before, site, depth + 1, out);
    if (is_quoted(trim(inside)) || is_number(trim(inside))) {
      const std::string_view key = trim(inside);
      return index(before, is_quoted(key) ? key.substr(1, key.size() - 2) : key, site, out, depth + 1);
    }
    if (inside.find(':') != std::string_view::npos) return;
    Flown key;
    text(inside, site, depth + 1, key);
    if (key.keys.empty()) return index(before, {}, site, out, depth + 1);
    for (const std::string_view one : key.keys) index(before, one, site, out, depth + 1);
    return;
  }
  const Last parts = split_last(written);
  if (parts.name.empty()) return;
  if (parts.before.empty()) return name(parts.name, site, depth + 1, out);
  member(parts.before, parts.name, site, depth + 1, out);
}

void FunctionFlow::expression(Index at, const Site& site, int depth, Flown& out) {
  if (at == kNone || !goes_on(depth)) return;
  const Expression& value = facts_->expressions[at];
  const std::string_view written = facts_->text(value.text);
  switch (value.kind) {
    case Expression::Kind::kName:
    case Expression::Kind::kOther: return text(written, site, depth + 1, out);
    case Expression::Kind::kCall:
      if (is_choice(written) && value.child_count == 2) {
        expression(value.first_child, site, depth + 1, out);
        return expression(value.first_child + 1, site, depth + 1, out);
      }
      return written.starts_with("new ") ? void() : results(written, site, depth + 1, out);
    case Expression::Kind::kString:
    case Expression::Kind::kNumber: return out.keys.push_back(written);
    case Expression::Kind::kArray:
    case Expression::Kind::kObject: return out.literals.push_back({at, site});
    default: return;
  }
}

void FunctionFlow::name(std::string_view wanted, const Site& site, int depth, Flown& out) {
  if (!goes_on(depth) || is_self_word(wanted) || is_super_word(wanted)) return;
  for (Index scope = site.symbol;; scope = facts_->symbols[scope].parent) {
    const std::span<const Index> bindings =
        scope != kNone && !is_callable(facts_->symbols[scope].kind) ? std::span<const Index>() : values_.bindings_of(scope, wanted);
    if (!bindings.empty()) {
      const auto follow = [&](Index binding) {
        expression(facts_->bindings[binding].value, {scope, before(facts_->bindings[binding].begin)}, depth + 1, out);
      };
      if (scope == site.symbol && site.begin != kEnd) {
        const Index last = last_until(bindings, site.begin);
        return follow(last == kNone ? bindings.front() : last);
      }
      for (std::size_t i = 0; i < bindings.size() && !is_exhausted(); ++i) follow(bindings[i]);
      return;
    }
    if (scope == kNone) break;
    if (const auto parameters = values_.parameters_of(scope, wanted); !parameters.empty())
      return arguments(scope, parameters.front(), depth + 1, out);
  }
  const Found found = scopes_.look_up(values_.place(site.symbol), wanted, Want::kAny);
  for (std::size_t i = 0; i < std::min<std::size_t>(found.symbols.size(), 4); ++i) symbol(found.symbols[i], site, depth + 1, out);
}

void FunctionFlow::symbol(SymbolId found, const Site& site, int depth, Flown& out) {
  const Candidate& at = scopes_.names().candidate(found);
  if (is_callable(at.kind) || is_type(at.kind)) return out.functions.push_back(found);
  if (at.file == file_ && (at.kind == Kind::kField || at.kind == Kind::kConstant)) field(found - first_symbol_, site, depth + 1, out);
}

void FunctionFlow::field(Index wanted, const Site& site, int depth, Flown& out) {
  if (!goes_on(depth)) return;
  const Symbol& symbol = facts_->symbols[wanted];
  const std::span<const Index> bindings = values_.bindings_of(wanted, facts_->text(symbol.name));
  if (bindings.empty()) return;
  const bool here = site.begin != kEnd &&
                    (site.symbol == symbol.parent || (site.symbol != kNone && facts_->symbols[site.symbol].parent == symbol.parent &&
                                                      !is_callable(facts_->symbols[site.symbol].kind)));
  if (!here) {
    for (std::size_t i = 0; i < bindings.size() && !is_exhausted(); ++i) assigned(bindings[i], symbol.parent, depth + 1, out);
    return;
  }
  if (const Index last = last_until(bindings, site.begin); last != kNone) assigned(last, symbol.parent, depth + 1, out);
}

/// Whether a field is set to what a function of its class is given: which function that is depends on the object, and on what was done to
/// it since.
bool FunctionFlow::is_handed_over(SymbolId symbol) const {
  const Candidate& at = scopes_.names().candidate(symbol);
  if (at.file != file_ || at.kind != Kind::kField) return false;
  const Symbol& field = facts_->symbols[symbol - first_symbol_];
  return std::ranges::any_of(values_.bindings_of(symbol - first_symbol_, facts_->text(field.name)), [&](Index binding) {
    const Binding& set = facts_->bindings[binding];
    if (set.value == kNone || facts_->expressions[set.value].kind != Expression::Kind::kName) return false;
    const Index function = values_.function_at(set.begin, field.parent);
    const std::string_view given = facts_->text(facts_->expressions[set.value].text);
    return std::ranges::any_of(facts_->parameters,
                               [&](const Parameter& one) { return one.symbol == function && facts_->text(one.name) == given; });
  });
}

/// What was assigned to a field that belongs to `scope`.
void FunctionFlow::assigned(Index binding, Index scope, int depth, Flown& out) {
  const std::uint32_t begin = facts_->bindings[binding].begin;
  expression(facts_->bindings[binding].value, {values_.function_at(begin, scope), before(begin)}, depth, out);
}

void FunctionFlow::member(std::string_view owner, std::string_view wanted, const Site& site, int depth, Flown& out) {
  if (!goes_on(depth)) return;
  const Value value = values_.of_text(owner, site);
  if (value.kind == Value::Kind::kInstance || value.kind == Value::Kind::kType) {
    const std::vector<SymbolId> found = scopes_.members(value.symbol, wanted);
    for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 4); ++i) symbol(found[i], site, depth + 1, out);
    return;
  }
  if (value.kind == Value::Kind::kModule) {
    const Value inside = values_.member_of(value, wanted, false, 0);
    if (inside.kind == Value::Kind::kCallable || inside.kind == Value::Kind::kType) return out.functions.push_back(inside.symbol);
    const bool is_object = value.symbol != kNobody && value.package.empty();
    if (!is_object) return;
  }
  index(owner, wanted, site, out, depth + 1);
}

/// What calls of that callee give back.
void FunctionFlow::results(std::string_view callee, const Site& site, int depth, Flown& out) {
  if (!goes_on(depth)) return;
  Flown called;
  text(callee, site, depth + 1, called);
  for (const SymbolId function : called.functions) {
    const Candidate& at = scopes_.names().candidate(function);
    if (at.file != file_ || !is_callable(at.kind)) continue;
    const Index local = function - first_symbol_;
    for (const Index binding : values_.bindings_of(local, "return"))
      expression(facts_->bindings[binding].value, {local, kEnd}, depth + 1, out);
  }
}

/// What was put under a key after the table was made; true where that is sure to be it.
bool FunctionFlow::entry(std::string_view table, std::string_view key, const Site& site, Flown& out) {
  std::string entry_name(table);
  entry_name += '[';
  entry_name += key;
  entry_name += ']';
  for (Index scope = site.symbol;; scope = facts_->symbols[scope].parent) {
    const std::span<const Index> bindings = values_.bindings_of(scope, entry_name);
    const auto follow = [&](Index binding) {
      expression(facts_->bindings[binding].value, {scope, before(facts_->bindings[binding].begin)}, 4, out);
    };
    if (scope != site.symbol) {
      for (std::size_t i = 0; i < bindings.size() && !is_exhausted(); ++i) follow(bindings[i]);
    } else if (const Index last = last_until(bindings, site.begin); last != kNone) {
      follow(last);
      return true;
    }
    if (scope == kNone) return false;
  }
}

void FunctionFlow::index(std::string_view table, std::string_view key, const Site& site, Flown& out, int depth) {
  if (!goes_on(depth)) return;
  if (!key.empty() && entry(table, key, site, out)) return;
  Flown tables;
  text(table, site, depth + 1, tables);
  for (const Literal& literal : tables.literals) part(literal, key, depth + 1, out);
}

/// The element or entry of a literal; all of them where the key is unknown.
void FunctionFlow::part(const Literal& literal, std::string_view key, int depth, Flown& out) {
  const Expression& whole = facts_->expressions[literal.expression];
  if (whole.child_count > 64) return;
  int number = -1;
  const auto parsed = std::from_chars(key.data(), key.data() + key.size(), number);
  const bool is_place = !key.empty() && parsed.ec == std::errc() && parsed.ptr == key.data() + key.size();
  if (number < 0) number += static_cast<int>(whole.child_count);
  for (std::uint32_t i = 0; i < whole.child_count; ++i) {
    const Index child = whole.first_child + i;
    const Expression& one = facts_->expressions[child];
    const bool named = one.kind == Expression::Kind::kNamed && one.child_count == 1;
    if (whole.kind == Expression::Kind::kArray && !key.empty() && (!is_place || static_cast<int>(i) != number)) continue;
    if (whole.kind == Expression::Kind::kObject && !key.empty() && facts_->text(one.text) != key) continue;
    expression(named ? one.first_child : child, literal.site, depth + 1, out);
  }
}

void FunctionFlow::find_calls() {
  if (found_calls_) return;
  found_calls_ = true;
  for (Index i = 0; i < facts_->call_arguments.size(); ++i)
    calls_[facts_->text(facts_->references[facts_->call_arguments[i].reference].name)].push_back(i);
  for (const Symbol& symbol : facts_->symbols)
    if (is_callable(symbol.kind)) ++callables_[facts_->text(symbol.name)];
  for (const Annotation& decorator : facts_->annotations)
    if (decorator.symbol != kNone && decorator.arguments == kNone)
      decorated_[facts_->text(decorator.name)].push_back(values_.id(decorator.symbol));
}

/// What calls in this file pass for a parameter. Only where the name can mean no other function of the file.
void FunctionFlow::arguments(Index function, Index parameter, int depth, Flown& out) {
  if (!goes_on(depth)) return;
  find_calls();
  const Symbol& symbol = facts_->symbols[function];
  const bool makes = symbol.kind == Kind::kConstructor && symbol.parent != kNone;
  const bool in_type = symbol.parent != kNone && is_type(facts_->symbols[symbol.parent].kind);
  const std::string_view called = facts_->text(makes ? facts_->symbols[symbol.parent].name : symbol.name);
  if (!makes && callables_[called] != 1) return;
  Index first = parameter;
  while (first > 0 && facts_->parameters[first - 1].symbol == function) --first;
  const std::string_view wanted = facts_->text(facts_->parameters[parameter].name);
  if (facts_->parameters[parameter].is_variadic) return;
  if (const auto calls = calls_.find(called); calls != calls_.end() && calls->second.size() <= kMostCalls)
    for (const Index call : calls->second) {
      const CallArguments& passed = facts_->call_arguments[call];
      const bool through = facts_->references[passed.reference].receiver != 0;
      if (through == (in_type && !makes)) argument(passed.reference, passed.arguments, parameter - first, wanted, out, depth + 1);
    }
  if (parameter != first || in_type) return;
  const auto decorated = decorated_.find(called);  // `@called` passes what it stands on
  if (decorated == decorated_.end()) return;
  const std::size_t telling = std::min(decorated->second.size(), kMostFunctions + 1);
  out.functions.insert(out.functions.end(), decorated->second.begin(), decorated->second.begin() + static_cast<std::ptrdiff_t>(telling));
}

void FunctionFlow::argument(Index reference, Index call, std::size_t position, std::string_view wanted, Flown& out, int depth) {
  const Expression& passed = facts_->expressions[call];
  const Site site{facts_->references[reference].symbol, facts_->references[reference].begin};
  std::size_t place = 0;
  for (Index child = passed.first_child; child < passed.first_child + passed.child_count; ++child) {
    const Expression& one = facts_->expressions[child];
    if (one.kind == Expression::Kind::kNamed) {
      if (facts_->text(one.text) == wanted && one.child_count == 1) return expression(one.first_child, site, depth, out);
      continue;
    }
    if (place++ == position) return expression(child, site, depth, out);
  }
}

}  // namespace grove::graph
