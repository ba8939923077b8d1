#include "graph/web/frameworks/rails/rails.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/plural.h"
#include "graph/web/request_mapping.h"
#include "graph/web/route_text.h"
#include "graph/web/routing/answerers.h"
#include "graph/web/routing/route_calls.h"
#include "graph/web/routing/route_texts.h"

namespace grove::graph::web {
namespace {

using Place = SourceFiles::Place;

struct Action {
  std::string_view name, verb, below;
  bool of_item = false;
};
constexpr std::array<Action, 8> kActions = {{{"index", "GET", ""},
                                             {"create", "POST", ""},
                                             {"new", "GET", "new"},
                                             {"show", "GET", "", true},
                                             {"edit", "GET", "edit", true},
                                             {"update", "PATCH", "", true},
                                             {"update", "PUT", "", true},
                                             {"destroy", "DELETE", "", true}}};
constexpr std::string_view kVerbCalls[] = {"get", "post", "put", "patch", "delete", "match", "root"};

/// What stands around a route: below which path, in which module, of which controller.
struct Scope {
  std::string path, module, controller;
  std::string collection, member;  ///< Of the resource that is nearest; empty where the route is in none.
  std::string flat;                ///< The path without the resources around it.
  bool is_shallow = false;         ///< Items of resources stand below `flat`.
};

/// Without what may be left out: `(.:format)`.
std::string without_optional(std::string_view path) {
  std::string out;
  int depth = 0;
  for (const char c : path) {
    depth += c == '(' ? 1 : 0;
    if (depth == 0) out += c;
    depth -= c == ')' && depth > 0 ? 1 : 0;
  }
  return out;
}

bool is_routes_file(std::string_view path) {
  return path == "config/routes.rb" || path.ends_with("/config/routes.rb") || path.starts_with("config/routes/") ||
         path.find("/config/routes/") != std::string_view::npos;
}

class Finder {
 public:
  Finder(SourceFiles& files, std::vector<Endpoint>& found) : files_(files), texts_(files), answerers_(files), found_(found) {}

  void find() {
    for (const FileId file : files_.program().other_code()) {
      if (files_.family(file) != Family::kRuby || !is_routes_file(files_.declarations().file(file).path)) continue;
      const CallChains& calls = files_.calls(file);
      for (CallNumber call = 0; call < calls.calls().size(); ++call) {
        const std::string_view name = calls.name(call);
        if (!calls.receiver(call).empty()) continue;
        const Place place{.file = file, .call = call};
        if (std::ranges::find(kVerbCalls, name) != std::end(kVerbCalls))
          add_route(place, name);
        else if (name == "resources" || name == "resource")
          add_resources(place, name == "resource");
      }
    }
  }

 private:
  static std::string word(const Site& site) {
    if (site.expression == kNone) return {};
    std::string_view text = site.facts->text(site.facts->expressions[site.expression].text);
    if (text.starts_with(':')) text.remove_prefix(1);
    return std::string(text);
  }

  static std::vector<std::string> words(const Site& site) {
    if (site.expression == kNone) return {};
    const Expression& list = site.facts->expressions[site.expression];
    if (list.kind == Expression::Kind::kString || list.kind == Expression::Kind::kName) return {word(site)};
    std::vector<std::string> found;
    for (std::uint32_t i = 0; i < list.child_count; ++i)
      found.push_back(word({.file = site.file, .facts = site.facts, .scope = site.scope, .expression = list.first_child + i}));
    // `%i[index show]`: the grammar's parts have no shape of their own
    return found;
  }

  /// The names that are passed before any option.
  static std::vector<Site> names_in(const Arguments& passed) {
    std::vector<Site> found;
    for (std::size_t i = 0; i < passed.size(); ++i) {
      const Site site = passed.at(i);
      const Expression::Kind kind = site.facts->expressions[site.expression].kind;
      if (kind == Expression::Kind::kString || kind == Expression::Kind::kName) found.push_back(site);
    }
    return found;
  }

