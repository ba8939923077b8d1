#include "graph/web/frameworks/django/django.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/frameworks/django/views.h"
#include "graph/web/route_text.h"
#include "graph/web/routing/path_style.h"

namespace grove::graph::web {
namespace {

using Place = SourceFiles::Place;

constexpr std::string_view kPatternCalls[] = {"path", "re_path", "url"};
constexpr int kDeepest = 12;
constexpr std::size_t kMostEndpoints = 20000;
constexpr std::size_t kMostVisits = 5000;  // lists that include each other many times

class Finder {
 public:
  Finder(SourceFiles& files, std::vector<Endpoint>& found)
      : files_(files), texts_(files), answerers_(files), views_(files, answerers_, texts_), found_(found) {}

  void find() {
    for (const FileId file : files_.program().other_code())
      if (files_.family(file) == Family::kPython) read_patterns(file);
    if (patterns_.empty()) return;
    for (const Place& call : files_.calls_of("register"))
      if (files_.family(call.file) == Family::kPython) registrations_[call.file].push_back(call);
    for (const FileId root : roots()) visit(root, "", 0);
  }

 private:
  /// The calls of a file that say patterns, by the list that they stand in and the pattern around them.
  struct Patterns {
    std::map<SymbolId, std::vector<Place>> lists;
    std::map<CallNumber, std::vector<Place>> inside;
  };

  bool is_pattern(FileId file, std::string_view name) {
    return std::ranges::any_of(files_.program().imports(file), [&](const DeclaredImport& import) {
      return (import.name == name || import.alias == name || import.name == "*") && import.module.starts_with("django.");
    });
  }

  void read_patterns(FileId file) {
    const CallChains& calls = files_.calls(file);
    Patterns read;
    for (CallNumber call = 0; call < calls.calls().size(); ++call) {
      const std::string_view name = calls.name(call);
      if (std::ranges::find(kPatternCalls, name) == std::end(kPatternCalls) || !calls.receiver(call).empty() || !is_pattern(file, name))
        continue;
      const Place place{.file = file, .call = call};
      CallNumber around = kNoCall;
      for (const CallNumber one : files_.calls_around(file, files_.reference(place).begin))
        if (around == kNoCall && std::ranges::find(kPatternCalls, calls.name(one)) != std::end(kPatternCalls)) around = one;
      if (around != kNoCall)
        read.inside[around].push_back(place);
      else
        read.lists[files_.place_of(place).scope].push_back(place);
    }
    const bool has_list = !files_.scopes().exported({file}, "urlpatterns", Want::kAny).symbols.empty();
    if (has_list || !read.lists.empty()) patterns_.emplace(file, std::move(read));
  }

  /// Files that `ROOT_URLCONF` names; without it those that no other one includes.
  std::vector<FileId> roots() {
    std::vector<FileId> found;
    for (const SymbolId setting : files_.declarations().named("ROOT_URLCONF"))
      if (const Site value = files_.program().value_of(setting); value.expression != kNone)
        for (const FileId file : modules(value.file, texts_.one(value)))
          if (std::ranges::find(found, file) == found.end()) found.push_back(file);
    if (!found.empty()) return found;
    std::set<FileId> included;
    for (const Place& call : files_.calls_of("include"))
      if (patterns_.contains(call.file))
        for (const FileId file : included_files(files_.arguments(call).at(0))) included.insert(file);
    for (const auto& [file, patterns] : patterns_)
      if (!included.contains(file) && has_urlpatterns(file)) found.push_back(file);
    return found;
  }

  bool has_urlpatterns(FileId file) { return !files_.scopes().exported({file}, "urlpatterns", Want::kAny).symbols.empty(); }

  std::vector<FileId> modules(FileId from, std::string_view module) {
    return module.empty() ? std::vector<FileId>{} : files_of_module(files_.scopes().names(), from, module);
  }

