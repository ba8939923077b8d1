#include "graph/web/frameworks/laravel/laravel.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/plural.h"
#include "graph/web/request_mapping.h"
#include "graph/web/route_text.h"
#include "graph/web/routing/answerers.h"
#include "graph/web/routing/path_style.h"
#include "graph/web/routing/route_calls.h"
#include "graph/web/routing/route_texts.h"

namespace grove::graph::web {
namespace {

using Place = SourceFiles::Place;

/// What a resource does under which name: below its path, or below that of one of its items.
struct Action {
  std::string_view name, verb, below;
  bool of_item = false, for_people = false;  ///< for_people: a form that interfaces for programs don't have
};
constexpr std::array<Action, 8> kActions = {{{"index", "GET", ""},
                                             {"create", "GET", "create", false, true},
                                             {"store", "POST", ""},
                                             {"show", "GET", "", true},
                                             {"edit", "GET", "edit", true, true},
                                             {"update", "PUT", "", true},
                                             {"update", "PATCH", "", true},
                                             {"destroy", "DELETE", "", true}}};
constexpr std::string_view kVerbCalls[] = {"get", "post", "put", "patch", "delete", "options", "any", "match", "view", "redirect"};
constexpr std::string_view kResourceCalls[] = {"resource", "apiResource", "resources", "apiResources"};

/// What stands around a route.
struct Surroundings {
  std::string prefix;
  std::string controller;  ///< As written.
};

class Finder {
 public:
  Finder(SourceFiles& files, std::vector<Endpoint>& found) : files_(files), texts_(files), answerers_(files), found_(found) {}

  void find() {
    for (const FileId file : files_.declarations().files_named("composer.json"))
      if (const Facts* facts = files_.program().facts(file))
        for (const Property& one : facts->properties) {
          is_laravel_ = is_laravel_ || facts->text(one.key) == "require.laravel/framework";
          is_lumen_ = is_lumen_ || facts->text(one.key) == "require.laravel/lumen-framework";
        }
    read_files();
    for (const std::string_view name : kVerbCalls)
      for (const Place& call : files_.calls_of(name))
        if (is_route(call)) add_route(call, name);
    for (const std::string_view name : kResourceCalls)
      for (const Place& call : files_.calls_of(name))
        if (is_route(call)) add_resources(call, name);
  }

 private:
  bool is_route(const Place& call) {
    if (files_.family(call.file) != Family::kPhp) return false;
    const CallChains& calls = files_.calls(call.file);
    const std::string_view asked = calls.receiver(calls.first_of(call.call));
    if (last_part(asked) == "Route") {
      return is_laravel_ || std::ranges::any_of(files_.program().imports(call.file), [](const DeclaredImport& import) {
               return import.name == "Route" && import.module.starts_with("Illuminate");
             });
    }
    const std::string_view path = files_.declarations().file(call.file).path;
    return is_lumen_ && (asked == "$router" || asked == "$app") &&
           (path.starts_with("routes/") || path.find("/routes/") != std::string_view::npos);
  }

  /// Files that another one loads as routes, with the prefix that stands before them.
  void read_files() {
    for (const Place& call : files_.calls_of("group")) {
      if (files_.family(call.file) != Family::kPhp) continue;
      if (const std::string file = file_named_in(files_.arguments(call).call); !file.empty()) loaded_.emplace_back(file, own_prefix(call));
    }
    for (const Place& call : files_.calls_of("withRouting")) {
      const Arguments passed = files_.arguments(call);
      const Site prefix = passed.named("apiPrefix");
      if (passed.named("api").expression != kNone)
        loaded_.emplace_back(file_named_in(passed.named("api")), prefix.expression == kNone ? "api" : texts_.one(prefix));
    }
  }

  /// `base_path('routes/api.php')`, `__DIR__ . '/../routes/api.php'`
  static std::string file_named_in(const Site& site) {
    if (site.expression == kNone) return {};
    const Expression& expression = site.facts->expressions[site.expression];
    std::string_view text = site.facts->text(expression.text);
    if (expression.kind == Expression::Kind::kString && text.ends_with(".php")) {
      while (text.starts_with('/') || text.starts_with('.')) text.remove_prefix(1);
      return std::string(text);
    }
    for (std::uint32_t i = 0; i < expression.child_count; ++i)
      if (std::string found =
              file_named_in({.file = site.file, .facts = site.facts, .scope = site.scope, .expression = expression.first_child + i});
          !found.empty())
        return found;
    return {};
  }

  std::string file_prefix(FileId file) {
    const std::string_view path = files_.declarations().file(file).path;
    for (const auto& [loaded, prefix] : loaded_)
      if (path == loaded || path.ends_with("/" + loaded)) return prefix;
    return is_laravel_ && path.ends_with("routes/api.php") ? "api" : "";
  }

