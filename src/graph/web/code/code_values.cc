#include "graph/web/code/code_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/code/value_lists.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 14;
constexpr int kMostWork = 1'500;
using Kind = CodeValue::Kind;

CodeValue unknown(std::string_view written) { return unknown_value(written); }
void add(std::vector<CodeValue>& all, std::vector<CodeValue> more) { add_values(all, std::move(more)); }

/// Calls that give back what they are given: `Object.freeze({…})`, `reactive({…})`.
constexpr std::array<std::string_view, 12> kSame = {"freeze", "seal", "reactive", "readonly", "markRaw", "defineConfig",
                                                    "toRaw",  "ref",  "computed", "Object",   "Some",    "Ok"};

/// Calls that give back all that they are given as one: `Object.assign({}, defaults, options)`.
constexpr std::array<std::string_view, 8> kMerges = {"assign",    "merge", "extend",       "defaults",
                                                     "mergeWith", "defu",  "defaultsDeep", "mergeConfig"};

bool is_wrapped(std::string_view name) { return std::ranges::find(kSame, name) != kSame.end(); }

/// `{ url, method = "get", data: body }`: whether a pattern takes a name out, and which member that is.
std::string member_in_pattern(std::string_view pattern, std::string_view name) {
  if (!pattern.starts_with('{') || !pattern.ends_with('}')) return {};
  for (std::string_view part : split_arguments(pattern.substr(1, pattern.size() - 2))) {
    part = trim(part.substr(0, part.find('=')));
    const std::size_t colon = part.find(':');
    const std::string_view key = trim(part.substr(0, colon));
    const std::string_view local = colon == std::string_view::npos ? key : trim(part.substr(colon + 1));
    if (local == name) return std::string(key);
  }
  return {};
}

std::string_view bare_parameter(std::string_view name) {
  while (name.starts_with('*') || name.starts_with('&') || name.starts_with('.')) name.remove_prefix(1);
  return name;
}

}  // namespace

std::vector<std::string> path_parts(std::string_view written) {
  std::vector<std::string> parts;
  std::string_view rest = trim(written);
  for (const std::string_view word : {"await ", "&", "*"})
    if (rest.starts_with(word)) rest = trim(rest.substr(word.size()));
  while (rest.ends_with('!') || rest.ends_with('?')) rest.remove_suffix(1);
  bool is_first = true;
  while (!rest.empty()) {
    if (!is_first) {
      std::size_t joint = 0;
      for (const std::string_view one : {"?->", "->", "?.", "!.", "!!.", "::", "."})
        if (rest.starts_with(one)) {
          joint = one.size();
          break;
        }
      if (joint == 0 && rest.front() == '[') {
        const std::size_t close = rest.find(']');
        if (close == std::string_view::npos || close < 3) return {};
        std::string_view key = rest.substr(1, close - 1);
        if (key.size() < 2 || (key.front() != '"' && key.front() != '\'') || key.back() != key.front()) return {};
        parts.emplace_back(key.substr(1, key.size() - 2));
        rest.remove_prefix(close + 1);
        continue;
      }
      if (joint == 0) return {};
      rest.remove_prefix(joint);
    }
    std::size_t end = 0;
    while (end < rest.size() && (is_name_byte(rest[end]) || (end == 0 && (rest[end] == '@' || rest[end] == '#')))) ++end;
    if (end == 0) return {};
    parts.emplace_back(rest.substr(0, end));
    rest.remove_prefix(end);
    is_first = false;
  }
  if (!parts.empty() && parts.front().size() > 1 && parts.front().front() == '@') parts.insert(parts.begin(), "@self");
  if (parts.size() > 1 && parts.front() == "@self") parts[1].erase(0, 1);
  return parts;
}

std::string environment_variable(std::string_view written) {
  static constexpr std::array<std::string_view, 8> kPrefixes = {"process.env", "import.meta.env", "os.environ", "ENV",
                                                                "$_ENV",       "Deno.env",        "Bun.env",    "$env"};
  written = trim(written);
  for (const std::string_view prefix : kPrefixes) {
    if (!written.starts_with(prefix)) continue;
    std::string_view rest = written.substr(prefix.size());
    if (rest.starts_with('?')) rest.remove_prefix(1);
    if (rest.starts_with('!')) rest.remove_prefix(1);
    for (const std::string_view joint : {".get(", ".fetch(", "[", "."})
      if (rest.starts_with(joint)) {
        rest.remove_prefix(joint.size());
        while (!rest.empty() && (rest.front() == '"' || rest.front() == '\'')) rest.remove_prefix(1);
        std::size_t end = 0;
        while (end < rest.size() && is_name_byte(rest[end])) ++end;
        return std::string(rest.substr(0, end));
      }
  }
  return {};
}