  /// `"shop.urls"`, `("shop.urls", "shop")`, a module that is imported.
  std::vector<FileId> included_files(const Site& what) {
    if (what.expression == kNone) return {};
    const Expression& expression = what.facts->expressions[what.expression];
    if (expression.kind == Expression::Kind::kArray && expression.child_count > 0)
      return included_files({.file = what.file, .facts = what.facts, .scope = what.scope, .expression = expression.first_child});
    if (expression.kind == Expression::Kind::kString) return modules(what.file, what.facts->text(expression.text));
    if (expression.kind != Expression::Kind::kName) return {};
    return files_.scopes().look_up_path({what.file, what.scope}, what.facts->text(expression.text), Want::kAny).files;
  }

  void visit(FileId file, const std::string& prefix, int depth) {
    const auto patterns = patterns_.find(file);
    if (patterns == patterns_.end() || depth > kDeepest || ++visits_ > kMostVisits) return;
    std::vector<SymbolId> own = files_.scopes().exported({file}, "urlpatterns", Want::kAny).symbols;
    for (const auto& [list, places] : patterns->second.lists) {
      // What a function or `+=` adds stands in no list of its own.
      const bool is_own =
          list == kNobody || std::ranges::find(own, list) != own.end() ||
          !(files_.declarations().symbol(list).kind == Kind::kField || files_.declarations().symbol(list).kind == Kind::kConstant);
      if (is_own)
        for (const Place& place : places) add_pattern(place, prefix, depth);
    }
    for (const SymbolId list : own) add_router_urls(list, file, prefix);
  }

  /// `urlpatterns = router.urls`, `urlpatterns += router.urls`
  void add_router_urls(SymbolId, FileId file, const std::string& prefix) {
    const Facts& facts = files_.facts(file);
    for (const Reference& read : facts.references) {
      if (read.role != Role::kRead || facts.text(read.name) != "urls" || read.receiver == 0) continue;
      bool is_included = false;
      for (const CallNumber call : files_.calls_around(file, read.begin)) {
        const std::string_view name = files_.calls(file).name(call);
        is_included = is_included || name == "include" || std::ranges::find(kPatternCalls, name) != std::end(kPatternCalls);
      }
      if (!is_included)
        add_router({.file = file, .scope = files_.symbol(file, read.symbol), .at = read.begin}, facts.text(read.receiver), prefix);
    }
  }

  void add_pattern(const Place& place, const std::string& prefix, int depth) {
    const Arguments passed = files_.arguments(place);
    if (passed.size() < 2 || found_.size() > kMostEndpoints || ++patterns_seen_ > kMostEndpoints) return;
    const std::string_view name = files_.calls(place.file).name(place.call);
    const PathStyle style = name == "path" ? PathStyle::kAngles : PathStyle::kRegex;
    Site view = passed.named("view");
    if (view.expression == kNone) view = passed.at(1);
    for (const std::string& text : texts_.of(passed.at(0))) {
      const std::string path = prefix + with_named_parameters(style, text);
      const Expression& expression = view.facts->expressions[view.expression];
      if (expression.kind == Expression::Kind::kCall && last_part(view.facts->text(expression.text)) == "include") {
        add_included(place,
                     {.file = view.file,
                      .facts = view.facts,
                      .scope = view.scope,
                      .expression = expression.child_count == 0 ? kNone : expression.first_child},
                     path, depth);
      } else {
        add_view(place, view, path);
      }
    }
  }

  void add_included(const Place& place, const Site& what, const std::string& prefix, int depth) {
    if (depth > kDeepest) return;
    const auto patterns = patterns_.find(place.file);
    if (patterns != patterns_.end())
      if (const auto inner = patterns->second.inside.find(place.call); inner != patterns->second.inside.end())
        for (const Place& one : inner->second) add_pattern(one, prefix, depth + 1);
    for (const FileId file : included_files(what)) visit(file, prefix, depth + 1);
    add_named_list(what, prefix, depth);
  }

