#include "graph/web/routing/route_calls.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/request_mapping.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 7> kVerbs = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"};
/// Calls in a chain that say who answers.
constexpr std::array<std::string_view, 4> kHandlerCalls = {"HandlerFunc", "Handler", "to", "to_async"};

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return out;
}

/// `GET /users/{id}`, `example.com/users`
std::string without_host(std::string_view text) {
  const std::size_t slash = text.find('/');
  return std::string(slash == std::string_view::npos ? text : text.substr(slash));
}

Site site_at(const Site& site, Index expression) {
  return {.file = site.file, .facts = site.facts, .scope = site.scope, .expression = expression};
}

}  // namespace

std::string verb_of(std::string_view name) {
  std::string verb = upper(name);
  if (verb == "DEL") verb = "DELETE";
  return std::ranges::find(kVerbs, verb) == kVerbs.end() ? std::string() : verb;
}

std::vector<std::string> RouteCalls::path_texts(const Site& site, PathStyle style) {
  const Expression& expression = site.facts->expressions[site.expression];
  const std::string_view text = site.facts->text(expression.text);
  std::vector<std::string> found;
  if (expression.kind == Expression::Kind::kName && text.starts_with('/')) {  // a regular expression
    const std::size_t end = text.rfind('/');
    std::string path = with_named_parameters(PathStyle::kRegex, text.substr(1, end == 0 ? text.size() - 1 : end - 1));
    const bool is_plain = path.find_first_of("()[]|?+*^$\\") == std::string::npos;
    found.push_back(is_plain ? std::move(path) : "/{" + path + "}");
    return found;
  }
  if (expression.kind == Expression::Kind::kArray) {
    for (std::uint32_t i = 0; i < expression.child_count && i < 16; ++i)
      for (std::string& one : path_texts(site_at(site, expression.first_child + i), style)) found.push_back(std::move(one));
    return found;
  }
  for (const std::string& one : texts_.of(site))
    for (const std::string& path : with_optional_ends(style, one)) found.push_back(with_named_parameters(style, path));
  return found;
}

RouteCalls::Paths RouteCalls::paths_of(const Arguments& passed, const Router& router, const RouterMethod& method) {
  Paths paths;
  if (router.has_own_path || method.path < 0) {
    paths.all = {""};
    paths.found = true;
    return paths;
  }
  Site site = passed.at(static_cast<std::size_t>(method.path));
  paths.place = static_cast<std::size_t>(method.path) + 1;
  if (method.has_options)
    for (const std::string_view name : {"url", "path"})
      if (const Site option = passed.option(name); option.expression != kNone) site = option;
  if (const Site named = method.path_name.empty() ? Site{} : passed.named(method.path_name); named.expression != kNone) {
    site = named;
    paths.place = 0;
  }
  if (site.expression == kNone) return paths;
  // A route may have a name before its path.
  const Site next = passed.at(paths.place);
  if (paths.place > 0 && passed.size() > paths.place + 1 && method.answers == Answers::kLast && texts_.is_text(next) &&
      texts_.one(next).starts_with('/')) {
    site = next;
    ++paths.place;
  }
  const Expression::Kind kind = site.facts->expressions[site.expression].kind;
  if (kind == Expression::Kind::kLambda || kind == Expression::Kind::kObject || kind == Expression::Kind::kNumber) return paths;
  paths.all = path_texts(site, router.dialect->paths);
  paths.found = !paths.all.empty();
  return paths;
}

std::vector<std::string> RouteCalls::verb_names(const Site& site) {
  std::vector<std::string> verbs;
  if (site.expression == kNone) return verbs;
  const Expression& expression = site.facts->expressions[site.expression];
  if (expression.kind == Expression::Kind::kArray) {
    for (std::uint32_t i = 0; i < expression.child_count; ++i)
      for (std::string& one : verb_names(site_at(site, expression.first_child + i))) verbs.push_back(std::move(one));
    return verbs;
  }
  const std::string_view text = site.facts->text(expression.text);
  if (expression.kind == Expression::Kind::kCall && expression.child_count > 0) {  // `[]string{"GET"}`
    for (std::uint32_t i = 0; i < expression.child_count; ++i)
      for (std::string& one : verb_names(site_at(site, expression.first_child + i))) verbs.push_back(std::move(one));
    return verbs;
  }
  std::string_view name = text;
  if (expression.kind == Expression::Kind::kName) {  // `http.MethodGet`, `Method::GET`
    name = last_part(text);
    if (name.starts_with("Method")) name.remove_prefix(6);
  }
  if (std::string verb = verb_of(name); !verb.empty()) verbs.push_back(std::move(verb));
  return verbs;
}