CallNumber call_of(const CodeFile& code, Index expression) {
  const CallNumber number = code.calls().of_expression(expression);
  if (number == kNoCall) return number;
  const std::string_view written = code.facts().text(code.facts().expressions[expression].text);
  return written.find(code.calls().name(number)) == std::string_view::npos ? kNoCall : number;
}

bool CodeValues::is_spent(int depth) { return depth > kDeepest || ++work_ > kMostWork; }

Spot CodeValues::spot_of(FileId file, CallNumber number) {
  const CodeFile* code = sources_.of(file);
  if (code == nullptr) return {.file = file};
  const Reference& reference = code->facts().references[code->calls()[number].reference];
  const SymbolId first = sources_.declarations().file(file).first_symbol;
  return {.file = file, .scope = reference.symbol == kNone ? kNobody : first + reference.symbol, .before = reference.begin, .depth = 0};
}

Site CodeValues::argument(FileId file, CallNumber number, std::size_t place) {
  const CodeFile* code = sources_.of(file);
  if (code == nullptr) return {};
  return {.file = file, .facts = &code->facts(), .scope = spot_of(file, number).scope, .expression = code->calls().argument(number, place)};
}

Site CodeValues::named_argument(FileId file, CallNumber number, std::string_view name) {
  const CodeFile* code = sources_.of(file);
  if (code == nullptr) return {};
  for (std::size_t i = 0; i < code->calls().argument_count(number); ++i) {
    const Site site = argument(file, number, i);
    const Expression& one = site.facts->expressions[site.expression];
    if (one.kind == Expression::Kind::kNamed && site.facts->text(one.text) == name && one.child_count == 1)
      return {.file = file, .facts = site.facts, .scope = site.scope, .expression = one.first_child};
  }
  return {};
}

std::vector<CodeValue> CodeValues::of(const Site& site) {
  work_ = 0;
  if (site.expression == kNone || site.facts == nullptr) return {};
  return expression({.file = site.file, .scope = site.scope, .before = site.facts->expressions[site.expression].begin, .depth = 0},
                    site.expression);
}

std::vector<CodeValue> CodeValues::of_name(const Spot& spot, std::string_view written) {
  work_ = 0;
  return named(spot, written);
}

std::vector<CodeValue> CodeValues::of_name_with_calls(const Spot& spot, std::string_view written) {
  work_ = 0;
  keeps_calls_ = true;
  Values found = named(spot, written);
  keeps_calls_ = false;
  return found;
}

std::vector<CodeValue> CodeValues::receiver(FileId file, CallNumber number) {
  work_ = 0;
  const CodeFile* code = sources_.of(file);
  if (code == nullptr) return {};
  const CallNumber before = code->calls()[number].before;
  if (before != kNoCall) return call(spot_of(file, number), before);
  const std::string_view written = code->calls().receiver(number);
  return written.empty() ? Values() : named(spot_of(file, number), written);
}

std::vector<CodeValue> CodeValues::callee(FileId file, CallNumber number) {
  work_ = 0;
  return called(spot_of(file, number), number);
}

std::vector<CodeValue> CodeValues::member(const CodeValue& value, std::string_view name) {
  work_ = 0;
  return member_at(value, name, 0);
}

std::vector<CodeValue> CodeValues::of_symbol(SymbolId one) {
  work_ = 0;
  return symbol(one, 0);
}

std::vector<CodeValue> CodeValues::given_back(SymbolId function) {
  work_ = 0;
  return results(function, 0);
}

/// Whether a function in place is all that a symbol is: `list: () => …`.
bool CodeValues::is_made_of(SymbolId function, std::uint32_t lambda) const {
  const DeclaredSymbol one = sources_.declarations().symbol(function);
  constexpr std::uint32_t kBetween = 16;  // what may stand between a name and its function
  return one.name_begin <= lambda && lambda <= one.name_begin + one.name.size() + kBetween;
}

