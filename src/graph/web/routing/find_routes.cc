#include "graph/web/routing/find_routes.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/web/request_mapping.h"
#include "graph/web/route_text.h"
#include "graph/web/routing/answerers.h"
#include "graph/web/routing/mounted_handlers.h"
#include "graph/web/routing/route_calls.h"
#include "graph/web/routing/routers.h"

namespace grove::graph::web {
namespace {

/// Whether a program has something of a library at all.
bool is_used(SourceFiles& files, const Dialect& dialect) {
  for (const FileId file : files.program().other_code()) {
    if (files.family(file) != dialect.family) continue;
    for (const std::span<const LibraryName> names : {dialect.makers, dialect.types})
      for (const LibraryName& one : names) {
        if (one.module.empty()) return true;
        for (const DeclaredImport& import : files.program().imports(file))
          if (import.module.starts_with(one.module)) return true;
        if (dialect.family == Family::kRust) return true;  // paths need no import
      }
  }
  return false;
}

std::vector<const Dialect*> used_of(SourceFiles& files, std::span<const Dialect* const> dialects) {
  std::vector<const Dialect*> used;
  for (const Dialect* dialect : dialects)
    if (is_used(files, *dialect)) used.push_back(dialect);
  return used;
}

class Finder {
 public:
  Finder(SourceFiles& files, std::vector<const Dialect*> dialects, std::vector<Endpoint>& found)
      : files_(files),
        dialects_(std::move(dialects)),
        texts_(files),
        routers_(files, texts_, dialects_),
        handlers_(files, texts_, routers_),
        answerers_(files),
        calls_(files, texts_, answerers_),
        found_(found) {}

  void find() {
    for_each_call({Does::kRegister, Does::kGroup}, [&](const SourceFiles::Place& call) { hand_over(call); });
    for_each_call({Does::kMount, Does::kPrefix}, [&](const SourceFiles::Place& call) { put_below(call); });
    for_each_call({Does::kRoute}, [&](const SourceFiles::Place& call) { add_call(call); });
    for (const Dialect* dialect : dialects_)
      if (dialect->decorates) {
        add_decorated();
        break;
      }
    handlers_.put_below(mounted_);
    for (const Route& route : routes_) emit(route);
  }

 private:
  struct Route {
    RouterId router = 0;
    SaidRoute said;
  };

  template <class Visit>
  void for_each_call(std::initializer_list<Does> what, Visit visit) {
    std::set<std::pair<Family, std::string_view>> names;
    for (const Dialect* dialect : dialects_)
      for (const RouterMethod& method : dialect->methods)
        if (std::ranges::find(what, method.does) != what.end()) names.emplace(dialect->family, method.name);
    for (const auto& [family, name] : names)
      for (const SourceFiles::Place& call : files_.calls_of(name))
        if (files_.family(call.file) == family) visit(call);
  }

  void hand_over(const SourceFiles::Place& call) {
    const Arguments passed = files_.arguments(call);
    for (std::size_t i = 0; i < passed.size(); ++i) {
      const Site site = passed.at(i);
      if (site.facts->expressions[site.expression].kind == Expression::Kind::kString) continue;
      if (const SymbolId function = answerers_.of(site); function != kNobody) routers_.hand_over(function, call, "");
    }
    hand_over_folder(call);
  }

  /// `app.register(AutoLoad, { dir: join(__dirname, "routes") })`: what each file of the folder gives, below the folders it is in, unless
  /// `dirNameRoutePrefix: false` or its own `autoPrefix` says otherwise.
  void hand_over_folder(const SourceFiles::Place& call) {
    const Arguments passed = files_.arguments(call);
    if (passed.size() < 2) return;
    const std::string_view plugin = passed.call.facts->text(passed.call.facts->expressions[passed.at(0).expression].text);
    const std::optional<Imported> imported = imported_name(files_, call.file, plugin);
    const bool loads = imported && std::ranges::any_of(dialects_, [&](const Dialect* one) {
                         return !one->loaders.empty() && imported->module.find(one->loaders) != std::string::npos;
                       });
    const std::string dir = loads ? last_text(passed.option("dir")) : std::string();
    if (dir.empty()) return;
    const std::string own(parent_path(files_.declarations().file(call.file).path));
    const std::string folder = (own.empty() ? "" : own + "/") + dir + "/";
    const Site named = passed.option("dirNameRoutePrefix");
    const bool is_flat = named.expression != kNone && named.facts->text(named.facts->expressions[named.expression].text) == "false";
    for (const FileId file : files_.program().other_code()) {
      const std::string_view path = files_.declarations().file(file).path;
      if (!path.starts_with(folder)) continue;
      std::string prefix = own_prefix(file);
      if (prefix.empty() && !is_flat) prefix = parent_path(path.substr(folder.size()));
      for (const SymbolId function : given_functions(file)) routers_.hand_over(function, call, prefix);
    }
  }

