#include "graph/web/functional_routes.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/web/calls.h"
#include "graph/web/route_text.h"
#include "graph/web/spring_prefixes.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 7> kVerbs = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"};
constexpr std::array<std::string_view, 3> kNests = {"nest", "andNest", "path"};
constexpr std::array<std::string_view, 12> kOfRouters = {"route",  "andRoute", "and",   "andOther", "add",       "filter",
                                                         "before", "after",    "build", "onError",  "resources", "accept"};
constexpr std::array<std::string_view, 2> kPackages = {"org.springframework.web.reactive.function.server",
                                                       "org.springframework.web.servlet.function"};

template <class Names>
bool is_among(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// `….path()`, `route(x)`: the name of the call that another one is chained to; empty where it is none.
std::string_view chained_to(std::string_view receiver) {
  if (!receiver.ends_with(')')) return {};
  const std::size_t open = opening(receiver, receiver.size() - 1);
  return open == std::string_view::npos ? std::string_view() : split_last(receiver.substr(0, open)).name;
}

bool is_variable(std::string_view receiver) {
  return !receiver.empty() && receiver.front() >= 'a' && receiver.front() <= 'z' && std::ranges::all_of(receiver, is_name_byte);
}

/// Routes of one function, or of the top of a file.
class Router {
 public:
  Router(Workplace& at, std::string prefix, std::vector<Endpoint>& found) : at_(at), found_(found) {
    levels_.push_back({.prefix = std::move(prefix), .seen = {}, .builder = {}});
  }

  void see(const CallSite& call) {
    const std::string_view name = call.facts->text(call.reference->name);
    const bool is_verb = is_among(kVerbs, name), is_nest = is_among(kNests, name);
    if (!is_verb && !is_nest && !is_among(kOfRouters, name)) return;
    find_level(call.facts->text(call.reference->receiver));
    levels_.back().seen.push_back(name);
    if ((name == "route" || name == "andRoute") && call.arguments.size() == 2) handler_ = call.argument(1);
    if (is_verb && !call.arguments.empty()) add(call, name);
    if (is_nest && call.arguments.size() >= 2)
      levels_.push_back({.prefix = join_route(levels_.back().prefix, path_in(call.argument(0))), .seen = {}, .builder = {}});
  }

 private:
  struct Level {
    std::string prefix;
    std::vector<std::string_view> seen;
    std::string_view builder;  // the parameter of the function written in place
  };

  void find_level(std::string_view receiver) {
    if (const std::string_view last = chained_to(receiver); !last.empty()) {
      while (levels_.size() > 1 && !is_among(levels_.back().seen, last)) levels_.pop_back();
    } else if (is_variable(receiver)) {
      const auto known = std::ranges::find(levels_, receiver, &Level::builder);
      if (known != levels_.end())
        levels_.erase(known + 1, levels_.end());
      else if (levels_.back().builder.empty())
        levels_.back().builder = receiver;
    }
  }

  /// The first text in a predicate that is a path: `path("/x").and(accept(JSON))`.
  std::string path_in(const Site& site) {
    const Expression& expression = site.facts->expressions[site.expression];
    if (expression.kind != Expression::Kind::kCall) {
      const std::string text = at_.folder.text(site);
      return text.starts_with('/') || text.starts_with('$') ? text : std::string();
    }
    const std::string_view asks = split_last(site.facts->text(expression.text)).name;
    if (asks == "accept" || asks == "contentType") return {};
    for (std::uint32_t i = 0; i < expression.child_count; ++i)
      if (std::string text =
              path_in({.file = site.file, .facts = site.facts, .scope = site.scope, .expression = expression.first_child + i});
          !text.empty())
        return text;
    return {};
  }

  void add(const CallSite& call, std::string_view verb) {
    const Site handler = call.arguments.size() > 1 ? call.argument(call.arguments.size() - 1) : handler_;
    const FileId file = call.file;
    const Declarations& declarations = at_.program.declarations();
    SymbolId answers = handler_of(handler);
    if (answers == kNobody) answers = call.in;
    if (answers == kNobody) return;
    const SymbolId owner = declarations.symbol(answers).parent;
    for (const std::string& path : at_.folder.texts(call.argument(0))) {
      Endpoint endpoint = describe_handler(at_, owner == kNobody ? answers : owner, {.symbol = answers, .arguments = {}});
      endpoint.framework = Framework::kSpringFunctional;
      endpoint.http_method = std::string(verb);
      endpoint.route = clean_route(at_.modules.filled(at_.modules.application_of(file), join_route(levels_.back().prefix, path)));
      endpoint.response_type.clear();  // always a ServerResponse
      found_.push_back(std::move(endpoint));
    }
  }

  /// The method of `handler::all`.
  SymbolId handler_of(const Site& site) {
    if (site.expression == kNone) return kNobody;
    const std::string_view text = site.facts->text(site.facts->expressions[site.expression].text);
    const std::size_t mark = text.find("::");
    if (mark == std::string_view::npos) return kNobody;
    Scopes& scopes = at_.program.scopes();
    for (const SymbolId type : types_of(site, text.substr(0, mark)))
      if (const std::vector<SymbolId> methods = scopes.members(type, text.substr(mark + 2)); !methods.empty()) return methods.front();
    return kNobody;
  }

  std::vector<SymbolId> types_of(const Site& site, std::string_view name) {
    Scopes& scopes = at_.program.scopes();
    const Place place{site.file, site.scope};
    if (name == "this" || name.empty()) return {scopes.enclosing_type(place)};
    if (site.scope != kNobody)
      for (const Parameter& parameter : site.facts->parameters)
        if (parameter.symbol == at_.program.local_index(site.scope) && site.facts->text(parameter.name) == name)
          return scopes.look_up_type(place, site.facts->text(parameter.type)).symbols;
    std::vector<SymbolId> types;
    for (const SymbolId symbol : scopes.look_up(place, name, Want::kAny).symbols) {
      const DeclaredSymbol declared = at_.program.declarations().symbol(symbol);
      if (is_type(declared.kind)) types.push_back(symbol);
      for (const SymbolId type : scopes.look_up_type({declared.file, declared.parent}, declared.type).symbols) types.push_back(type);
    }
    std::erase(types, kNobody);
    return types;
  }

  Workplace& at_;
  std::vector<Endpoint>& found_;
  std::vector<Level> levels_;
  Site handler_;  // of the present `route(…)`
};

/// All calls of a file by the symbol they stand in, those without arguments too, in source order.
std::map<SymbolId, std::vector<CallSite>> calls_in(const Program& program, FileId file) {
  const Facts& facts = *program.facts(file);
  const SymbolId first = program.declarations().file(file).first_symbol;
  std::unordered_map<Index, Index> arguments;
  for (const CallArguments& call : facts.call_arguments) arguments.emplace(call.reference, call.arguments);
  std::map<SymbolId, std::vector<CallSite>> calls;
  for (Index i = 0; i < facts.references.size(); ++i) {
    const Reference& reference = facts.references[i];
    if (reference.role != Role::kCall) continue;
    const SymbolId in = reference.symbol == kNone ? kNobody : first + reference.symbol;
    CallSite site{.file = file, .facts = &facts, .reference = &reference, .in = in, .arguments = {}};
    if (const auto passed = arguments.find(i); passed != arguments.end()) {
      const Expression& list = facts.expressions[passed->second];
      for (std::uint32_t child = 0; child < list.child_count; ++child) site.arguments.push_back(list.first_child + child);
    }
    calls[in].push_back(std::move(site));
  }
  for (auto& [in, sites] : calls) std::ranges::stable_sort(sites, {}, [](const CallSite& site) { return site.reference->begin; });
  return calls;
}

}  // namespace

void find_functional_routes(Workplace& at, std::vector<Endpoint>& found) {
  const SpringPrefixes prefixes(at);
  for (const FileId file : at.program.code()) {
    if (std::ranges::none_of(kPackages, [&](std::string_view package) { return at.program.imports_from(file, package); })) continue;
    const bool is_kotlin = at.program.declarations().file(file).language == Language::kKotlin;
    for (const auto& [in, calls] : calls_in(at.program, file)) {
      const auto nests = [](const CallSite& call) { return call.facts->text(call.reference->name) == "nest"; };
      if (is_kotlin && std::ranges::any_of(calls, nests)) continue;
      Router router(at, prefixes.of_application(at.modules.application_of(file)), found);
      for (const CallSite& call : calls) router.see(call);
    }
  }
}

}  // namespace grove::graph::web