CodeValues::Values CodeValues::expression(const Spot& spot, Index index) {
  if (is_spent(spot.depth)) return {};
  const CodeFile* code = sources_.of(spot.file);
  if (code == nullptr || index == kNone) return {};
  const Facts& facts = code->facts();
  const Expression& one = facts.expressions[index];
  const std::string_view text = facts.text(one.text);
  switch (one.kind) {
    case Expression::Kind::kOther:
      if (!text.empty() && std::string_view("\"'`").find(text.front()) != std::string_view::npos) break;  // a text that was cut off here
      if (const auto choice = choice_in(text); choice && is_quoted(choice->otherwise)) break;
      return named(spot.deeper(), text);
    case Expression::Kind::kName: return named(spot.deeper(), text);
    case Expression::Kind::kNamed: return one.child_count == 1 ? expression(spot.deeper(), one.first_child) : Values();
    case Expression::Kind::kCall:
      if (text == "new" && one.child_count == 1 && sources_.family(spot.file) == Family::kGo)  // a pointer to a type
        return declared(spot.deeper(), facts.text(facts.expressions[one.first_child].text), spot.depth + 1);
      if (const CallNumber number = call_of(*code, index); number != kNoCall) return call(spot.deeper(), number);
      break;
    case Expression::Kind::kLambda:
      if (const SymbolId function = sources_.function_at(spot.file, one.begin, kNobody);
          function != kNobody && is_made_of(function, one.begin))
        return {{.kind = Kind::kFunction, .symbol = function}};
      break;
    default: break;
  }
  return {{.kind = Kind::kExpression,
           .site = {.file = spot.file, .facts = &facts, .scope = spot.scope, .expression = index},
           .before = std::min(spot.before, one.begin),
           .file = spot.file}};
}

CodeValues::Values CodeValues::called(const Spot& spot, CallNumber number) {
  const CodeFile* code = sources_.of(spot.file);
  if (code == nullptr || is_spent(spot.depth)) return {};
  const CallChains& calls = code->calls();
  const std::string_view name = calls.name(number), receiver = calls.receiver(number);
  if (calls[number].before != kNoCall) return members(call(spot.deeper(), calls[number].before), name, spot.depth + 1);
  if (receiver.empty()) {
    Values found = named(spot.deeper(), name);
    for (CodeValue& one : found)
      if (const SymbolId function = one.kind == Kind::kInjected ? injected_.function_of(one.files.front(), one.name) : kNobody;
          function != kNobody)
        one = {.kind = Kind::kFunction, .symbol = function};
    return found;
  }
  if (is_self_word(receiver)) return named(spot.deeper(), fmt::format("{}.{}", receiver, name));
  return members(named(spot.deeper(), receiver), name, spot.depth + 1);
}

/// A call stands for what is made by it, or what a function of the repository gives back.
CodeValues::Values CodeValues::call(const Spot& spot, CallNumber number) {
  const CodeFile* code = sources_.of(spot.file);
  if (code == nullptr || is_spent(spot.depth)) return {};
  const CallChains& calls = code->calls();
  if (calls.name(number) == "get" && calls.receiver(number) == "$injector" && calls.argument_count(number) == 1)
    return handed(spot, code->facts().text(code->facts().expressions[calls.argument(number, 0)].text));
  Values callees = called(spot.deeper(), number);
  if (callees.size() == 1 && callees.front().kind == Kind::kModule) callees = exported_whole(callees.front().files, spot.depth + 1);
  Values found;
  for (const CodeValue& callee : callees) {
    if (callee.kind == Kind::kType) add(found, {{.kind = Kind::kObject, .symbol = callee.symbol}});
    if (callee.kind != Kind::kFunction) continue;
    if (keeps_calls_ && gives_something(callee.symbol)) return {{.kind = Kind::kCall, .file = spot.file, .call = number}};
    add(found, results(callee.symbol, spot.depth + 1));
  }
  if (!found.empty()) return found;
  if (calls.argument_count(number) > 1 && std::ranges::find(kMerges, calls.name(number)) != kMerges.end()) return merged(spot, number);
  if (is_wrapped(calls.name(number)) && calls.argument_count(number) > 0) {
    const Values inside = expression(spot.deeper(), calls.argument(number, 0));
    if (!inside.empty()) return inside;
  }
  return {{.kind = Kind::kCall, .file = spot.file, .call = number}};
}

/// What a library makes one object of, the last first: that is what holds.
CodeValues::Values CodeValues::merged(const Spot& spot, CallNumber number) {
  const CallChains& calls = sources_.of(spot.file)->calls();
  Values found;
  for (std::size_t i = calls.argument_count(number); i-- > 0;) add(found, expression(spot.deeper(), calls.argument(number, i)));
  return found;
}