  /// An option that is passed by name or in a hash.
  static Site option(const Arguments& passed, std::string_view name) {
    for (const std::string& written : {std::string(name), ":" + std::string(name), std::string(name) + ":"})
      if (const Site found = passed.named(written); found.expression != kNone) return found;
    return passed.option(name);
  }

  static std::string in_path(std::string_view text) { return with_named_parameters(PathStyle::kColons, without_optional(text)); }

  static bool is_shallow(const Scope& scope, const Arguments& passed) {
    const Site said = option(passed, "shallow");
    return said.expression == kNone ? scope.is_shallow : word(said) == "true";
  }

  /// The path of a resource, of one of its items, and of what stands below an item.
  struct Paths {
    std::string all, item, nested;
  };
  Paths paths_of(const Scope& scope, std::string_view name, const Arguments& passed, bool is_one) {
    const Site path = option(passed, "path"), parameter = option(passed, "param");
    const std::string own = path.expression == kNone ? std::string(name) : in_path(word(path));
    Paths paths{.all = join_route(scope.path, own), .item = {}, .nested = {}};
    const std::string key = parameter.expression == kNone ? "id" : word(parameter);
    const std::string items = is_shallow(scope, passed) ? join_route(scope.flat, own) : paths.all;
    paths.item = is_one ? paths.all : items + "/{" + key + "}";
    paths.nested = is_one ? paths.all : items + "/{" + singular_of(name) + "_" + key + "}";
    return paths;
  }

  /// One block more: `namespace :api do`.
  void enter(Scope& scope, const Place& call) {
    const std::string_view name = files_.calls(call.file).name(call.call);
    const Arguments passed = files_.arguments(call);
    const std::vector<Site> names = names_in(passed);
    const Site path = option(passed, "path"), module = option(passed, "module"), controller = option(passed, "controller");
    const auto below = [&](const std::string& own) {
      scope.path = join_route(scope.path, own);
      scope.flat = join_route(scope.flat, own);
    };
    if (name == "shallow") scope.is_shallow = true;
    if (name == "namespace" && !names.empty()) {
      const std::string own = word(names[0]);
      below(path.expression == kNone ? own : in_path(word(path)));
      scope.module = join_route(scope.module, module.expression == kNone ? own : word(module));
    } else if (name == "scope") {
      for (const Site& one : names) below(in_path(word(one)));
      if (path.expression != kNone) below(in_path(word(path)));
      if (module.expression != kNone) scope.module = join_route(scope.module, word(module));
      scope.is_shallow = is_shallow(scope, passed);
    } else if ((name == "resources" || name == "resource") && !names.empty()) {
      const Paths paths = paths_of(scope, word(names[0]), passed, name == "resource");
      scope.collection = paths.all;
      scope.member = paths.item;
      scope.path = paths.nested;
      scope.is_shallow = is_shallow(scope, passed);
      if (module.expression != kNone) scope.module = join_route(scope.module, word(module));
      scope.controller =
          controller.expression == kNone ? (name == "resource" ? plural_of(word(names[0])) : word(names[0])) : word(controller);
    } else if (name == "member") {
      scope.path = scope.member;
    } else if (name == "collection") {
      scope.path = scope.collection;
    } else if (name == "controller" && !names.empty()) {
      scope.controller = word(names[0]);
    }
    if (name == "scope" && controller.expression != kNone) scope.controller = word(controller);
  }

  /// What stands around a call; inside of a concern, what stands around each of its uses.
  std::vector<Scope> around(const Place& call, int depth = 0) {
    const CallChains& calls = files_.calls(call.file);
    std::vector<CallNumber> blocks = files_.calls_around(call.file, files_.reference(call).begin);
    const auto concern = std::ranges::find_if(blocks, [&](CallNumber block) { return calls.name(block) == "concern"; });
    std::vector<Scope> scopes;
    if (concern == blocks.end())
      scopes.emplace_back();
    else if (const std::vector<Site> names = names_in(files_.arguments({.file = call.file, .call = *concern})); !names.empty())
      scopes = users_of(call.file, word(names[0]), depth + 1);
    std::ranges::reverse(blocks.begin(), concern);
    for (Scope& scope : scopes)
      for (auto block = blocks.begin(); block != concern; ++block) enter(scope, {.file = call.file, .call = *block});
    return scopes;
  }