  /// `export const autoPrefix = "/users"`; empty where a file says none.
  std::string own_prefix(FileId file) {
    const DeclaredFile declared = files_.declarations().file(file);
    for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol)
      if (files_.declarations().symbol(symbol).name == "autoPrefix")
        if (const Site value = files_.program().value_of(symbol); value.expression != kNone) return texts_.one(value);
    return {};
  }

  /// The folder in `join(__dirname, "./routes")`.
  static std::string last_text(const Site& site) {
    if (site.expression == kNone) return {};
    const Expression& one = site.facts->expressions[site.expression];
    std::string_view text = one.kind == Expression::Kind::kString ? site.facts->text(one.text) : std::string_view();
    while (text.starts_with('.') || text.starts_with('/')) text.remove_prefix(1);
    if (!text.empty() || one.child_count == 0) return std::string(text);
    return last_text({.file = site.file, .facts = site.facts, .scope = site.scope, .expression = one.first_child + one.child_count - 1});
  }

  /// What a script gives as a whole.
  std::vector<SymbolId> given_functions(FileId file) {
    std::vector<SymbolId> found;
    const DeclaredFile declared = files_.declarations().file(file);
    for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) {
      const DeclaredSymbol one = files_.declarations().symbol(symbol);
      const bool is_given = one.name == "exports" || one.name == "default" || (one.flags & kSymbolDefault) != 0;
      if (is_callable(one.kind) && one.parent == kNobody && is_given) found.push_back(symbol);
    }
    for (const DeclaredImport& import : files_.program().imports(file))
      if (import.re_export && import.module.empty() && import.alias == "default")
        for (const SymbolId symbol : files_.scopes().look_up({file, kNobody}, import.name, Want::kAny).symbols)
          if (is_callable(files_.declarations().symbol(symbol).kind)) found.push_back(symbol);
    return found;
  }

  void put_below(const SourceFiles::Place& call) {
    const std::string_view name = files_.calls(call.file).name(call.call);
    for (const RouterId above : routers_.asked(call)) {
      const Dialect& dialect = *routers_.router(above).dialect;
      const RouterMethod* method = dialect.method(name);
      if (method == nullptr || (method->does != Does::kMount && method->does != Does::kPrefix) || handlers_.is_passed(call)) continue;
      if (method->does == Does::kMount && put_listed(call, above, *method)) continue;
      const std::vector<std::string> prefixes = routers_.prefix_of(call, routers_.router(above), *method);
      if (method->does == Does::kPrefix) {
        if (!prefixes.empty()) routers_.router(above).prefix = prefixes.front();
        continue;
      }
      if (!dialect.marks.empty()) add_marked(call, above);
      for (const RouterId one : passed_routers(call, *method))
        for (const std::string& prefix : prefixes)
          if (one != above) {
            routers_.router(one).mounts.push_back({.above = above, .prefix = prefix, .replaces = method->replaces});
            mounted_.insert(one);
          }
    }
  }

  /// `list.forEach((one) => app.use(one.path, one.router))` where the list is written out.
  bool put_listed(const SourceFiles::Place& call, RouterId above, const RouterMethod& method) {
    const Arguments passed = files_.arguments(call);
    if (method.path < 0 || passed.size() < 2) return false;
    const auto member_of = [](const Site& site) {
      const Expression& one = site.facts->expressions[site.expression];
      return one.kind == Expression::Kind::kName ? split_last(site.facts->text(one.text)) : Last{};
    };
    const Last path = member_of(passed.at(0)), router = member_of(passed.at(passed.size() - 1));
    if (path.before.empty() || path.before != router.before) return false;
    const Site list = list_around(call, path.before);
    if (list.expression == kNone) return false;
    const Expression& all = list.facts->expressions[list.expression];
    for (std::uint32_t i = 0; i < all.child_count; ++i) {
      const Site entry{.file = list.file, .facts = list.facts, .scope = list.scope, .expression = all.first_child + i};
      for (const std::string& text : texts_.of(entry_of(entry, path.name)))
        for (const RouterId one : routers_.of(entry_of(entry, router.name)))
          routers_.router(one).mounts.push_back(
              {.above = above, .prefix = with_named_parameters(routers_.router(above).dialect->paths, text)});
    }
    return true;
  }

  /// The array whose elements the function without a name around a call is told as its parameter of that name.
  Site list_around(const SourceFiles::Place& call, std::string_view parameter) {
    const Facts& facts = files_.facts(call.file);
    const CallChains& calls = files_.calls(call.file);
    for (const Index lambda : files_.lambdas_around(call.file, files_.reference(call).begin)) {
      const Lambda& one = facts.lambdas[lambda];
      if (facts.text(one.parameter) != parameter) continue;
      const CallNumber each = files_.call_of_reference(call.file, one.call);
      if (each == kNoCall || (calls.name(each) != "forEach" && calls.name(each) != "map")) return {};
      for (const SymbolId list :
           files_.scopes().look_up_path({call.file, files_.place_of(call).scope}, calls.receiver(each), Want::kAny).symbols)
        if (const Site value = files_.program().value_of(list);
            value.expression != kNone && value.facts->expressions[value.expression].kind == Expression::Kind::kArray)
          return value;
      return {};
    }
    return {};
  }