bool CodeValues::gives_something(SymbolId function) {
  const FileId file = sources_.declarations().file_of(function);
  const CodeFile* code = sources_.of(file);
  return code != nullptr && !code->bindings(function - sources_.declarations().file(file).first_symbol, "return").empty();
}

CodeValues::Values CodeValues::results(SymbolId function, int depth) {
  if (is_spent(depth) || std::ranges::find(open_, function) != open_.end()) return {};
  const FileId file = sources_.declarations().file_of(function);
  const CodeFile* code = sources_.of(file);
  if (code == nullptr) return {};
  open_.push_back(function);
  Values found;
  for (const Index binding : code->bindings(function - sources_.declarations().file(file).first_symbol, "return")) {
    const Binding& one = code->facts().bindings[binding];
    if (one.value != kNone) add(found, expression({.file = file, .scope = function, .before = one.begin, .depth = depth + 1}, one.value));
  }
  open_.pop_back();
  return found;
}

CodeValues::Values CodeValues::named(const Spot& spot, std::string_view written) {
  if (is_spent(spot.depth)) return {};
  if (std::string variable = environment_variable(written); !variable.empty())
    return {{.kind = Kind::kEnvironment, .file = spot.file, .name = std::move(variable)}};
  const std::vector<std::string> parts = path_parts(written);
  if (parts.empty()) return {unknown(written)};
  Values found;
  std::size_t next = 1;
  if (is_self_word(parts.front()) && parts.size() == 1) {
    const SymbolId type = sources_.program().scopes().enclosing_type({spot.file, spot.scope});
    return {type == kNobody ? unknown(written) : CodeValue{.kind = Kind::kObject, .symbol = type}};
  }
  if ((is_self_word(parts.front()) || parts.front() == "@self") && parts.size() > 1) {
    found = own(spot.deeper(), parts[1]);
    if (found.empty()) found = {unknown(parts[1])};
    next = 2;
  } else {
    found = first(spot.deeper(), parts.front());
  }
  for (; next < parts.size() && !found.empty(); ++next) {
    if (found.front().kind == Kind::kUnknown) return {unknown(written)};
    found = members(found, parts[next], spot.depth + 1);
  }
  return found.empty() ? Values{unknown(written)} : found;
}

CodeValues::Values CodeValues::first(const Spot& spot, std::string_view name) {
  if (const std::optional<Values> here = local(spot, name)) return *here;
  return imported(spot, name);
}

std::optional<CodeValue> CodeValues::parameter(FileId file, SymbolId callable, std::string_view name) {
  const CodeFile* code = sources_.of(file);
  const Index own = callable - sources_.declarations().file(file).first_symbol;
  const std::vector<Index>& parameters = code->parameters(own);
  for (std::uint32_t i = 0; i < parameters.size(); ++i) {
    const std::string_view written = bare_parameter(code->facts().text(code->facts().parameters[parameters[i]].name));
    std::string member;
    if (written != name && (member = member_in_pattern(written, name)).empty()) continue;
    return CodeValue{.kind = Kind::kParameter, .file = file, .symbol = callable, .parameter = i, .name = std::move(member)};
  }
  return std::nullopt;
}

/// In the functions around a place, from the inside.
std::optional<CodeValues::Values> CodeValues::local(const Spot& spot, std::string_view name) {
  const CodeFile* code = sources_.of(spot.file);
  if (code == nullptr) return std::nullopt;
  const Declarations& all = sources_.declarations();
  const Facts& facts = code->facts();
  for (SymbolId scope = spot.scope; scope != kNobody; scope = all.symbol(scope).parent) {
    if (!is_callable(all.symbol(scope).kind)) continue;
    const Index own = scope - all.file(spot.file).first_symbol;
    Values found;
    for (const Index binding : code->reaching(own, name, spot.before)) {
      const Binding& one = facts.bindings[binding];
      add(found, expression({.file = spot.file, .scope = scope, .before = one.begin, .depth = spot.depth + 1}, one.value));
    }
    if (!found.empty()) return found;
    if (const auto passed = parameter(spot.file, scope, name)) {
      if (sources_.family(spot.file) == Family::kScript && injected_.is_constant_name(name)) return handed(spot, name);
      const Index index = code->parameters(own)[passed->parameter];
      const std::string_view type = facts.text(facts.parameters[index].type);
      const Values typed = type.empty() || !passed->name.empty() ? Values() : declared(spot, type, spot.depth + 1);
      Values both{*passed};
      add(both, typed);
      return both;
    }
    for (const Index binding : code->bindings(own, name))
      if (const std::string_view type = facts.text(facts.bindings[binding].type); !type.empty())
        if (Values typed = declared(spot, type, spot.depth + 1); !typed.empty()) return typed;
    if (!code->bindings(own, name).empty()) return Values{unknown(name)};
    for (const SymbolId inner : sources_.program().scopes().names().named_inside(scope, name)) return symbol(inner, spot.depth + 1);
  }
  return std::nullopt;
}

