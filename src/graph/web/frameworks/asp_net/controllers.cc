#include "graph/web/frameworks/asp_net/controllers.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/request_mapping.h"
#include "graph/web/route_text.h"
#include "graph/web/routing/answerers.h"
#include "graph/web/routing/path_style.h"
#include "graph/web/routing/route_calls.h"
#include "graph/web/routing/route_texts.h"

namespace grove::graph::web {
namespace {

constexpr std::string_view kBases[] = {"Controller", "ControllerBase", "ApiController", "ODataController"};
constexpr std::string_view kConventions[] = {"MapControllerRoute", "MapDefaultControllerRoute", "UseMvcWithDefaultRoute", "MapRoute"};

std::string_view attribute_name(std::string_view name) {
  name = last_part(name);
  return name.size() > 9 && name.ends_with("Attribute") ? name.substr(0, name.size() - 9) : name;
}

/// `[HttpGet("x")]`, `[Route("x")]`: what a class or an action says.
struct Said {
  std::vector<std::string> routes;                          ///< Of `Route`.
  std::vector<std::string> verbs;                           ///< Of those without a path of their own.
  std::vector<std::pair<std::string, std::string>> mapped;  ///< Verb and path.
  std::string area, name;
  bool is_controller = false, is_action = true;
};

class Finder {
 public:
  Finder(SourceFiles& files, std::vector<Endpoint>& found) : files_(files), texts_(files), answerers_(files), found_(found) {}

  void find() {
    for (const std::string_view name : kConventions)
      for (const SourceFiles::Place& call : files_.calls_of(name))
        has_convention_ = has_convention_ || files_.family(call.file) == Family::kDotNet;
    for (const FileId file : files_.program().other_code()) {
      if (files_.family(file) != Family::kDotNet) continue;
      const DeclaredFile declared = files_.declarations().file(file);
      for (SymbolId symbol = declared.first_symbol; symbol < declared.first_symbol + declared.symbol_count; ++symbol) {
        const DeclaredSymbol one = files_.declarations().symbol(symbol);
        if (one.kind == Kind::kClass && (one.flags & (kSymbolAbstract | kSymbolStatic)) == 0) add_class(symbol);
      }
    }
  }

 private:
  Said read(SymbolId symbol) {
    Said said;
    for (const Marking& marking : files_.program().markings(symbol)) {
      const std::string_view name = attribute_name(marking.name());
      const Arguments passed{
          .call = {.file = marking.file, .facts = marking.facts, .scope = symbol, .expression = marking.annotation->arguments}};
      if (name == "ApiController" || name == "Controller") said.is_controller = true;
      if (name == "NonAction" || name == "NonController") said.is_action = false;
      if (name == "Area") said.area = texts_.one(passed.at(0));
      if (name == "ActionName") said.name = texts_.one(passed.at(0));
      if (name == "Route" || name == "RoutePrefix")
        for (std::string& text : texts_.of(passed.at(0))) said.routes.push_back(std::move(text));
      if (name == "AcceptVerbs") read_verbs(passed, said);
      const std::string verb = name.starts_with("Http") ? verb_of(name.substr(4)) : std::string();
      if (verb.empty()) continue;
      const Site path = passed.named("template").expression != kNone ? passed.named("template") : passed.at(0);
      const bool has_path = path.expression != kNone && path.facts->expressions[path.expression].kind != Expression::Kind::kNamed;
      const std::vector<std::string> texts = has_path ? texts_.of(path) : std::vector<std::string>{};
      for (const std::string& text : texts) said.mapped.emplace_back(verb, text);
      if (texts.empty()) said.verbs.push_back(verb);
    }
    return said;
  }

  /// `[AcceptVerbs("PUT", "PATCH", Route = "{id}")]`
  void read_verbs(const Arguments& passed, Said& said) {
    std::vector<std::string> verbs;
    for (std::size_t i = 0; i < passed.size(); ++i)
      if (std::string verb = verb_of(texts_.one(passed.at(i))); !verb.empty()) verbs.push_back(std::move(verb));
    const Site route = passed.named("Route");
    const std::vector<std::string> paths = route.expression == kNone ? std::vector<std::string>() : texts_.of(route);
    for (const std::string& path : paths)
      for (const std::string& verb : verbs) said.mapped.emplace_back(verb, path);
    if (paths.empty()) std::ranges::move(verbs, std::back_inserter(said.verbs));
  }

  bool is_controller(SymbolId type, const Said& said) {
    if (!said.is_action) return false;
    if (said.is_controller) return true;
    const bool by_name = files_.declarations().symbol(type).name.ends_with("Controller");
    for (const SymbolId one : with_ancestors(files_.program(), type))
      for (const std::string_view base : files_.declarations().supertypes(one))
        if (std::ranges::find(kBases, last_part(base.substr(0, base.find('<')))) != std::end(kBases)) return true;
    return by_name && !said.routes.empty();
  }