std::vector<std::string> RouteCalls::verbs_of(const SourceFiles::Place* call, const Arguments& passed, const RouterMethod& method) {
  if (!method.verbs_name.empty()) {
    Site named = passed.named(method.verbs_name);
    if (named.expression == kNone) named = passed.option(method.verbs_name);
    if (std::vector<std::string> verbs = verb_names(named); !verbs.empty()) return verbs;
  }
  if (method.verbs >= 0)
    if (std::vector<std::string> verbs = verb_names(passed.at(static_cast<std::size_t>(method.verbs))); !verbs.empty()) return verbs;
  if (call != nullptr && !method.behind.empty()) {
    const CallChains& calls = files_.calls(call->file);
    for (const CallNumber said : {calls.behind(call->call, method.behind), calls.before(call->call, method.behind)}) {
      if (said == kNoCall) continue;
      const Arguments all = files_.arguments({.file = call->file, .call = said});
      std::vector<std::string> verbs;
      for (std::size_t i = 0; i < all.size(); ++i)
        for (std::string& one : verb_names(all.at(i))) verbs.push_back(std::move(one));
      if (!verbs.empty()) return verbs;
    }
  }
  if (!method.verb.empty()) return {std::string(method.verb)};
  return every_verb();
}

/// Whether something behind the path may be what answers: a function, a value, an object of them.
bool RouteCalls::may_answer(const Arguments& passed, std::size_t from) {
  for (std::size_t i = from; i < passed.size(); ++i) {
    const Site site = passed.at(i);
    const Expression::Kind kind = site.facts->expressions[site.expression].kind;
    if (kind != Expression::Kind::kString && kind != Expression::Kind::kNumber && kind != Expression::Kind::kConcat) return true;
  }
  return false;
}

Answerer RouteCalls::with_those_before(const Arguments& passed, std::size_t from, std::size_t answering) {
  Answerer found;
  const auto add = [&](const Site& site) {
    if (site.facts->expressions[site.expression].kind != Expression::Kind::kLambda) return;
    if (const auto body = answerers_.body_at(site.file, site.facts->expressions[site.expression].begin)) found.bodies.push_back(*body);
  };
  for (std::size_t i = from; i < passed.size(); ++i) {
    const Site site = passed.at(i);
    const Expression& one = site.facts->expressions[site.expression];
    const bool is_list = one.kind == Expression::Kind::kArray;
    const std::uint32_t count = !is_list ? 0 : i == answering ? one.child_count - std::min(one.child_count, 1U) : one.child_count;
    for (std::uint32_t child = 0; child < count; ++child) add(site_at(site, one.first_child + child));
    if (i != answering && !is_list) add(site);
  }
  Answerer answers = answerers_.answering(passed.at(answering));
  found.symbol = answers.symbol;
  found.bodies.insert(found.bodies.end(), answers.bodies.begin(), answers.bodies.end());
  return found;
}

Answerer RouteCalls::answerer(const SourceFiles::Place& call, const Arguments& passed, const RouterMethod& method, std::size_t from) {
  if (method.has_options)
    if (const Site handler = passed.option("handler"); handler.expression != kNone) return answerers_.answering(handler);
  for (const std::string_view name : {"endpoint", "view_func"})
    if (const Site named = passed.named(name); named.expression != kNone) return answerers_.answering(named);
  if (method.answers == Answers::kBehind) {
    const CallChains& calls = files_.calls(call.file);
    for (const std::string_view name : kHandlerCalls)
      if (const CallNumber said = calls.behind(call.call, name); said != kNoCall)
        return answerers_.answering(files_.arguments({.file = call.file, .call = said}).at(0));
  }
  if (method.answers == Answers::kSecond) return with_those_before(passed, from, from);
  for (std::size_t i = passed.size(); i-- > from;) {
    const Site site = passed.at(i);
    const Expression::Kind kind = site.facts->expressions[site.expression].kind;
    if (kind == Expression::Kind::kNamed || kind == Expression::Kind::kObject || kind == Expression::Kind::kString) continue;
    // Go lists the handlers behind the first one that answers as well: the last one is it.
    return with_those_before(passed, from, i);
  }
  return {};
}