CodeValues::Values CodeValues::imported(const Spot& spot, std::string_view name) {
  const Found meant = sources_.program().scopes().look_up({spot.file, spot.scope}, name, Want::kAny);
  Values found;
  for (const SymbolId one : meant.symbols) {
    if (found.size() >= kMostValues) break;
    add(found, symbol(one, spot.depth + 1));
  }
  if (!found.empty()) return found;
  const bool is_data = !meant.files.empty() && sources_.declarations().file(meant.files.front()).language == Language::kJson;
  if (is_data) return {{.kind = Kind::kData, .files = {meant.files.front()}}};
  if (!meant.files.empty()) return {{.kind = Kind::kModule, .files = meant.files}};
  for (const DeclaredImport& import : sources_.program().imports(spot.file)) {
    if (import.module.ends_with(".json") && (import.alias.empty() ? import.name : import.alias) == name)
      if (const std::optional<FileId> data = injected_.data_file(import.module)) return {{.kind = Kind::kData, .files = {*data}}};
    const std::string_view taken = import.name == "default" || import.name == "*" ? std::string_view() : import.name;
    std::string_view known = import.alias.empty() ? taken : import.alias;
    std::string path(import.module);
    if (!taken.empty()) path += "." + std::string(taken);
    if (known.empty()) {  // `import urllib.request`, `import "net/http"`
      const bool is_dotted = sources_.family(spot.file) == Family::kPython;
      known = is_dotted ? import.module.substr(0, import.module.find('.')) : import.module.substr(import.module.rfind('/') + 1);
      if (is_dotted) path = std::string(known);
    }
    if (known == name) return {{.kind = Kind::kLibrary, .name = std::move(path)}};
  }
  if (Values loose = in_unnamed(spot, name); !loose.empty()) return loose;
  return handed(spot, name);
}

/// What a framework hands to functions by its name, else something of a library or that every program has.
CodeValues::Values CodeValues::handed(const Spot& spot, std::string_view name) {
  if (sources_.family(spot.file) == Family::kScript) {
    if (const auto told = injected_.constant_of(name))
      return expression(spot_of(told->file, told->call).deeper_than(spot), sources_.of(told->file)->calls().argument(told->call, 1));
    if (const auto file = injected_.file_of(name)) return {{.kind = Kind::kInjected, .name = std::string(name), .files = {*file}}};
  }
  return {{.kind = Kind::kLibrary, .name = std::string(name)}};
}

/// Variables of functions without a name, as AngularJS and modules of old have around everything, count to the file.
CodeValues::Values CodeValues::in_unnamed(const Spot& spot, std::string_view name) {
  const CodeFile* code = sources_.of(spot.file);
  Values found;
  if (code == nullptr || sources_.family(spot.file) != Family::kScript || is_spent(spot.depth)) return found;
  for (const Index binding : code->reaching(kNone, name, spot.before)) {
    const Binding& one = code->facts().bindings[binding];
    add(found, expression({.file = spot.file, .scope = kNobody, .before = one.begin, .depth = spot.depth + 1}, one.value));
  }
  return found;
}

/// A member of the type around.
CodeValues::Values CodeValues::own(const Spot& spot, std::string_view name) {
  const SymbolId type = sources_.program().scopes().enclosing_type({spot.file, spot.scope});
  Values found;
  if (type != kNobody)
    for (const SymbolId one : sources_.program().scopes().members(type, name)) add(found, symbol(one, spot.depth + 1));
  if (found.empty() && type != kNobody) found = assigned(type, name, spot.depth + 1);
  return found.empty() && sources_.family(spot.file) == Family::kScript ? shared(name, spot.depth + 1) : found;
}

/// What a program gives to all its components: `Vue.prototype.$api = api`.
CodeValues::Values CodeValues::shared(std::string_view name, int depth) {
  const auto told = injected_.shared_by_all(name);
  if (!told) return {};
  const Facts& facts = sources_.of(told->file)->facts();
  const Binding& one = facts.bindings[told->binding];
  const SymbolId scope = one.symbol == kNone ? kNobody : sources_.declarations().file(told->file).first_symbol + one.symbol;
  return expression({.file = told->file, .scope = scope, .before = one.begin, .depth = depth + 1}, one.value);
}

