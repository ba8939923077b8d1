#include "graph/web/functional_routes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
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
constexpr std::array<std::string_view, 2> kPackages = {"org.springframework.web.reactive.function.server",
                                                       "org.springframework.web.servlet.function"};
constexpr std::size_t kMostPrefixes = 64;

template <class Names>
bool is_among(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

/// A call, up to where it ends.
struct RoutedCall {
  CallSite site;
  std::uint32_t end = 0;
  bool is_in_place = false;  ///< In Kotlin, a function is written in place for it.

  /// `predicate.nest { … }`
  bool is_block() const { return is_in_place && !receiver().empty() && site.arguments.size() <= 1; }

  std::string_view name() const { return site.facts->text(site.reference->name); }
  std::string_view receiver() const { return site.facts->text(site.reference->receiver); }
};

/// A route as the function says it in which it stands.
struct LocalRoute {
  FileId file = 0;
  SymbolId in = kNobody;
  std::string path;
  Endpoint endpoint;
};

/// Below which path a function takes in the routes that another one makes.
struct Mount {
  SymbolId in = kNobody;
  std::string path;
};

struct FoundRoutes {
  std::vector<LocalRoute> routes;
  std::unordered_map<SymbolId, std::vector<Mount>> mounts;  // by the function that is called
};

/// Routes of one function, or of the top of a file.
class Router {
 public:
  /// `makers` are the names of the functions that make routes.
  Router(Workplace& at, const std::set<std::string_view>& makers, FoundRoutes& found) : at_(at), makers_(makers), found_(found) {}

  void see(const RoutedCall& call) {
    while (levels_.size() > 1 && levels_.back().end <= call.site.reference->begin) levels_.pop_back();
    const std::string_view name = call.name();
    const CallSite& site = call.site;
    if ((name == "route" || name == "andRoute") && site.arguments.size() == 2) handler_ = site.argument(1);
    const bool is_below = site.arguments.empty() && call.is_in_place && site.reference->arity > 1;  // `GET("") { … }`
    if (is_among(kVerbs, name) && (!site.arguments.empty() || is_below)) return add(site, name);
    if (name == "nest" && call.is_block()) return nest_block(call);
    const bool is_nest = is_among(kNests, name) && site.arguments.size() >= 2;
    if (!is_nest) return mount(functions_called(call), site.in);
    const std::string path = path_in(site.argument(0));
    levels_.push_back({.path = join_route(levels_.back().path, path), .end = call.end});
    for (std::size_t i = 0; i < site.arguments.size(); ++i)
      if (const SymbolId function = function_of(site.argument(i)); function != kNobody) mount({function}, site.in);
  }

 private:
  struct Level {
    std::string path;
    std::uint32_t end = 0;  // of the call that nests
  };

  /// `"/x".nest { … }`, `path("/x").nest { … }`, `(accept(JSON) and "/x").nest { … }`, `BASE.nest { … }`
  void nest_block(const RoutedCall& call) {
    const std::string_view written = call.receiver();
    std::string path;
    for (std::size_t open = written.find('"'); open != std::string_view::npos && path.empty();) {
      const std::size_t close = written.find('"', open + 1);
      if (close == std::string_view::npos) break;
      if (const std::string_view text = written.substr(open + 1, close - open - 1); text.starts_with('/')) path = text;
      open = written.find('"', close + 1);
    }
    if (path.empty() && std::ranges::all_of(written, [](char c) { return is_name_byte(c) || c == '.'; }))
      path = constant(call.site, written);
    levels_.push_back({.path = join_route(levels_.back().path, path), .end = call.end});
  }

  std::string constant(const CallSite& site, std::string_view name) {
    for (const SymbolId symbol : at_.program.scopes().look_up_path({site.file, site.in}, name, Want::kAny).symbols)
      if (const Site value = at_.program.value_of(symbol); value.expression != kNone) return at_.folder.text(value);
    return {};
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
    const Declarations& declarations = at_.program.declarations();
    SymbolId answers = call.arguments.size() > 1 ? handler_among(call) : function_of(handler_);
    const bool is_nameless = answers == kNobody;
    if (is_nameless) answers = call.in;
    if (answers == kNobody) return;
    std::vector<HandlerBody> bodies;
    if (is_nameless) bodies = bodies_of(call);
    const SymbolId owner = declarations.symbol(answers).parent;
    for (const std::string& path : call.arguments.empty() ? std::vector<std::string>{""} : at_.folder.texts(call.argument(0))) {
      Endpoint endpoint = describe_handler(at_, owner == kNobody ? answers : owner, {.symbol = answers, .arguments = {}});
      endpoint.framework = Framework::kSpringFunctional;
      endpoint.http_method = std::string(verb);
      endpoint.response_type.clear();  // always a ServerResponse
      endpoint.is_nameless = is_nameless;
      endpoint.bodies = bodies;
      found_.routes.push_back(
          {.file = call.file, .in = call.in, .path = join_route(levels_.back().path, path), .endpoint = std::move(endpoint)});
    }
  }

  /// `GET("/x", request -> …)`, `route(GET("/x"), request -> …)`, `GET("/x") { … }`
  std::vector<HandlerBody> bodies_of(const CallSite& call) const {
    const Facts& facts = *call.facts;
    const auto reference = static_cast<Index>(call.reference - facts.references.data());
    std::vector<HandlerBody> bodies;  // what chooses by the request runs before what answers it
    for (const Lambda& one : facts.lambdas)
      if (one.call == reference) bodies.push_back({.file = call.file, .range = one.range});
    if (!bodies.empty()) return bodies;
    if (call.arguments.size() > 1 || handler_.expression == kNone) return {};
    const auto passed =
        std::ranges::find(facts.lambdas, facts.expressions[handler_.expression].begin, [](const Lambda& one) { return one.range.begin; });
    return passed == facts.lambdas.end() ? std::vector<HandlerBody>()
                                         : std::vector<HandlerBody>{{.file = call.file, .range = passed->range}};
  }

  /// Behind the path may stand a predicate, and behind the handler what documents it.
  SymbolId handler_among(const CallSite& call) {
    SymbolId last = kNobody;
    for (std::size_t i = 1; i < call.arguments.size(); ++i) {
      const SymbolId function = function_of(call.argument(i));
      if (function == kNobody) continue;
      last = function;
      for (const std::string_view type : at_.program.declarations().parameter_types(function))
        if (type.find("ServerRequest") != std::string_view::npos) return function;
    }
    return last;
  }

  /// The method of `handler::all`.
  SymbolId function_of(const Site& site) {
    if (site.expression == kNone) return kNobody;
    const std::string_view text = site.facts->text(site.facts->expressions[site.expression].text);
    const std::size_t mark = text.find("::");
    if (mark == std::string_view::npos) return kNobody;
    const std::vector<SymbolId> methods = methods_named(site, text.substr(0, mark), text.substr(mark + 2));
    return methods.empty() ? kNobody : methods.front();
  }

  /// What a call means, if it may be one of a function that makes routes.
  std::vector<SymbolId> functions_called(const RoutedCall& call) {
    if (!makers_.contains(call.name())) return {};
    const Site site{.file = call.site.file, .facts = call.site.facts, .scope = call.site.in, .expression = kNone};
    if (!call.receiver().empty()) return methods_named(site, call.receiver(), call.name());
    return at_.program.scopes().look_up({site.file, site.scope}, call.name(), Want::kCallable).symbols;
  }

  void mount(const std::vector<SymbolId>& functions, SymbolId in) {
    for (const SymbolId function : functions)
      if (function != in) found_.mounts[function].push_back({.in = in, .path = levels_.back().path});
  }

  std::vector<SymbolId> methods_named(const Site& site, std::string_view owner, std::string_view name) {
    for (const SymbolId type : types_of(site, owner))
      if (std::vector<SymbolId> methods = at_.program.scopes().members(type, name); !methods.empty()) return methods;
    return {};
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
  const std::set<std::string_view>& makers_;
  FoundRoutes& found_;
  std::vector<Level> levels_ = {{}};
  Site handler_;  // of the present `route(…)`
};

/// The paths below which the routes of functions come to stand.
class MountedPaths {
 public:
  MountedPaths(Workplace& at, const FoundRoutes& found) : at_(at), found_(found) {}

  const std::vector<std::string>& of(SymbolId function) {
    const auto [known, fresh] = known_.try_emplace(function);
    if (!fresh) return known->second;  // empty within a cycle
    std::vector<std::string> paths;
    if (const auto mounts = found_.mounts.find(function); mounts != found_.mounts.end())
      for (const Mount& mount : mounts->second)
        for (const std::string& above : of(mount.in))
          if (paths.size() < kMostPrefixes) paths.push_back(join_route(above, mount.path));
    // What the container is given, it serves as it is too.
    if (paths.empty() || (function != kNobody && at_.annotations.carries(function, "org.springframework.context.annotation.Bean")))
      paths.emplace_back();
    std::ranges::sort(paths);
    paths.erase(std::ranges::unique(paths).begin(), paths.end());
    return known_[function] = std::move(paths);
  }

 private:
  Workplace& at_;
  const FoundRoutes& found_;
  std::unordered_map<SymbolId, std::vector<std::string>> known_;
};

using CallsBySymbol = std::map<SymbolId, std::vector<RoutedCall>>;

/// All calls of a file by the symbol they stand in, those without arguments too, in source order.
CallsBySymbol calls_in(const Program& program, FileId file) {
  const Facts& facts = *program.facts(file);
  const SymbolId first = program.declarations().file(file).first_symbol;
  std::unordered_map<Index, const CallArguments*> arguments;
  for (const CallArguments& call : facts.call_arguments) arguments.emplace(call.reference, &call);
  std::unordered_map<Index, std::uint32_t> blocks;  // where what is written in place for a call ends
  if (facts.language == Language::kKotlin)
    for (const Lambda& lambda : facts.lambdas) blocks[lambda.call] = std::max(blocks[lambda.call], lambda.range.end);
  CallsBySymbol calls;
  for (Index i = 0; i < facts.references.size(); ++i) {
    const Reference& reference = facts.references[i];
    if (reference.role != Role::kCall) continue;
    const SymbolId in = reference.symbol == kNone ? kNobody : first + reference.symbol;
    RoutedCall call{.site = {.file = file, .facts = &facts, .reference = &reference, .in = in, .arguments = {}}, .end = 0};
    if (const auto passed = arguments.find(i); passed != arguments.end()) {
      const Expression& list = facts.expressions[passed->second->arguments];
      call.end = passed->second->end;
      for (std::uint32_t child = 0; child < list.child_count; ++child) call.site.arguments.push_back(list.first_child + child);
    }
    if (const auto block = blocks.find(i); block != blocks.end()) {
      call.is_in_place = true;
      call.end = std::max(call.end, block->second);
    }
    calls[in].push_back(std::move(call));
  }
  for (auto& [in, sites] : calls) std::ranges::stable_sort(sites, {}, [](const RoutedCall& call) { return call.site.reference->begin; });
  return calls;
}

bool makes_routes(const RoutedCall& call) { return is_among(kVerbs, call.name()) || is_among(kNests, call.name()); }

}  // namespace

void find_functional_routes(Workplace& at, std::vector<Endpoint>& found) {
  std::vector<CallsBySymbol> files;
  std::set<std::string_view> makers;
  for (const FileId file : at.program.code()) {
    if (std::ranges::none_of(kPackages, [&](std::string_view package) { return at.program.imports_from(file, package); })) continue;
    files.push_back(calls_in(at.program, file));
    for (const auto& [in, calls] : files.back())
      if (in != kNobody && std::ranges::any_of(calls, makes_routes)) makers.insert(at.program.declarations().symbol(in).name);
  }
  FoundRoutes routes;
  for (const CallsBySymbol& file : files)
    for (const auto& [in, calls] : file) {
      Router router(at, makers, routes);
      for (const RoutedCall& call : calls) router.see(call);
    }
  const SpringPrefixes prefixes(at);
  MountedPaths mounted(at, routes);
  for (const LocalRoute& route : routes.routes) {
    const Module& application = at.modules.application_of(route.file);
    for (const std::string& above : mounted.of(route.in)) {
      Endpoint endpoint = route.endpoint;
      const std::string path = join_route(join_route(prefixes.of_application(application), above), route.path);
      endpoint.route = clean_route(at.modules.filled(application, path));
      found.push_back(std::move(endpoint));
    }
  }
}

}  // namespace grove::graph::web