/// `get(list).post(create)`: each call of the chain says a verb and who answers it.
void RouteCalls::add_by_verb(const SourceFiles::Place& call, const Site& value, const Paths& paths, std::vector<SaidRoute>& found) {
  const CallChains& calls = files_.calls(call.file);
  const Expression& expression = value.facts->expressions[value.expression];
  const std::string_view written = value.facts->text(expression.text);
  for (CallNumber one = calls.of_expression(value.expression); one != kNoCall; one = calls[one].before) {
    const std::string_view name = calls.name(one);
    const std::string base(name.ends_with("_service") ? name.substr(0, name.size() - 8) : name);
    const std::string verb = verb_of(base);
    if (verb.empty() && base != "any" && base != "on") continue;
    const bool is_whole = written == name || written.ends_with("." + std::string(name)) || written.ends_with(":" + std::string(name));
    Arguments passed = files_.arguments({.file = call.file, .call = one});
    if (passed.size() == 0 && is_whole) passed.call = value;
    std::vector<std::string> verbs = verb.empty() ? every_verb() : std::vector<std::string>{verb};
    if (base == "on" && passed.size() > 1) verbs = verb_names(passed.at(0));
    Answerer answers = passed.size() == 0 ? Answerer{} : answerers_.answering(passed.at(passed.size() - 1));
    CallNumber to = calls.behind(one, "to");
    if (to == kNoCall) to = calls.behind(one, "to_async");
    if (to != kNoCall) {  // `web::get().to(f)`
      Arguments told = files_.arguments({.file = call.file, .call = to});
      if (told.size() == 0) told.call = value;
      if (told.size() > 0) answers = answerers_.answering(told.at(0));
    }
    if (answers.symbol == kNobody && answers.bodies.empty() && passed.size() == 0 &&
        to == kNoCall) {  // only the text of what stands before says it
      const std::string call_text = std::string(name) + "(";
      const std::size_t begin = written.find(call_text);
      const std::size_t end = begin == std::string_view::npos ? begin : written.find(')', begin);
      if (end != std::string_view::npos) {
        const std::string_view path = written.substr(begin + call_text.size(), end - begin - call_text.size());
        const std::uint32_t place = expression.begin + static_cast<std::uint32_t>(begin + call_text.size());
        answers.symbol = answerers_.named({.file = value.file, .scope = value.scope, .at = place}, path);
        if (const auto body = answerers_.body_at(value.file, place); body && answers.symbol == kNobody) answers.bodies = {*body};
      }
    }
    for (const std::string& path : paths.all)
      found.push_back({.path = path,
                       .verbs = verbs,
                       .endpoint = answerers_.describe(
                           answers, {.file = call.file, .scope = value.scope, .at = value.facts->references[calls[one].reference].begin})});
  }
}

/// A class with a function for each verb that it answers.
void RouteCalls::add_of_class(SymbolId type, const Paths& paths, const std::vector<std::string>& verbs, const NamePlace& from,
                              std::vector<SaidRoute>& found) {
  for (const std::string_view verb : kVerbs) {
    if (!verbs.empty() && std::ranges::find(verbs, verb) == verbs.end()) continue;
    const std::vector<SymbolId> functions = files_.scopes().members(type, to_lower_ascii(verb));
    if (functions.empty() || !is_callable(files_.declarations().symbol(functions.front()).kind)) continue;
    Endpoint endpoint = answerers_.describe(functions.front(), from);
    endpoint.controller = std::string(files_.declarations().symbol(type).qualified_name);
    for (const std::string& path : paths.all) found.push_back({.path = path, .verbs = {std::string(verb)}, .endpoint = endpoint});
  }
}

std::vector<SaidRoute> RouteCalls::read(const SourceFiles::Place& call, const Router& router, const RouterMethod& method) {
  const Arguments passed = files_.arguments(call);
  const NamePlace from = files_.place_of(call);
  std::vector<SaidRoute> found;
  if (passed.size() < method.least && !router.has_own_path && method.least > 1) return found;
  if (method.answers == Answers::kOfClass && method.path > 0) {  // `add_resource(Users, "/users", "/people")`
    Paths paths;
    for (std::size_t i = static_cast<std::size_t>(method.path); i < passed.size(); ++i)
      if (texts_.is_text(passed.at(i)))
        for (std::string& one : path_texts(passed.at(i), router.dialect->paths)) paths.all.push_back(std::move(one));
    if (const SymbolId type = answerers_.of(passed.at(0)); type != kNobody && is_type(files_.declarations().symbol(type).kind))
      add_of_class(type, paths, {}, from, found);
    return found;
  }
  Paths paths = paths_of(passed, router, method);
  if (!paths.found) return found;
  if (method.answers == Answers::kByVerb) {
    const Site value = passed.at(paths.place);
    if (value.expression != kNone) add_by_verb(call, value, paths, found);
    return found;
  }
  std::vector<std::string> verbs = verbs_of(&call, passed, method);
  if (method.path_is_verb)
    for (std::string& path : paths.all) {
      const std::size_t space = path.find(' ');
      if (const std::string verb = space == std::string::npos ? "" : verb_of(path.substr(0, space)); !verb.empty()) {
        verbs = {verb};
        path = std::string(trim(std::string_view(path).substr(space + 1)));
      }
      path = without_host(path);
      if (path.ends_with("{$}")) path.resize(path.size() - 3);
    }
  // `View.as_view("name")` is a class.
  if (const Site view = passed.named("view_func"); view.expression != kNone) {
    const std::string_view text = view.facts->text(view.facts->expressions[view.expression].text);
    if (text.ends_with(".as_view")) {
      const SymbolId type = answerers_.named({.file = view.file, .scope = view.scope, .at = view.facts->expressions[view.expression].begin},
                                             text.substr(0, text.size() - 8));
      const bool says = passed.named(method.verbs_name).expression != kNone;
      if (type != kNobody) add_of_class(type, paths, says ? verbs : std::vector<std::string>{}, from, found);
      return found;
    }
  }
  const bool has_answer = may_answer(passed, paths.place) || (method.has_options && passed.option("handler").expression != kNone) ||
                          (router.has_own_path && files_.reference(call).arity > 0);
  if ((method.answers == Answers::kLast || method.answers == Answers::kSecond) && !has_answer) return found;
  const Endpoint endpoint = answerers_.describe(answerer(call, passed, method, paths.place), from);
  for (const std::string& path : paths.all) found.push_back({.path = path, .verbs = verbs, .endpoint = endpoint});
  return found;
}