/// `this.client = axios.create()` in a class that declares no such field.
CodeValues::Values CodeValues::assigned(SymbolId type, std::string_view name, int depth) {
  const FileId file = sources_.declarations().file_of(type);
  const CodeFile* code = sources_.of(file);
  Values found;
  if (code == nullptr || sources_.family(file) != Family::kScript || is_spent(depth)) return found;
  const std::string written = fmt::format("this[{}]", name);
  for (const SymbolId function : sources_.declarations().members(type))
    for (const Index binding : code->bindings(function - sources_.declarations().file(file).first_symbol, written)) {
      const Binding& one = code->facts().bindings[binding];
      add(found, expression({.file = file, .scope = function, .before = one.begin, .depth = depth + 1}, one.value));
    }
  return found;
}

CodeValues::Values CodeValues::symbol(SymbolId one, int depth) {
  const DeclaredSymbol declared_symbol = sources_.declarations().symbol(one);
  if (is_callable(declared_symbol.kind)) return {{.kind = Kind::kFunction, .symbol = one}};
  if (is_type(declared_symbol.kind)) return {{.kind = Kind::kType, .symbol = one}};
  if (is_spent(depth) || std::ranges::find(open_, one) != open_.end()) return {};
  const CodeFile* code = sources_.of(declared_symbol.file);
  if (code == nullptr) return {};
  open_.push_back(one);
  Values found;
  for (const Index binding : code->bindings(one - sources_.declarations().file(declared_symbol.file).first_symbol, declared_symbol.name)) {
    const Binding& bound = code->facts().bindings[binding];
    if (bound.value == kNone) continue;
    const SymbolId scope = sources_.function_at(declared_symbol.file, bound.begin, declared_symbol.parent);
    add(found, expression({.file = declared_symbol.file, .scope = scope, .before = bound.begin, .depth = depth + 1}, bound.value));
  }
  open_.pop_back();
  const bool says =
      std::ranges::any_of(found, [](const CodeValue& value) { return value.kind != Kind::kUnknown && value.kind != Kind::kParameter; });
  if (!says && !declared_symbol.type.empty()) {
    const Values typed = declared({.file = declared_symbol.file, .scope = declared_symbol.parent}, declared_symbol.type, depth + 1);
    if (!typed.empty()) return typed;
  }
  if (found.empty() || declared_symbol.kind == grove::Kind::kField) add(found, from_constructor(one, depth + 1));
  return found;
}

/// A parameter of the constructor that is a field as well.
CodeValues::Values CodeValues::from_constructor(SymbolId field, int) {
  const DeclaredSymbol one = sources_.declarations().symbol(field);
  if (one.parent == kNobody || sources_.family(one.file) != Family::kScript) return {};
  for (const SymbolId maker : sources_.declarations().members(one.parent))
    if (sources_.declarations().symbol(maker).kind == grove::Kind::kConstructor)
      if (const auto passed = parameter(one.file, maker, one.name)) return {*passed};
  return {};
}

/// What a declared type makes of a thing: an object of a type of the repository or of a library; nothing for texts and the like.
CodeValues::Values CodeValues::declared(const Spot& spot, std::string_view type, int depth) {
  if (is_spent(depth)) return {};
  const TypeText text = parse_type(type, sources_.family(spot.file));
  if (text.path.empty() || text.is_array) return {};
  const Found meant = sources_.program().scopes().look_up_type({spot.file, spot.scope}, text, 0);
  for (const SymbolId one : meant.symbols)
    if (is_type(sources_.declarations().symbol(one).kind)) return {{.kind = Kind::kObject, .symbol = one}};
  static constexpr std::array<std::string_view, 8> kTexts = {"string", "str", "String", "any", "object", "unknown", "number", "Any"};
  if (std::ranges::find(kTexts, text.path) != kTexts.end()) return {};
  Values found = imported(spot, first_part(text.path));
  if (found.empty() || found.front().kind != Kind::kLibrary) return {};
  for (std::string_view rest = after_first_part(text.path); !rest.empty(); rest = after_first_part(rest))
    found.front().name += "." + std::string(first_part(rest));
  found.front().is_object = true;
  return {found.front()};
}

}  // namespace grove::graph::web