  /// `concerns :votes` in a block, `resources :posts, concerns: [:votes]`.
  std::vector<Scope> users_of(FileId file, const std::string& concern, int depth) {
    constexpr int kDeepestConcern = 4;
    std::vector<Scope> found;
    if (depth > kDeepestConcern) return found;
    const CallChains& calls = files_.calls(file);
    for (CallNumber call = 0; call < calls.calls().size(); ++call) {
      const std::string_view name = calls.name(call);
      const bool is_resource = name == "resources" || name == "resource";
      if ((!is_resource && name != "concerns") || !calls.receiver(call).empty()) continue;
      const Place place{.file = file, .call = call};
      const Arguments passed = files_.arguments(place);
      std::vector<std::string> used = is_resource ? words(option(passed, "concerns")) : std::vector<std::string>{};
      for (std::size_t i = 0; !is_resource && i < passed.size(); ++i) std::ranges::copy(words(passed.at(i)), std::back_inserter(used));
      if (std::ranges::find(used, concern) == used.end()) continue;
      for (Scope& scope : around(place, depth)) {
        if (is_resource) enter(scope, place);
        found.push_back(std::move(scope));
      }
    }
    return found;
  }

  /// `app/controllers/api/users_controller.rb`
  std::optional<FileId> controller_file(std::string_view controller) {
    while (controller.starts_with('/')) controller.remove_prefix(1);
    const std::string tail = "app/controllers/" + std::string(controller) + "_controller.rb";
    for (const FileId file : files_.declarations().files_named(base_name(tail)))
      if (const std::string_view path = files_.declarations().file(file).path; path == tail || path.ends_with("/" + tail)) return file;
    return std::nullopt;
  }

  SymbolId action(FileId file, std::string_view name) {
    const DeclaredFile declared = files_.declarations().file(file);
    for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) {
      if (files_.declarations().symbol(symbol).kind != Kind::kClass) continue;
      for (const SymbolId member : files_.scopes().members(symbol, name))
        if (is_callable(files_.declarations().symbol(member).kind)) return member;
    }
    return kNobody;
  }

  static Expression::Kind kind_of(const Site& site) { return site.facts->expressions[site.expression].kind; }

  void add(const Place& call, const Answerer& answers, std::string_view verb, const std::string& route) {
    Endpoint endpoint = answerers_.describe(answers, files_.place_of(call));
    endpoint.framework = Framework::kRails;
    endpoint.http_method = std::string(verb);
    endpoint.route = clean_route(route);
    found_.push_back(std::move(endpoint));
  }

  SymbolId handler(std::string_view controller, std::string_view name) {
    const std::optional<FileId> file = controller_file(controller);
    return file ? action(*file, name) : kNobody;
  }

  void add_route(const Place& call, std::string_view name) {
    const Arguments passed = files_.arguments(call);
    if (passed.size() == 0) return;
    std::vector<std::string> verbs;
    if (const std::string verb = verb_of(name); !verb.empty()) verbs.push_back(verb);
    if (name == "root") verbs.emplace_back("GET");
    if (name == "match")
      for (const std::string& via : words(option(passed, "via")))
        if (std::string verb = verb_of(via); !verb.empty()) verbs.push_back(std::move(verb));
    if (verbs.empty()) verbs = every_verb();
    std::string path, to = word(option(passed, "to"));
    std::vector<std::string> paths;
    for (const Site& one : names_in(passed)) paths.push_back(word(one));
    if (name == "root") {
      if (to.empty() && !paths.empty()) to = paths[0];
      paths = {""};
    }
    // `get "/x" => "controller#action"`
    for (std::size_t i = 0; i < passed.size() && paths.empty(); ++i) {
      const Expression& entry = passed.at(i).facts->expressions[passed.at(i).expression];
      if (entry.kind != Expression::Kind::kNamed || entry.child_count != 1) continue;
      const std::string key(passed.call.facts->text(entry.text));
      const std::string value = word({.file = call.file, .facts = passed.call.facts, .scope = kNobody, .expression = entry.first_child});
      if (value.find('#') == std::string::npos || key == "to") continue;
      paths.push_back(key);
      to = value;
    }
    for (const Scope& scope : around(call))
      for (const std::string& one : paths) add_path(call, scope, one, to, verbs);
  }