  /// What a chain says: `Route::prefix('x')->controller(C::class)->group`.
  Surroundings chain_of(const Place& call) {
    Surroundings found;
    const CallChains& calls = files_.calls(call.file);
    for (CallNumber one = calls.first_of(call.call); one != kNoCall; one = calls[one].after) {
      const Arguments passed = files_.arguments({.file = call.file, .call = one});
      if (calls.name(one) == "prefix") found.prefix = join_route(found.prefix, texts_.one(passed.at(0)));
      if (calls.name(one) == "controller" && passed.size() > 0)
        found.controller = passed.call.facts->text(passed.call.facts->expressions[passed.at(0).expression].text);
      if (calls.name(one) == "group")
        if (const Site prefix = passed.option("prefix"); prefix.expression != kNone)
          found.prefix = join_route(found.prefix, texts_.one(prefix));
    }
    return found;
  }

  std::string own_prefix(const Place& call) { return chain_of(call).prefix; }

  Surroundings around(const Place& call) {
    Surroundings found{.prefix = file_prefix(call.file), .controller = {}};
    std::vector<CallNumber> groups = files_.calls_around(call.file, files_.reference(call).begin);
    std::ranges::reverse(groups);
    for (const CallNumber group : groups) {
      if (files_.calls(call.file).name(group) != "group") continue;
      Surroundings one = chain_of({.file = call.file, .call = group});
      found.prefix = join_route(found.prefix, one.prefix);
      if (!one.controller.empty()) found.controller = std::move(one.controller);
    }
    Surroundings own = chain_of(call);
    found.prefix = join_route(found.prefix, own.prefix);
    if (!own.controller.empty()) found.controller = std::move(own.controller);
    return found;
  }

  /// `UserController::class`, `'Api\UserController'`
  SymbolId class_named(const NamePlace& from, std::string_view name) {
    if (name.ends_with("::class")) name.remove_suffix(7);
    if (name.starts_with('\\')) name.remove_prefix(1);
    const Found found = files_.scopes().look_up_type({from.file, from.scope}, name);
    if (!found.symbols.empty()) return found.symbols.front();
    SymbolId only = kNobody;
    for (const SymbolId one : files_.declarations().named(last_part(name))) {
      const DeclaredSymbol declared = files_.declarations().symbol(one);
      if (declared.kind != Kind::kClass || !declared.qualified_name.ends_with(name)) continue;
      if (only != kNobody) return kNobody;
      only = one;
    }
    return only;
  }

  SymbolId method_of(SymbolId type, std::string_view name) {
    if (type == kNobody) return kNobody;
    const std::vector<SymbolId> found = files_.scopes().members(type, name);
    return found.empty() ? type : found.front();
  }

  SymbolId handler(const Site& site, const Surroundings& around) {
    if (site.expression == kNone) return kNobody;
    const Expression& expression = site.facts->expressions[site.expression];
    const NamePlace from{.file = site.file, .scope = site.scope, .at = expression.begin};
    const std::string text(site.facts->text(expression.text));
    if (expression.kind == Expression::Kind::kString) {
      const std::size_t mark = text.find('@');
      if (mark != std::string::npos) return method_of(class_named(from, text.substr(0, mark)), text.substr(mark + 1));
      if (!around.controller.empty()) return method_of(class_named(from, around.controller), text);
      return method_of(class_named(from, text), "__invoke");
    }
    if (expression.kind == Expression::Kind::kName) return method_of(class_named(from, text), "__invoke");
    if (expression.kind != Expression::Kind::kArray || expression.child_count == 0) return kNobody;
    if (const Site uses = entry_of(site, "uses"); uses.expression != kNone) return handler(uses, around);
    const Expression& first = site.facts->expressions[expression.first_child];
    const std::string method =
        expression.child_count < 2 ? "__invoke" : std::string(site.facts->text(site.facts->expressions[expression.first_child + 1].text));
    return method_of(class_named(from, site.facts->text(first.text)), method);
  }

  void add(const Place& call, const Answerer& answers, std::string_view verb, const std::string& route) {
    Endpoint endpoint = answerers_.describe(answers, files_.place_of(call));
    endpoint.framework = Framework::kLaravel;
    endpoint.http_method = std::string(verb);
    endpoint.route = clean_route(route);
    found_.push_back(std::move(endpoint));
  }

  /// `function () {…}`, also `['middleware' => 'auth', function () {…}]`
  Answerer answerer(const Site& site, const Surroundings& around) {
    const Expression& expression = site.facts->expressions[site.expression];
    Site last = site;
    if (expression.kind == Expression::Kind::kArray && expression.child_count > 0)
      last.expression = expression.first_child + expression.child_count - 1;
    if (site.facts->expressions[last.expression].kind == Expression::Kind::kLambda) return answerers_.answering(last);
    return {.symbol = handler(site, around)};
  }