/// The first parameter without a default whose type is a class here.
std::string RouteCalls::body_of(SymbolId function) {
  const FileId file = files_.declarations().file_of(function);
  const Facts& facts = files_.facts(file);
  for (const Index i : files_.program().parameters_of(function)) {
    const Parameter& one = facts.parameters[i];
    if (one.has_default || one.type == 0) continue;
    const Found found = files_.scopes().look_up_type({file, function}, facts.text(one.type));
    if (!found.symbols.empty() && files_.declarations().symbol(found.symbols.front()).kind == Kind::kClass)
      return std::string(facts.text(one.type));
  }
  return {};
}

std::vector<SaidRoute> RouteCalls::read_verb_mark(const Arguments& passed, SymbolId on, const Router& router, std::string_view name) {
  std::vector<SaidRoute> found;
  std::vector<std::string> verbs;
  if (std::string verb = verb_of(name); !verb.empty()) verbs.push_back(std::move(verb));
  if (name == "route")
    for (std::size_t i = 1; i < passed.size(); ++i) {
      const Expression& one = passed.at(i).facts->expressions[passed.at(i).expression];
      if (one.kind == Expression::Kind::kString)
        for (std::string& verb : verb_names(passed.at(i))) verbs.push_back(std::move(verb));
    }
  if (verbs.empty() || passed.size() == 0) return found;
  const Endpoint endpoint = answerers_.describe(on, {.file = passed.call.file, .scope = on, .at = 0});
  for (const std::string& path : path_texts(passed.at(0), router.dialect->paths))
    found.push_back({.path = path, .verbs = verbs, .endpoint = endpoint});
  return found;
}

std::vector<SaidRoute> RouteCalls::read_mark(const Arguments& passed, SymbolId on, const Router& router, const RouterMethod& method) {
  std::vector<SaidRoute> found;
  Paths paths;
  if (method.answers == Answers::kOfClass || is_type(files_.declarations().symbol(on).kind)) {
    for (std::size_t i = 0; i < passed.size(); ++i)
      if (texts_.is_text(passed.at(i)))
        for (std::string& one : path_texts(passed.at(i), router.dialect->paths)) paths.all.push_back(std::move(one));
    if (paths.all.empty()) paths.all = {""};
  } else {
    paths = paths_of(passed, router, method);
    if (!paths.found) return found;
  }
  const NamePlace from{.file = passed.call.file, .scope = on, .at = files_.declarations().symbol(on).name_begin};
  if (is_type(files_.declarations().symbol(on).kind)) {
    add_of_class(on, paths, {}, from, found);
    return found;
  }
  Endpoint endpoint = answerers_.describe(on, from);
  if (const Site model = passed.named("response_model"); model.expression != kNone)
    endpoint.response_type = body_type(model.facts->text(model.facts->expressions[model.expression].text));
  const std::vector<std::string> verbs = verbs_of(nullptr, passed, method);
  if (verbs.size() == 1 && verbs[0] != "GET" && verbs[0] != "DELETE" && verbs[0] != "HEAD") endpoint.request_type = body_of(on);
  for (const std::string& path : paths.all) found.push_back({.path = path, .verbs = verbs, .endpoint = endpoint});
  return found;
}

}  // namespace grove::graph::web