  void add_path(const Place& call, const Scope& scope, const std::string& path, const std::string& to,
                const std::vector<std::string>& verbs) {
    const Arguments passed = files_.arguments(call);
    std::string above = scope.path;
    const std::string on = word(option(passed, "on"));
    if (on == "member") above = scope.member;
    if (on == "collection") above = scope.collection;
    std::string controller = scope.controller, action_name = word(option(passed, "action"));
    if (const Site said = option(passed, "controller"); said.expression != kNone) controller = word(said);
    if (const std::size_t mark = to.find('#'); mark != std::string::npos) {
      if (mark > 0) controller = to.substr(0, mark);
      action_name = to.substr(mark + 1);
    } else if (!to.empty()) {
      action_name = to;
    }
    if (action_name.empty()) {  // `get "posts/list"`, `get :search`
      const std::string bare(path.starts_with('/') ? path.substr(1) : path);
      const std::size_t slash = bare.rfind('/');
      if (slash != std::string::npos && controller.empty()) controller = bare.substr(0, slash);
      action_name = bare.substr(slash == std::string::npos ? 0 : slash + 1);
    }
    const std::string qualified = controller.starts_with('/') ? controller : join_route(scope.module, controller);
    Answerer answers{.symbol = controller.empty() ? kNobody : handler(qualified, action_name)};
    if (const Site said = option(passed, "to"); said.expression != kNone && kind_of(said) == Expression::Kind::kLambda)
      answers = answerers_.answering(said);
    for (const std::string& verb : verbs) add(call, answers, verb, join_route(above, in_path(path)));
  }

  void add_resources(const Place& call, bool is_one) {
    for (const Scope& scope : around(call)) add_resources(call, scope, is_one);
  }

  void add_resources(const Place& call, const Scope& scope, bool is_one) {
    const Arguments passed = files_.arguments(call);
    const std::vector<std::string> only = words(option(passed, "only")), except = words(option(passed, "except"));
    const bool has_only = option(passed, "only").expression != kNone;
    const Site module = option(passed, "module"), said = option(passed, "controller");
    for (const Site& one : names_in(passed)) {
      const std::string name = word(one);
      const Paths paths = paths_of(scope, name, passed, is_one);
      std::string controller = said.expression != kNone ? word(said) : is_one ? plural_of(name) : name;
      if (module.expression != kNone) controller = join_route(word(module), controller);
      const std::optional<FileId> file = controller_file(join_route(scope.module, controller));
      for (const Action& action : kActions) {
        if (is_one && action.name == "index") continue;
        if (has_only && std::ranges::find(only, action.name) == only.end()) continue;
        if (std::ranges::find(except, action.name) != except.end()) continue;
        const SymbolId answers = file ? this->action(*file, action.name) : kNobody;
        if (file && answers == kNobody) continue;
        add(call, {.symbol = answers}, action.verb, join_route(action.of_item ? paths.item : paths.all, action.below));
      }
    }
  }

  SourceFiles& files_;
  RouteTexts texts_;
  Answerers answerers_;
  std::vector<Endpoint>& found_;
};

}  // namespace

void find_rails_routes(SourceFiles& files, std::vector<Endpoint>& found) { Finder(files, found).find(); }

}  // namespace grove::graph::web
