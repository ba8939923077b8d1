#include "graph/web/routing/routers.h"

#include <algorithm>

#include "graph/resolve/expression_text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

/// Without what stands around a value: `&mut app`, `await app`, `app!`.
std::string_view bare(std::string_view text) {
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view lead : {"&", "*", "mut ", "await ", "("})
      if (text.starts_with(lead)) {
        text.remove_prefix(lead.size());
        again = true;
      }
    while (!text.empty() && (text.back() == '!' || text.back() == '?' || text.back() == ')')) text.remove_suffix(1);
  }
  return text;
}

}  // namespace

void add_to(RouterIds& all, const RouterIds& more) {
  for (const RouterId one : more)
    if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

RouterId Routers::add(Router router) {
  routers_.push_back(std::move(router));
  return static_cast<RouterId>(routers_.size() - 1);
}

RouterIds Routers::asked(const Place& call) {
  const CallChains& calls = files_.calls(call.file);
  if (calls[call.call].before != kNoCall) return given({.file = call.file, .call = calls[call.call].before});
  const std::string_view receiver = calls.receiver(call.call);
  if (RouterIds own = default_router(call.file, receiver); !own.empty()) return own;
  return receiver.empty() || receiver.ends_with(')') ? RouterIds{} : named(files_.place_of(call), receiver);
}

/// `http.HandleFunc`: the module itself is asked.
RouterIds Routers::default_router(FileId file, std::string_view receiver) {
  for (const Dialect* dialect : dialects_) {
    if (dialect->default_router.empty() || dialect->family != files_.family(file) || receiver.empty()) continue;
    const std::optional<Imported> imported = imported_name(files_, file, receiver);
    if (!imported || !is_of(*imported, {dialect->default_router, ""})) continue;
    const auto [known, fresh] = defaults_.try_emplace(dialect, 0);
    if (fresh) known->second = add({.dialect = dialect, .prefix = {}, .mounts = {}});
    return {known->second};
  }
  return {};
}

RouterIds Routers::given(const Place& call) {
  const auto [known, fresh] = given_.try_emplace({call.file, call.call});
  if (!fresh) return known->second;  // nothing while it is being found out
  RouterIds found = made(call);
  if (found.empty()) {
    const RouterIds above = asked(call);
    found = above.empty() ? RouterIds{} : below(call, above);
    if (above.empty())
      for (const SymbolId target : files_.meant(call.file, files_.reference(call).begin))
        if (is_callable(files_.declarations().symbol(target).kind)) add_to(found, of_result(target));
  }
  return given_[{call.file, call.call}] = std::move(found);
}

/// `express()`, `APIRouter(prefix="/x")`: a new one.
RouterIds Routers::made(const Place& call) {
  const CallChains& calls = files_.calls(call.file);
  const std::string_view name = calls.name(call.call), receiver = calls.receiver(call.call);
  std::string path = receiver.empty() ? std::string(name) : std::string(receiver) + "." + std::string(name);
  if (name == "(") path = receiver;
  if (calls[call.call].before != kNoCall && !path.starts_with("require(")) return {};
  const std::optional<Imported> imported = imported_name(files_, call.file, path);
  if (!imported) return {};
  for (const Dialect* dialect : dialects_) {
    if (dialect->family != files_.family(call.file)) continue;
    const auto maker = std::ranges::find_if(dialect->makers, [&](const LibraryName& one) { return is_of(*imported, one); });
    if (maker == dialect->makers.end()) continue;
    Router router{.dialect = dialect, .prefix = {}, .has_own_path = maker->has_own_path, .mounts = {}};
    const Arguments passed = files_.arguments(call);
    Site prefix = dialect->prefix_place < 0 ? Site{} : passed.at(static_cast<std::size_t>(dialect->prefix_place));
    for (const std::string_view option : dialect->prefix_names) {
      if (const Site named = passed.named(option); named.expression != kNone) prefix = named;
      if (const Site named = passed.option(option); named.expression != kNone) prefix = named;
    }
    if (prefix.expression != kNone && texts_.is_text(prefix)) router.prefix = with_named_parameters(dialect->paths, texts_.one(prefix));
    RouterIds above = dialect->above_place < 0 ? RouterIds{} : of(passed.at(static_cast<std::size_t>(dialect->above_place)));
    for (const std::string_view option : dialect->above_names)
      if (const Site named = passed.named(option); named.expression != kNone) above = of(named);
    for (const RouterId one : above) router.mounts.push_back({.above = one, .prefix = {}});
    return {add(std::move(router))};
  }
  return {};
}

std::vector<std::string> Routers::prefix_of(const Place& call, const Router& above, const RouterMethod& method) {
  const Arguments passed = files_.arguments(call);
  bool is_named = false;
  Site site = method.path < 0 ? Site{} : passed.at(static_cast<std::size_t>(method.path));
  if (!method.path_name.empty()) {
    const Site named = passed.named(method.path_name), option = passed.option(method.path_name);
    if (named.expression != kNone) site = named;
    if (option.expression != kNone) site = option;
    is_named = named.expression != kNone || option.expression != kNone;
  }
  const bool may_be_left_out = method.does == Does::kMount || method.does == Does::kRegister;
  if (site.expression == kNone || (may_be_left_out && !is_named && !texts_.is_text(site))) return {""};
  std::vector<std::string> found;
  for (const std::string& text : texts_.of(site)) found.push_back(with_named_parameters(above.dialect->paths, text));
  return found;
}

/// What a call on routers gives: groups are made once.
RouterIds Routers::below(const Place& call, const RouterIds& above) {
  const std::string_view name = files_.calls(call.file).name(call.call);
  RouterIds found;
  for (const RouterId one : above) {
    const Dialect& dialect = *routers_[one].dialect;
    const RouterMethod* method = dialect.method(name);
    if (method == nullptr) {
      if (dialect.chains) add_to(found, {one});
    } else if (method->does == Does::kGroup) {
      for (const std::string& prefix : prefix_of(call, routers_[one], *method)) {
        Router group{.dialect = &dialect, .prefix = {}, .mounts = {{.above = one, .prefix = prefix}}};
        group.has_own_path = method->answers == Answers::kOfClass || routers_[one].has_own_path;
        found.push_back(add(std::move(group)));
      }
    } else {
      add_to(found, {one});
    }
  }
  return found;
}

RouterIds Routers::inside(const Place& call) {
  const auto [known, fresh] = inside_.try_emplace({call.file, call.call});
  if (!fresh) return known->second;
  const std::string_view name = files_.calls(call.file).name(call.call);
  RouterIds found;
  for (const RouterId one : asked(call)) {
    const Dialect& dialect = *routers_[one].dialect;
    const RouterMethod* method = dialect.method(name);
    if (method == nullptr) continue;
    if (method->does == Does::kGroup) add_to(found, given(call));
    if (method->does == Does::kRegister)
      for (const std::string& prefix : prefix_of(call, routers_[one], *method))
        found.push_back(add({.dialect = &dialect, .prefix = {}, .mounts = {{.above = one, .prefix = prefix}}}));
  }
  return inside_[{call.file, call.call}] = std::move(found);
}

RouterIds Routers::of(const Site& value) {
  if (value.expression == kNone) return {};
  // What is said by itself, as files that require each other do, says nothing.
  const std::pair<FileId, Index> place{value.file, value.expression};
  if (!asked_for_.insert(place).second) return {};
  RouterIds found = of_expression(value);
  asked_for_.erase(place);
  return found;
}

RouterIds Routers::of_expression(const Site& value) {
  const Expression& expression = value.facts->expressions[value.expression];
  const std::string_view text = value.facts->text(expression.text);
  const auto child = [&](std::uint32_t i) {
    return Site{.file = value.file, .facts = value.facts, .scope = value.scope, .expression = expression.first_child + i};
  };
  RouterIds found;
  switch (expression.kind) {
    case Expression::Kind::kName: return named({.file = value.file, .scope = value.scope, .at = expression.begin}, text);
    case Expression::Kind::kArray:
    case Expression::Kind::kNamed:
      for (std::uint32_t i = 0; i < expression.child_count; ++i) add_to(found, of(child(i)));
      return found;
    case Expression::Kind::kCall: break;
    default: return {};
  }
  if (text == "require" && expression.child_count == 1) {
    const std::string module = texts_.one(child(0));
    for (const FileId file : files_of_module(files_.scopes().names(), value.file, module)) add_to(found, of_export(file, "default"));
    return found;
  }
  const CallNumber call = files_.calls(value.file).of_expression(value.expression);
  return call == kNoCall ? RouterIds{} : given({.file = value.file, .call = call});
}

RouterIds Routers::named(const NamePlace& from, std::string_view path) {
  const std::string_view text = bare(path);
  if (text.starts_with("require(") || text.empty()) return {};
  const Last last = split_last(text);
  if (last.name.empty()) return {};
  return last.before.empty() ? of_name(from, last.name) : of_member(from, last.before, last.name);
}

RouterIds Routers::of_lambda(FileId file, Index lambda) {
  const Lambda& one = files_.facts(file).lambdas[lambda];
  if (const CallNumber call = files_.call_of_reference(file, one.call); call != kNoCall)
    if (RouterIds found = inside({.file = file, .call = call}); !found.empty()) return found;
  return of_type(file, files_.facts(file).text(one.type), one.range.begin);
}

RouterIds Routers::of_local(const NamePlace& from, SymbolId scope, std::string_view name) {
  const Facts& facts = files_.facts(from.file);
  const std::vector<Index>& all = files_.code(from.file).bindings(scope == kNobody ? kNone : files_.program().local_index(scope), name);
  // The last one before the place; of what is only set behind it, as by a function that is called later, the first. A value that is built
  // upon the variable's own, `exports.app = app`, is built upon the one before.
  const Binding* last = nullptr;
  for (const Index i : all) {
    const Binding& binding = facts.bindings[i];
    if (asked_for_.contains({from.file, binding.value})) continue;
    if (binding.begin < from.at || last == nullptr) last = &binding;
  }
  return last == nullptr ? RouterIds{} : of_binding(from.file, scope, *last);
}

RouterIds Routers::of_binding(FileId file, SymbolId scope, const Binding& binding) {
  if (binding.value != kNone) {
    const Site value{.file = file, .facts = &files_.facts(file), .scope = scope, .expression = binding.value};
    if (RouterIds found = of(value); !found.empty()) return found;
  }
  return of_type(file, files_.facts(file).text(binding.type), binding.begin);
}

RouterIds Routers::of_name(const NamePlace& from, std::string_view name) {
  const Facts& facts = files_.facts(from.file);
  for (const Index lambda : files_.lambdas_around(from.file, from.at))
    if (facts.text(facts.lambdas[lambda].parameter) == name) return of_lambda(from.file, lambda);
  for (SymbolId scope = from.scope; scope != kNobody; scope = files_.declarations().symbol(scope).parent) {
    if (RouterIds found = of_local(from, scope, name); !found.empty()) return found;
    if (!is_callable(files_.declarations().symbol(scope).kind)) continue;
    const std::vector<Index> parameters = files_.program().parameters_of(scope);
    for (std::uint32_t place = 0; place < parameters.size(); ++place)
      if (facts.text(facts.parameters[parameters[place]].name) == name) return of_parameter({.function = scope, .place = place});
    const bool takes_apart =
        std::ranges::any_of(parameters, [&](Index one) { return facts.text(facts.parameters[one].name).starts_with('{'); });
    if (takes_apart)
      if (RouterIds found = of_values(from, name); !found.empty()) return found;
  }
  if (RouterIds found = of_local(from, kNobody, name); !found.empty()) return found;
  const Found found = files_.scopes().look_up({from.file, from.scope}, name, Want::kAny);
  RouterIds routers = of_symbols(found.symbols);
  for (const FileId file : found.files)
    if (routers.empty()) routers = of_export(file, "default");
  return routers.empty() ? of_embedded(from, name) : routers;
}

/// `h.Handle` where the type of `h` is a struct of Go that takes in a router: `type Handler struct { *mux.Router }`.
RouterIds Routers::of_embedded(const NamePlace& from, std::string_view name) {
  if (files_.family(from.file) != Family::kGo) return {};
  const SymbolId type = type_named(from, name);
  return type == kNobody ? RouterIds{} : of_struct(type);
}

/// Of the struct that a variable is declared as, or that a function gives back.
RouterIds Routers::of_struct_named(const DeclaredSymbol& declared) {
  RouterIds routers;
  if (files_.family(declared.file) != Family::kGo || declared.type.empty()) return routers;
  for (const SymbolId type : files_.scopes().look_up_type({declared.file, declared.parent}, declared.type).symbols)
    add_to(routers, of_struct(type));
  return routers;
}

RouterIds Routers::of_struct(SymbolId type) {
  for (const SymbolId field : files_.declarations().members(type)) {
    const DeclaredSymbol one = files_.declarations().symbol(field);
    if (one.kind != Kind::kField || last_part(one.type) != one.name) continue;
    if (RouterIds found = of_type(one.file, one.type, one.range.begin); !found.empty()) return found;
  }
  return {};
}

RouterIds Routers::of_symbols(const std::vector<SymbolId>& symbols) {
  RouterIds routers;
  for (const SymbolId symbol : symbols) {
    const Kind kind = files_.declarations().symbol(symbol).kind;
    if (kind == Kind::kField || kind == Kind::kConstant) add_to(routers, of_variable(symbol));
  }
  return routers;
}

SymbolId Routers::type_named(const NamePlace& from, std::string_view path) {
  Scopes& scopes = files_.scopes();
  const graph::Place around{from.file, from.scope};
  if (is_self_word(path)) return scopes.enclosing_type(around);
  const auto of_text = [&](std::string_view text) {
    if (text.starts_with("new ")) text = text.substr(4);
    text = text.substr(0, text.find('('));
    const Found found = scopes.look_up_type(around, text);
    return found.symbols.empty() ? kNobody : found.symbols.front();
  };
  if (path.starts_with("new ")) return of_text(path);
  const Facts& facts = files_.facts(from.file);
  const auto of_binding = [&](const Binding& binding) {
    if (binding.type != 0) return of_text(facts.text(binding.type));
    return binding.value == kNone || facts.expressions[binding.value].kind != Expression::Kind::kCall
               ? kNobody
               : of_text(facts.text(facts.expressions[binding.value].text));
  };
  for (SymbolId scope = from.scope; scope != kNobody; scope = files_.declarations().symbol(scope).parent) {
    const Index local = files_.program().local_index(scope);
    for (const Index i : files_.code(from.file).bindings(local, path))
      if (const SymbolId type = of_binding(facts.bindings[i]); type != kNobody) return type;
    for (const Index i : files_.program().parameters_of(scope))
      if (facts.text(facts.parameters[i].name) == path) return of_text(facts.text(facts.parameters[i].type));
  }
  for (const SymbolId symbol : scopes.look_up(around, path, Want::kAny).symbols) {
    const DeclaredSymbol declared = files_.declarations().symbol(symbol);
    if (is_type(declared.kind)) return symbol;
    if (const Found found = scopes.look_up_type({declared.file, declared.parent}, declared.type); !found.symbols.empty())
      return found.symbols.front();
    const Site value = files_.program().value_of(symbol);
    if (value.expression == kNone || value.facts->expressions[value.expression].kind != Expression::Kind::kCall) continue;
    std::string_view made = value.facts->text(value.facts->expressions[value.expression].text);
    if (made.starts_with("new ")) made.remove_prefix(4);
    if (const Found found = scopes.look_up_type({value.file, value.scope}, made); !found.symbols.empty()) return found.symbols.front();
  }
  return kNobody;
}

RouterIds Routers::of_member(const NamePlace& from, std::string_view owner, std::string_view name) {
  if (const SymbolId type = type_named(from, owner); type != kNobody)
    if (RouterIds found = of_symbols(files_.scopes().members(type, name)); !found.empty()) return found;
  if (is_self_word(owner) && files_.family(from.file) == Family::kScript)
    if (RouterIds found = assigned(from, name); !found.empty()) return found;
  const Found found = files_.scopes().look_up_path({from.file, from.scope}, owner, Want::kAny);
  RouterIds routers;
  for (const FileId file : found.files)
    if (routers.empty()) routers = of_export(file, name);
  if (routers.empty() && owner.find('.') == std::string_view::npos)
    routers =
        of_symbols(files_.scopes().look_up_path({from.file, from.scope}, std::string(owner) + "." + std::string(name), Want::kAny).symbols);
  return routers.empty() ? of_values(from, std::string(owner) + "." + std::string(name)) : routers;
}

/// `this.api.router` where a constructor sets `this.api = new Api(this)`, and that of `Api` its `this.router = express()`.
RouterIds Routers::of_values(const NamePlace& from, std::string_view path) {
  RouterIds routers;
  for (const CodeValue& value : files_.values_of(from, path)) {
    if (value.kind == CodeValue::Kind::kCall) add_to(routers, given({.file = value.file, .call = value.call}));
    if (value.kind == CodeValue::Kind::kParameter)
      add_to(routers, of_parameter({.function = value.symbol, .place = value.parameter, .member = value.name}));
  }
  return routers;
}

}  // namespace grove::graph::web