  void add_route(const Place& call, std::string_view name) {
    const Arguments passed = files_.arguments(call);
    const Surroundings around = this->around(call);
    const std::size_t place = name == "match" ? 1 : 0;
    if (passed.size() < place + 2 || !texts_.is_text(passed.at(place))) return;
    std::vector<std::string> verbs;
    if (const std::string verb = verb_of(name); !verb.empty()) verbs.push_back(verb);
    if (name == "view") verbs.emplace_back("GET");
    if (name == "match")
      for (const std::string& text : texts_.of(passed.at(0)))
        if (std::string verb = verb_of(text); !verb.empty()) verbs.push_back(std::move(verb));
    if (verbs.empty()) verbs = every_verb();
    Answerer answers;
    if (name != "view" && name != "redirect") answers = answerer(passed.at(place + 1), around);
    for (const std::string& text : texts_.of(passed.at(place)))
      for (const std::string& path : with_optional_ends(PathStyle::kBraces, text))
        for (const std::string& verb : verbs) add(call, answers, verb, join_route(around.prefix, path));
  }

  void add_resources(const Place& call, std::string_view name) {
    const Arguments passed = files_.arguments(call);
    const bool for_programs = name.starts_with("api");
    if (!name.ends_with('s')) return add_resource(call, texts_.one(passed.at(0)), passed.at(1), for_programs);
    if (passed.size() == 0) return;
    const Site list = passed.at(0);
    const Expression& all = list.facts->expressions[list.expression];
    for (std::uint32_t i = 0; i < all.child_count; ++i) {
      const Expression& entry = list.facts->expressions[all.first_child + i];
      if (entry.kind == Expression::Kind::kNamed && entry.child_count == 1)
        add_resource(call, std::string(list.facts->text(entry.text)),
                     {.file = list.file, .facts = list.facts, .scope = list.scope, .expression = entry.first_child}, for_programs);
    }
  }

  std::vector<std::string> listed(const Place& call, std::string_view name) {
    const CallNumber said = files_.calls(call.file).behind(call.call, name);
    if (said != kNoCall) return texts_.of(files_.arguments({.file = call.file, .call = said}).at(0));
    const Site option = files_.arguments(call).option(name);
    std::vector<std::string> texts = texts_.of(option);
    // What stands so deep, `['except' => ['index']]`, may be kept as its source only.
    const Expression* list = option.expression == kNone ? nullptr : &option.facts->expressions[option.expression];
    for (std::uint32_t i = 0; list != nullptr && i < list->child_count; ++i)
      if (const Expression& one = option.facts->expressions[list->first_child + i]; one.kind == Expression::Kind::kOther)
        if (const std::string_view source = option.facts->text(one.text); source.size() > 2)
          texts.emplace_back(source.substr(1, source.size() - 2));
    return texts;
  }

  /// `photos.comments` stands below a photo.
  void add_resource(const Place& call, const std::string& name, const Site& controller, bool for_programs) {
    const Surroundings around = this->around(call);
    const std::vector<std::string> only = listed(call, "only"), except = listed(call, "except");
    std::string path = around.prefix, item;
    for (const std::string_view part : split(name, '.')) {
      path = join_route(item.empty() ? path : item, part);
      item = path + "/{" + replace_all(singular_of(base_name(part)), "-", "_") + "}";
    }
    const Expression* expression = controller.expression == kNone ? nullptr : &controller.facts->expressions[controller.expression];
    const SymbolId type = expression == nullptr ? kNobody
                                                : class_named({.file = controller.file, .scope = controller.scope, .at = expression->begin},
                                                              controller.facts->text(expression->text));
    for (const Action& action : kActions) {
      const bool is_wanted = only.empty() ? !(for_programs && action.for_people) : std::ranges::find(only, action.name) != only.end();
      if (!is_wanted || std::ranges::find(except, action.name) != except.end()) continue;
      const SymbolId method = method_of(type, action.name);
      if (type != kNobody && method == type) continue;  // nothing answers
      add(call, {.symbol = method}, action.verb, join_route(action.of_item ? item : path, action.below));
    }
  }

  SourceFiles& files_;
  RouteTexts texts_;
  Answerers answerers_;
  std::vector<Endpoint>& found_;
  std::vector<std::pair<std::string, std::string>> loaded_;
  bool is_laravel_ = false, is_lumen_ = false;
};

}  // namespace

void find_laravel_routes(SourceFiles& files, std::vector<Endpoint>& found) {
  const bool has_php = std::ranges::any_of(files.program().other_code(), [&](FileId file) { return files.family(file) == Family::kPhp; });
  if (has_php) Finder(files, found).find();
}

}  // namespace grove::graph::web