  /// `include(api_patterns)`, `include((api_patterns, "api"))`, `include(router.urls)`
  void add_named_list(const Site& what, const std::string& prefix, int depth) {
    if (what.expression == kNone) return;
    const Expression& expression = what.facts->expressions[what.expression];
    if (expression.kind == Expression::Kind::kArray && expression.child_count > 0)
      return add_named_list({.file = what.file, .facts = what.facts, .scope = what.scope, .expression = expression.first_child}, prefix,
                            depth);
    if (expression.kind != Expression::Kind::kName) return;
    const std::string_view text = what.facts->text(expression.text);
    if (text.ends_with(".urls"))
      return add_router({.file = what.file, .scope = what.scope, .at = expression.begin}, text.substr(0, text.size() - 5), prefix);
    for (const SymbolId list : files_.scopes().look_up_path({what.file, what.scope}, text, Want::kAny).symbols) {
      const auto patterns = patterns_.find(files_.declarations().file_of(list));
      if (patterns == patterns_.end()) continue;
      if (const auto places = patterns->second.lists.find(list); places != patterns->second.lists.end())
        for (const Place& one : places->second) add_pattern(one, prefix, depth + 1);
    }
  }

  std::vector<SymbolId> variable(const NamePlace& from, std::string_view name) {
    return files_.scopes().look_up_path({from.file, from.scope}, name, Want::kAny).symbols;
  }

  /// Everything that is registered with a router of REST framework, in whatever file.
  void add_router(const NamePlace& from, std::string_view name, const std::string& prefix) {
    const std::vector<SymbolId> router = variable(from, name);
    if (router.empty()) return;
    const Site made = files_.program().value_of(router.front());
    const std::string_view maker =
        made.expression == kNone ? std::string_view() : made.facts->text(made.facts->expressions[made.expression].text);
    if (!maker.ends_with("Router")) return;
    for (const auto& [file, calls] : registrations_)
      for (const Place& call : calls) {
        const NamePlace place = files_.place_of(call);
        const std::vector<SymbolId> asked = variable(place, files_.calls(file).receiver(call.call));
        if (!asked.empty() && asked.front() == router.front()) add_registration(call, prefix);
      }
  }

  void add_registration(const Place& call, const std::string& prefix) {
    const Arguments passed = files_.arguments(call);
    Site set = passed.named("viewset"), path = passed.named("prefix");
    if (path.expression == kNone) path = passed.at(0);
    if (set.expression == kNone) set = passed.at(1);
    const SymbolId type = answerers_.of(set);
    if (path.expression == kNone || type == kNobody || !is_type(files_.declarations().symbol(type).kind)) return;
    for (const std::string& text : texts_.of(path)) {
      const std::string root = prefix + with_named_parameters(PathStyle::kRegex, text) + (text.empty() ? "" : "/");
      for (const DjangoViews::SetRoute& route : views_.routes_of_set(type))
        add(call, route.function == kNobody ? type : route.function, type, route.verb, root + route.path);
    }
  }

  void add_view(const Place& place, const Site& value, const std::string& path) {
    const DjangoViews::View view = views_.of(value);
    for (const auto& [verb, function] : view.verbs) {
      const bool is_class = view.symbol != kNobody && is_type(files_.declarations().symbol(view.symbol).kind);
      add(place, function != kNobody ? function : view.symbol, is_class ? view.symbol : kNobody, verb, path);
    }
  }

  void add(const Place& place, SymbolId answers, SymbolId type, const std::string& verb, const std::string& path) {
    Endpoint endpoint = answerers_.describe(answers, files_.place_of(place));
    if (answers == kNobody) endpoint.handler = kNobody;
    if (type != kNobody) endpoint.controller = std::string(files_.declarations().symbol(type).qualified_name);
    endpoint.framework = Framework::kDjango;
    endpoint.http_method = verb;
    endpoint.route = clean_route(path);
    found_.push_back(std::move(endpoint));
  }

  SourceFiles& files_;
  RouteTexts texts_;
  Answerers answerers_;
  DjangoViews views_;
  std::vector<Endpoint>& found_;
  std::map<FileId, Patterns> patterns_;
  std::size_t visits_ = 0, patterns_seen_ = 0;
  std::map<FileId, std::vector<Place>> registrations_;
};

}  // namespace

void find_django_routes(SourceFiles& files, std::vector<Endpoint>& found) { Finder(files, found).find(); }

}  // namespace grove::graph::web
