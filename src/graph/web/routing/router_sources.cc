#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/route_text.h"
#include "graph/web/routing/routers.h"

// Where routers come from that code here doesn't make: variables, parameters, results, exports.
namespace grove::graph::web {
namespace {

constexpr std::size_t kMostPrefixes = 16;
constexpr std::size_t kMostCallers = 64;
constexpr std::array<std::string_view, 2> kCallsOfRequired = {"(", "default"};
constexpr LibraryName kGoHandler{"net/http", "Handler"};

/// The first of several that a function of Go gives back: `(http.Handler, error)`.
std::string_view first_result(std::string_view type) {
  if (!type.starts_with('(')) return type;
  type = type.substr(1, type.find_first_of(",)") - 1);
  return trim(type.find(' ') == std::string_view::npos ? type : type.substr(type.find(' ')));
}

/// Of `{ app: express.Application; port: number }` what stands under a name.
std::string_view type_in_object(std::string_view object, std::string_view name) {
  object.remove_prefix(1);
  while (!object.empty()) {
    const std::size_t end = std::min(object.find_first_of(",;}"), object.size());
    const std::string_view entry = object.substr(0, end);
    object.remove_prefix(std::min(end + 1, object.size()));
    const std::size_t colon = entry.find(':');
    if (colon == std::string_view::npos) continue;
    std::string_view key = trim(entry.substr(0, colon));
    if (key.ends_with('?')) key.remove_suffix(1);
    if (key == name) return trim(entry.substr(colon + 1));
  }
  return {};
}

}  // namespace

const Dialect* Routers::dialect_of_type(FileId file, std::string_view type) {
  if (type.empty()) return nullptr;
  const TypeText parsed = parse_type(type, files_.family(file));
  std::string_view path = parsed.path.empty() ? type : parsed.path;
  const std::optional<Imported> imported = imported_name(files_, file, path);
  if (!imported) return nullptr;
  for (const Dialect* dialect : dialects_)
    if (dialect->family == files_.family(file) &&
        std::ranges::any_of(dialect->types, [&](const LibraryName& one) { return is_of(*imported, one); }))
      return dialect;
  return nullptr;
}

RouterIds Routers::of_type(FileId file, std::string_view type, std::uint32_t key) {
  const Dialect* dialect = dialect_of_type(file, type);
  if (dialect == nullptr) return {};
  RouterIds& known = typed_[{file, key}];
  if (known.empty()) known = {add({.dialect = dialect, .prefix = {}, .mounts = {}})};
  return known;
}

RouterIds Routers::of_variable(SymbolId variable) {
  const auto [known, fresh] = variables_.try_emplace(variable);
  if (!fresh) return known->second;
  const DeclaredSymbol declared = files_.declarations().symbol(variable);
  const Facts* facts = files_.program().facts(declared.file);
  if (facts == nullptr) return {};
  RouterIds found;
  for (const Index i : files_.code(declared.file).bindings(files_.program().local_index(variable), declared.name))
    if (const Binding& one = facts->bindings[i]; one.value != kNone)
      add_to(found, of({.file = declared.file, .facts = facts, .scope = declared.parent, .expression = one.value}));
  if (found.empty()) found = of_type(declared.file, declared.type, declared.range.begin);
  if (found.empty()) found = of_struct_named(declared);
  return variables_[variable] = std::move(found);
}

RouterIds Routers::of_export(FileId file, std::string_view name) {
  const Facts* facts = files_.program().facts(file);
  if (facts == nullptr) return {};
  const auto value = [&](Index expression) { return Site{.file = file, .facts = facts, .scope = kNobody, .expression = expression}; };
  RouterIds found;
  // `module.exports = router`, `module.exports = { router }`, `exports.router = …`
  for (const Index i : files_.code(file).bindings(kNone, "exports")) {
    const Index exported = facts->bindings[i].value;
    if (exported == kNone) continue;
    const Expression& expression = facts->expressions[exported];
    if (expression.kind != Expression::Kind::kObject) {
      if (name == "default" || name == "exports") add_to(found, of(value(exported)));
      continue;
    }
    for (std::uint32_t child = 0; child < expression.child_count; ++child)
      if (facts->text(facts->expressions[expression.first_child + child].text) == name)
        add_to(found, of(value(expression.first_child + child)));
  }
  for (const Index i : files_.code(file).bindings(kNone, name))
    if (facts->bindings[i].value != kNone) add_to(found, of(value(facts->bindings[i].value)));
  if (!found.empty()) return found;
  const Found symbols = files_.scopes().exported({file}, name, Want::kAny);
  found = of_symbols(symbols.symbols);
  for (const DeclaredImport& import : files_.program().imports(file))
    if (found.empty() && import.re_export && import.module.empty() && import.alias == name && import.name != name)
      found = of_symbols(files_.scopes().look_up({file, kNobody}, import.name, Want::kAny).symbols);
  return found;
}

/// What is given back by what it says, else what is made in it and put nowhere.
RouterIds Routers::of_result(SymbolId function) {
  const auto [known, fresh] = results_.try_emplace(function);
  if (!fresh) return known->second;
  const DeclaredSymbol declared = files_.declarations().symbol(function);
  const Facts* facts = files_.program().facts(declared.file);
  if (facts == nullptr) return {};
  const Index local = files_.program().local_index(function);
  RouterIds found;
  for (const Index i : files_.code(declared.file).bindings(local, "return"))
    if (facts->bindings[i].value != kNone)
      add_to(found, of({.file = declared.file, .facts = facts, .scope = function, .expression = facts->bindings[i].value}));
  const bool is_go = files_.family(declared.file) == Family::kGo;
  const std::string_view type = is_go ? first_result(declared.type) : declared.type;
  const std::optional<Imported> handler = is_go ? imported_name(files_, declared.file, type) : std::nullopt;
  if (found.empty() && (dialect_of_type(declared.file, type) != nullptr || (handler && is_of(*handler, kGoHandler)))) {
    const CallChains& calls = files_.calls(declared.file);
    CallNumber best = kNoCall;
    for (CallNumber call = 0; call < calls.calls().size(); ++call) {
      if (facts->references[calls[call].reference].symbol != local || made({.file = declared.file, .call = call}).empty()) continue;
      // One that stands in the arguments of another call goes there.
      const bool is_inner =
          std::ranges::any_of(files_.calls_around(declared.file, facts->references[calls[call].reference].begin),
                              [&](CallNumber around) { return facts->references[calls[around].reference].symbol == local; });
      const bool is_last = files_.family(declared.file) == Family::kRust;
      if (!is_inner && (best == kNoCall || is_last)) best = call;
    }
    if (best != kNoCall) found = given({.file = declared.file, .call = best});
    if (found.empty()) found = of_type(declared.file, type, declared.range.begin);
  }
  if (found.empty()) found = of_struct_named(declared);
  return results_[function] = std::move(found);
}

const std::vector<std::pair<FileId, std::string>>& Routers::importers(FileId file) {
  if (!has_importers_) {
    has_importers_ = true;
    for (const FileId from : files_.program().other_code()) {
      if (files_.family(from) != Family::kScript) continue;
      for (const DeclaredImport& import : files_.program().imports(from)) {
        const bool whole = import.name.empty() || import.name == "default" || import.name == "exports";
        if (!whole || !(import.module.starts_with('.') || import.module.starts_with('@') || import.module.starts_with('~'))) continue;
        for (const FileId to : files_of_module(files_.scopes().names(), from, import.module))
          importers_[to].emplace_back(from, import.alias.empty() ? "require(" + std::string(import.module) : std::string(import.alias));
      }
    }
  }
  return importers_[file];
}

std::vector<Routers::Place> Routers::callers(SymbolId function) {
  const DeclaredSymbol declared = files_.declarations().symbol(function);
  std::vector<Place> found;
  if (declared.name == "exports" || declared.name == "default") {
    for (const auto& [file, alias] : importers(declared.file)) {
      const bool is_required = alias.starts_with("require(");
      const std::string module = is_required ? alias.substr(8) : std::string();
      // `require("./x")(app)`, `require("./x").default(app)`
      for (const std::string_view name : is_required ? kCallsOfRequired : std::array{std::string_view(alias), std::string_view()}) {
        if (name.empty()) continue;
        for (const Place& call : files_.calls_of(name)) {
          if (call.file != file) continue;
          const std::string_view receiver = files_.calls(file).receiver(call.call);
          const bool is_same =
              is_required ? receiver.starts_with("require(") && receiver.find(module + receiver[8]) == 9 : receiver.empty();
          if (is_same) found.push_back(call);
        }
      }
    }
    return found;
  }
  const std::string_view name = declared.kind == Kind::kConstructor && declared.parent != kNobody
                                    ? files_.declarations().symbol(declared.parent).name
                                    : declared.name;
  const bool is_only = files_.declarations().named(name).size() == 1;
  for (const Place& call : files_.calls_of(name)) {
    if (files_.family(call.file) != files_.family(declared.file)) continue;
    const std::vector<SymbolId> targets = files_.meant(call.file, files_.reference(call).begin);
    const bool is_meant = std::ranges::any_of(targets, [&](SymbolId one) { return one == function || one == declared.parent; });
    if (is_meant || (targets.empty() && is_only)) found.push_back(call);
    if (found.size() == kMostCallers) break;
  }
  if (files_.family(declared.file) != Family::kGo) return found;
  const std::vector<Place> runs = lists_.runs_of(function);
  found.insert(found.end(), runs.begin(), runs.end());
  return found;
}

/// The routers that a function's parameter is told, each with the path that it is told for what is below.
std::vector<std::pair<RouterIds, std::string>> Routers::passed(const Told& told) {
  const auto& [function, place, member] = told;
  std::vector<std::pair<RouterIds, std::string>> all;
  if (place == 0 && member.empty())
    if (const auto handed = handed_.find(function); handed != handed_.end())
      for (const auto& [call, prefix] : handed->second) all.emplace_back(inside(call), prefix);
  const bool may_extend = files_.family(files_.declarations().file_of(function)) == Family::kDotNet;
  for (const Place& call : callers(function)) {
    std::size_t shift = 0;
    if (may_extend) {
      RouterIds above = asked(call);
      if (!above.empty() && place == 0) {
        all.emplace_back(std::move(above), "");
        continue;
      }
      shift = above.empty() ? 0 : 1;
    }
    if (place < shift) continue;
    const Site argument = files_.arguments(call).at(place - shift);
    all.emplace_back(of(member.empty() ? argument : entry_of(argument, member)), "");
  }
  std::erase_if(all, [](const auto& one) { return one.first.empty(); });
  return all;
}

/// `fastify.register(Cors)`, where that is a plugin of the library.
const Dialect* Routers::dialect_of_plugins(SymbolId function, std::string_view parameter) {
  const FileId file = files_.declarations().file_of(function);
  const Index local = files_.program().local_index(function);
  for (const Dialect* dialect : dialects_) {
    if (dialect->plugins.empty() || dialect->family != files_.family(file)) continue;
    const CallChains& calls = files_.calls(file);
    for (CallNumber call = 0; call < calls.calls().size(); ++call) {
      const RouterMethod* method = dialect->method(calls.name(call));
      if (method == nullptr || method->does != Does::kRegister || calls.receiver(call) != parameter) continue;
      const Arguments passed = files_.arguments({.file = file, .call = call});
      if (files_.reference({.file = file, .call = call}).symbol != local || passed.size() == 0) continue;
      const std::string_view plugin = passed.call.facts->text(passed.call.facts->expressions[passed.at(0).expression].text);
      const std::optional<Imported> imported = imported_name(files_, file, plugin);
      const auto is_plugin = [&](std::string_view start) { return imported && imported->module.starts_with(start); };
      if (std::ranges::any_of(dialect->plugins, is_plugin)) return dialect;
    }
  }
  return nullptr;
}

/// `this.app = express()` in a class that declares no such field: the call stands right behind the name that is written.
RouterIds Routers::assigned(const NamePlace& from, std::string_view name) {
  const Facts& facts = files_.facts(from.file);
  const CallChains& calls = files_.calls(from.file);
  constexpr std::uint32_t kLongest = 7;  // ` = new `
  RouterIds found;
  for (const Reference& write : facts.references) {
    if (write.role != Role::kWrite || facts.text(write.name) != name || !is_self_word(facts.text(write.receiver))) continue;
    const std::uint32_t end = write.begin + static_cast<std::uint32_t>(name.size());
    for (CallNumber call = 0; call < calls.calls().size(); ++call) {
      const Reference& made = facts.references[calls[call].reference];
      const auto receiver = static_cast<std::uint32_t>(facts.text(made.receiver).size());
      const std::uint32_t begin = made.begin - std::min(made.begin, receiver == 0 ? 0 : receiver + 1);
      if (begin > end && begin - end <= kLongest) add_to(found, given({.file = from.file, .call = call}));
    }
  }
  return found;
}

/// `app: express.Application`, also where the parameter is an object that is taken apart: `{ app }: { app: express.Application }`.
const Dialect* Routers::dialect_of_parameter(const Told& told) {
  const FileId file = files_.declarations().file_of(told.function);
  const Facts& facts = files_.facts(file);
  const Parameter& parameter = facts.parameters[files_.program().parameters_of(told.function)[told.place]];
  const std::string_view type = facts.text(parameter.type);
  if (told.member.empty()) {
    const Dialect* dialect = dialect_of_type(file, type);
    return dialect != nullptr ? dialect : dialect_of_plugins(told.function, facts.text(parameter.name));
  }
  if (type.starts_with('{')) return dialect_of_type(file, type_in_object(type, told.member));
  for (const SymbolId one : files_.scopes().look_up_type({file, told.function}, type).symbols)
    for (const SymbolId field : files_.scopes().members(one, told.member)) {
      const DeclaredSymbol declared = files_.declarations().symbol(field);
      if (const Dialect* dialect = dialect_of_type(declared.file, declared.type)) return dialect;
    }
  return nullptr;
}

RouterIds Routers::of_parameter(const Told& told) {
  const auto [known, fresh] = parameters_.try_emplace(told);
  if (!fresh) return known->second;
  const Dialect* dialect = dialect_of_parameter(told);
  if (dialect != nullptr) parameters_[told] = {add({.dialect = dialect, .prefix = {}, .mounts = {}})};
  Router found{.dialect = dialect, .prefix = {}, .mounts = {}};
  for (const auto& [above, prefix] : passed(told))
    for (const RouterId one : above) {
      if (found.dialect == nullptr) found.dialect = routers_[one].dialect;
      if (found.dialect == routers_[one].dialect) found.mounts.push_back({.above = one, .prefix = prefix});
    }
  if (found.dialect == nullptr) return {};
  RouterIds& ids = parameters_[told];
  if (ids.empty()) ids = {add({.dialect = found.dialect, .prefix = {}, .mounts = {}})};
  routers_[ids.front()].mounts = std::move(found.mounts);
  return ids;
}

std::vector<std::string> Routers::prefixes(RouterId id) {
  struct Step {
    RouterId id;
    std::string below;
    int depth;
  };
  std::vector<std::string> found;
  std::vector<Step> open{{id, "", 0}};
  for (std::size_t i = 0; i < open.size() && open.size() < 256 && found.size() < kMostPrefixes; ++i) {
    const Step step = open[i];
    const Router& router = routers_[step.id];
    if (router.mounts.empty() || step.depth > 12) {
      if (step.depth > 12) continue;
      std::string prefix = join_route(router.prefix, step.below);
      if (std::ranges::find(found, prefix) == found.end()) found.push_back(std::move(prefix));
      continue;
    }
    for (const Router::Mount& mount : router.mounts) {
      const std::string own = mount.replaces && !mount.prefix.empty() ? step.below : join_route(router.prefix, step.below);
      open.push_back({mount.above, join_route(mount.prefix, own), step.depth + 1});
    }
  }
  return found;
}

}  // namespace grove::graph::web