  /// Functions that are marked with their routes are passed by name, also several at once: `.service((list, create))`. What is named in a
  /// call that is passed, `.service(web::scope("/api").service(list))`, is told to that.
  void add_marked(const SourceFiles::Place& call, RouterId above) {
    const Arguments passed = files_.arguments(call);
    for (std::size_t i = 0; i < passed.size(); ++i) add_marked(passed.at(i), above);
  }

  void add_marked(const Site& site, RouterId above) {
    const Expression& expression = site.facts->expressions[site.expression];
    if (expression.kind == Expression::Kind::kArray)
      for (std::uint32_t i = 0; i < expression.child_count; ++i)
        add_marked({.file = site.file, .facts = site.facts, .scope = site.scope, .expression = expression.first_child + i}, above);
    const SymbolId function = expression.kind == Expression::Kind::kName ? answerers_.of(site) : kNobody;
    if (function == kNobody) return;
    const Router router = routers_.router(above);
    for (const Marking& marking : files_.program().markings(function)) {
      const std::optional<Imported> imported = imported_name(files_, marking.file, marking.name());
      if (!imported || !imported->module.starts_with(router.dialect->marks)) continue;
      const Arguments said{
          .call = {.file = marking.file, .facts = marking.facts, .scope = function, .expression = marking.annotation->arguments}};
      for (SaidRoute& route : calls_.read_verb_mark(said, function, router, imported->name))
        routes_.push_back({.router = above, .said = std::move(route)});
    }
  }

  RouterIds passed_routers(const SourceFiles::Place& call, const RouterMethod& method) {
    const Arguments passed = files_.arguments(call);
    RouterIds all;
    for (std::size_t i = 0; i < passed.size(); ++i) {
      if (static_cast<int>(i) == method.path && texts_.is_text(passed.at(i))) continue;
      for (const RouterId one : routers_.of(passed.at(i)))
        if (std::ranges::find(all, one) == all.end()) all.push_back(one);
    }
    return all;
  }

  void add_call(const SourceFiles::Place& call) {
    const std::string_view name = files_.calls(call.file).name(call.call);
    RouterIds asked = routers_.asked(call);
    for (const RouterId id : asked) {
      const Router router = routers_.router(id);
      const RouterMethod* method = router.dialect->method(name);
      if (method == nullptr || method->does != Does::kRoute || handlers_.note(call, id)) continue;
      for (SaidRoute& said : calls_.read(call, router, *method)) routes_.push_back({.router = id, .said = std::move(said)});
    }
  }

  void add_decorated() {
    for (const FileId file : files_.program().other_code()) {
      const Facts& facts = files_.facts(file);
      for (const Annotation& annotation : facts.annotations) {
        if (annotation.symbol == kNone || annotation.parameter != kNone) continue;
        const Last name = split_last(facts.text(annotation.name));
        if (name.before.empty() || name.name.empty()) continue;
        add_decorated(file, annotation, name);
      }
    }
  }

  void add_decorated(FileId file, const Annotation& annotation, const Last& name) {
    const SymbolId function = files_.symbol(file, annotation.symbol);
    const SymbolId around = files_.declarations().symbol(function).parent;
    const NamePlace from{.file = file, .scope = around, .at = annotation.begin};
    if (std::ranges::none_of(dialects_, [&](const Dialect* one) { return one->decorates && one->method(name.name) != nullptr; })) return;
    for (const RouterId id : routers_.named(from, name.before)) {
      const Router router = routers_.router(id);
      const RouterMethod* method = router.dialect->method(name.name);
      if (method == nullptr || method->does != Does::kRoute || !router.dialect->decorates) continue;
      const Arguments passed{.call = {.file = file, .facts = &files_.facts(file), .scope = around, .expression = annotation.arguments}};
      for (SaidRoute& said : calls_.read_mark(passed, function, router, *method))
        routes_.push_back({.router = id, .said = std::move(said)});
    }
  }

  void emit(const Route& route) {
    const Dialect& dialect = *routers_.router(route.router).dialect;
    for (const std::string& prefix : routers_.prefixes(route.router)) {
      Endpoint endpoint = route.said.endpoint;
      endpoint.framework = dialect.framework;
      endpoint.route = clean_route(join_route(prefix, route.said.path));
      for (const std::string& verb : route.said.verbs) {
        endpoint.http_method = verb;
        found_.push_back(endpoint);
      }
    }
  }

  SourceFiles& files_;
  std::vector<const Dialect*> dialects_;
  RouteTexts texts_;
  Routers routers_;
  MountedHandlers handlers_;
  std::set<RouterId> mounted_;
  Answerers answerers_;
  RouteCalls calls_;
  std::vector<Endpoint>& found_;
  std::vector<Route> routes_;
};

}  // namespace

void find_routes(SourceFiles& files, std::span<const Dialect* const> dialects, std::vector<Endpoint>& found) {
  std::vector<const Dialect*> used = used_of(files, dialects);
  if (!used.empty()) Finder(files, std::move(used), found).find();
}

}  // namespace grove::graph::web