  void add_class(SymbolId type) {
    Said above = read(type);
    if (!is_controller(type, above)) return;
    std::vector<SymbolId> owners = with_ancestors(files_.program(), type);
    for (std::size_t i = 1; i < owners.size(); ++i) {
      const Said base = read(owners[i]);
      if (above.routes.empty()) above.routes = base.routes;
      if (above.area.empty()) above.area = base.area;
    }
    std::vector<std::string_view> seen;
    for (const SymbolId owner : owners)
      for (const SymbolId member : files_.declarations().members(owner)) {
        const DeclaredSymbol declared = files_.declarations().symbol(member);
        const bool may_answer =
            declared.kind == Kind::kMethod && (declared.flags & kSymbolPublic) != 0 && (declared.flags & kSymbolStatic) == 0;
        if (may_answer) add_action(type, member, above);
      }
  }

  /// `[controller]`, `[action]` and `[area]` filled in.
  std::string filled(std::string text, SymbolId type, const Said& above, std::string_view action) {
    std::string_view controller = files_.declarations().symbol(type).name;
    if (controller.size() > 10 && controller.ends_with("Controller")) controller.remove_suffix(10);
    text = replace_all(std::move(text), "[controller]", controller);
    text = replace_all(std::move(text), "[action]", action);
    return replace_all(std::move(text), "[area]", above.area);
  }

  void add_action(SymbolId type, SymbolId method, const Said& above) {
    const Said said = read(method);
    if (!said.is_action) return;
    std::string action = said.name.empty() ? std::string(files_.declarations().symbol(method).name) : said.name;
    if (said.name.empty() && action.size() > 5 && action.ends_with("Async")) action.resize(action.size() - 5);
    const auto add_below = [&](const std::vector<std::string>& verbs, const std::string& path) {
      const bool is_whole = path.starts_with('/') || path.starts_with("~/");
      const std::vector<std::string> uppers = is_whole || above.routes.empty() ? std::vector<std::string>{""} : above.routes;
      for (const std::string& upper : uppers)
        for (const std::string& verb : verbs)
          add(type, method, verb, filled(join_route(upper, path.starts_with("~/") ? path.substr(1) : path), type, above, action));
    };
    for (const auto& [verb, path] : said.mapped) add_below({verb}, path);
    std::vector<std::string> verbs = said.verbs;
    for (const std::string& route : said.routes) add_below(verbs.empty() ? every_verb() : verbs, route);
    if (!said.mapped.empty() || !said.routes.empty()) return;
    if (!above.routes.empty()) {
      const bool names_action =
          std::ranges::any_of(above.routes, [](const std::string& one) { return one.find("[action]") != std::string::npos; });
      if (!verbs.empty() || names_action) add_below(verbs.empty() ? every_verb() : verbs, "");
      return;
    }
    if (has_convention_)
      for (const std::string& verb : verbs.empty() ? every_verb() : verbs)
        add(type, method, verb, filled(join_route(above.area.empty() ? "" : "[area]", "[controller]/[action]"), type, above, action));
  }

  void add(SymbolId type, SymbolId method, const std::string& verb, const std::string& path) {
    for (const std::string& one : with_optional_ends(PathStyle::kBraces, path)) add_route(type, method, verb, one);
  }

  void add_route(SymbolId type, SymbolId method, const std::string& verb, const std::string& path) {
    Endpoint endpoint = answerers_.describe(
        method, {.file = files_.declarations().file_of(type), .scope = type, .at = files_.declarations().symbol(method).name_begin});
    endpoint.controller = std::string(files_.declarations().symbol(type).qualified_name);
    endpoint.framework = Framework::kAspNet;
    endpoint.http_method = verb;
    endpoint.route = clean_route(with_named_parameters(PathStyle::kBraces, path));
    endpoint.request_type = body_of(method, verb);
    found_.push_back(std::move(endpoint));
  }

  /// What is `[FromBody]`; else of verbs with a body the parameter whose type is a class here.
  std::string body_of(SymbolId method, std::string_view verb) {
    const FileId file = files_.declarations().file_of(method);
    const Facts& facts = files_.facts(file);
    std::string guess;
    for (const Index i : files_.program().parameters_of(method)) {
      const std::string type(facts.text(facts.parameters[i].type));
      bool from_elsewhere = false;
      for (const Marking& marking : files_.program().parameter_markings(method, i)) {
        const std::string_view name = attribute_name(marking.name());
        if (name == "FromBody") return type;
        from_elsewhere = from_elsewhere || name.starts_with("From");
      }
      if (from_elsewhere || !guess.empty() || verb == "GET" || verb == "DELETE" || verb == "HEAD") continue;
      const Found known = files_.scopes().look_up_type({file, method}, type);
      if (!known.symbols.empty() && files_.declarations().symbol(known.symbols.front()).kind == Kind::kClass) guess = type;
    }
    return guess;
  }

  SourceFiles& files_;
  RouteTexts texts_;
  Answerers answerers_;
  std::vector<Endpoint>& found_;
  bool has_convention_ = false;
};

}  // namespace

void find_controller_routes(SourceFiles& files, std::vector<Endpoint>& found) { Finder(files, found).find(); }

}  // namespace grove::graph::web
