#include "graph/web/frameworks/django/views.h"

#include <algorithm>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/request_mapping.h"
#include "graph/web/routing/route_calls.h"

namespace grove::graph::web {
namespace {

/// Library classes by name, with the verbs that they answer.
struct LibraryView {
  std::string_view name, verbs;
};
constexpr LibraryView kLibraryViews[] = {
    {"ListAPIView", "GET"},
    {"CreateAPIView", "POST"},
    {"RetrieveAPIView", "GET"},
    {"UpdateAPIView", "PUT PATCH"},
    {"DestroyAPIView", "DELETE"},
    {"ListCreateAPIView", "GET POST"},
    {"RetrieveUpdateAPIView", "GET PUT PATCH"},
    {"RetrieveDestroyAPIView", "GET DELETE"},
    {"RetrieveUpdateDestroyAPIView", "GET PUT PATCH DELETE"},
    {"TemplateView", "GET"},
    {"ListView", "GET"},
    {"DetailView", "GET"},
    {"RedirectView", "GET"},
    {"ArchiveIndexView", "GET"},
    {"FormView", "GET POST"},
    {"CreateView", "GET POST"},
    {"UpdateView", "GET POST"},
    {"DeleteView", "GET POST"},
    {"LoginView", "GET POST"},
    {"LogoutView", "POST"},
    {"PasswordChangeView", "GET POST"},
    {"PasswordResetView", "GET POST"},
    {"TokenObtainPairView", "POST"},
    {"TokenRefreshView", "POST"},
    {"TokenVerifyView", "POST"},
    {"ObtainAuthToken", "POST"},
    {"obtain_auth_token", "POST"},
    {"SpectacularAPIView", "GET"},
    {"SpectacularSwaggerView", "GET"},
    {"SpectacularRedocView", "GET"},
};

/// What a set of views does under which name.
struct SetAction {
  std::string_view name, verb;
  bool of_item = false;
  std::string_view bases;  // library classes that have it
};
constexpr SetAction kSetActions[] = {
    {"list", "GET", false, "ModelViewSet ReadOnlyModelViewSet ListModelMixin"},
    {"create", "POST", false, "ModelViewSet CreateModelMixin"},
    {"retrieve", "GET", true, "ModelViewSet ReadOnlyModelViewSet RetrieveModelMixin"},
    {"update", "PUT", true, "ModelViewSet UpdateModelMixin"},
    {"partial_update", "PATCH", true, "ModelViewSet UpdateModelMixin"},
    {"destroy", "DELETE", true, "ModelViewSet DestroyModelMixin"},
};

constexpr std::string_view kVerbNames[] = {"get", "post", "put", "patch", "delete", "head", "options"};

bool has_word(std::string_view words, std::string_view word) {
  for (const std::string_view one : split_words(words))
    if (one == word) return true;
  return false;
}

Site site_at(const Site& site, Index expression) {
  return {.file = site.file, .facts = site.facts, .scope = site.scope, .expression = expression};
}

}  // namespace

std::vector<std::string> DjangoViews::library_bases(SymbolId type) {
  std::vector<std::string> names;
  for (const SymbolId one : with_ancestors(files_.program(), type)) {
    std::vector<std::string_view> bases = files_.declarations().supertypes(one);
    for (const std::string_view base : bases) names.emplace_back(last_part(base));
  }
  return names;
}

SymbolId DjangoViews::member(SymbolId type, std::string_view name) {
  const std::vector<SymbolId> found = files_.scopes().members(type, name);
  return found.empty() || !is_callable(files_.declarations().symbol(found.front()).kind) ? kNobody : found.front();
}

std::string DjangoViews::text_of_member(SymbolId type, std::string_view name) {
  for (const SymbolId field : files_.scopes().members(type, name))
    if (const Site value = files_.program().value_of(field); value.expression != kNone) return texts_.one(value);
  return {};
}

std::vector<std::string> DjangoViews::verbs_in(const Site& list) {
  std::vector<std::string> verbs;
  for (const std::string& text : texts_.of(list))
    if (std::string verb = verb_of(text); !verb.empty()) verbs.push_back(std::move(verb));
  return verbs;
}

/// `@api_view(["GET"])`, `@require_POST`; a function without answers to all.
std::vector<AnsweredVerb> DjangoViews::verbs_of_function(SymbolId function) {
  std::vector<std::string> verbs;
  for (const Marking& marking : files_.program().markings(function)) {
    const std::string_view name = last_part(marking.name());
    if (name == "require_GET" || name == "require_safe") verbs.emplace_back("GET");
    if (name == "require_POST") verbs.emplace_back("POST");
    if (name != "api_view" && name != "require_http_methods") continue;
    const Arguments passed{
        .call = {.file = marking.file, .facts = marking.facts, .scope = function, .expression = marking.annotation->arguments}};
    const Site named = passed.named("http_method_names");
    verbs = verbs_in(named.expression != kNone ? named : passed.at(0));
    if (verbs.empty() && name == "api_view") verbs.emplace_back("GET");
  }
  std::vector<AnsweredVerb> found;
  for (const std::string& verb : verbs.empty() ? every_verb() : verbs) found.emplace_back(verb, function);
  return found;
}

DjangoViews::View DjangoViews::of_class(SymbolId type, const Site& mapping) {
  View view{.symbol = type, .verbs = {}};
  if (mapping.expression != kNone && mapping.facts->expressions[mapping.expression].kind == Expression::Kind::kObject) {
    const Expression& entries = mapping.facts->expressions[mapping.expression];
    for (std::uint32_t i = 0; i < entries.child_count; ++i) {
      const Expression& entry = mapping.facts->expressions[entries.first_child + i];
      if (entry.kind != Expression::Kind::kNamed || entry.child_count != 1) continue;
      if (std::string verb = verb_of(mapping.facts->text(entry.text)); !verb.empty())
        view.verbs.emplace_back(std::move(verb), member(type, texts_.one(site_at(mapping, entry.first_child))));
    }
    return view;
  }
  for (const std::string_view verb : kVerbNames)
    if (const SymbolId function = member(type, verb); function != kNobody) view.verbs.emplace_back(verb_of(verb), function);
  const std::vector<std::string> bases = library_bases(type);
  for (const LibraryView& library : kLibraryViews) {
    if (std::ranges::find(bases, library.name) == bases.end()) continue;
    for (const std::string_view verb : split_words(library.verbs))
      if (std::ranges::find(view.verbs, verb, &AnsweredVerb::first) == view.verbs.end()) view.verbs.emplace_back(verb, kNobody);
  }
  return view;
}

DjangoViews::View DjangoViews::of(const Site& value) {
  if (value.expression == kNone) return {};
  const Expression& expression = value.facts->expressions[value.expression];
  const std::string_view text = value.facts->text(expression.text);
  const NamePlace from{.file = value.file, .scope = value.scope, .at = expression.begin};
  constexpr std::string_view kAsView = ".as_view";
  if (expression.kind == Expression::Kind::kCall && text.ends_with(kAsView)) {
    const std::string_view name = text.substr(0, text.size() - kAsView.size());
    const SymbolId type = answerers_.named(from, name);
    const Site mapping = expression.child_count > 0 ? site_at(value, expression.first_child) : Site{};
    if (type != kNobody && is_type(files_.declarations().symbol(type).kind)) return of_class(type, mapping);
    View view;
    for (const LibraryView& library : kLibraryViews)
      if (library.name == last_part(name))
        for (const std::string_view verb : split_words(library.verbs)) view.verbs.emplace_back(verb, kNobody);
    return view;
  }
  if (expression.kind == Expression::Kind::kCall && expression.child_count > 0) {  // `login_required(view)`
    for (std::uint32_t i = expression.child_count; i-- > 0;)
      if (View inner = of(site_at(value, expression.first_child + i)); !inner.verbs.empty()) return inner;
    return {};
  }
  if (expression.kind != Expression::Kind::kName) return {};
  const SymbolId function = answerers_.named(from, text);
  if (function != kNobody && is_callable(files_.declarations().symbol(function).kind))
    return {.symbol = function, .verbs = verbs_of_function(function)};
  if (function != kNobody)  // `index = Index.as_view()`
    if (const Site made = files_.program().value_of(function); made.expression != kNone && made.expression != value.expression) {
      const Expression& call = made.facts->expressions[made.expression];
      if (call.kind == Expression::Kind::kCall && made.facts->text(call.text).ends_with(kAsView)) return of(made);
    }
  View view;
  for (const LibraryView& library : kLibraryViews)
    if (library.name == last_part(text))
      for (const std::string_view verb : split_words(library.verbs)) view.verbs.emplace_back(verb, kNobody);
  return view;
}

/// `@action(detail=True, methods=["post"], url_path="x")`
void DjangoViews::add_actions(SymbolId type, const std::string& item, std::vector<SetRoute>& found) {
  for (const SymbolId one : with_ancestors(files_.program(), type))
    for (const SymbolId function : files_.declarations().members(one)) {
      for (const Marking& marking : files_.program().markings(function)) {
        const std::string_view name = last_part(marking.name());
        if (name != "action" && name != "list_route" && name != "detail_route") continue;
        const Arguments passed{
            .call = {.file = marking.file, .facts = marking.facts, .scope = function, .expression = marking.annotation->arguments}};
        const Site detail = passed.named("detail").expression != kNone ? passed.named("detail") : Site{};
        const bool of_item = name == "detail_route" || (detail.expression != kNone &&
                                                        detail.facts->text(detail.facts->expressions[detail.expression].text) == "True");
        std::string path(files_.declarations().symbol(function).name);
        if (const Site said = passed.named("url_path"); said.expression != kNone)
          path = with_named_parameters(PathStyle::kRegex, texts_.one(said));
        std::vector<std::string> verbs = verbs_in(passed.named("methods"));
        if (verbs.empty()) verbs.emplace_back("GET");
        for (const std::string& verb : verbs)
          found.push_back({.path = (of_item ? item : std::string()) + path + "/", .verb = verb, .function = function});
      }
    }
}

std::vector<DjangoViews::SetRoute> DjangoViews::routes_of_set(SymbolId type) {
  std::vector<SetRoute> found;
  std::string key = text_of_member(type, "lookup_url_kwarg");
  if (key.empty()) key = text_of_member(type, "lookup_field");
  const std::string item = "{" + (key.empty() ? "pk" : key) + "}/";
  std::vector<std::string> allowed;
  for (const SymbolId field : files_.scopes().members(type, "http_method_names"))
    if (const Site value = files_.program().value_of(field); value.expression != kNone) allowed = verbs_in(value);
  const std::vector<std::string> bases = library_bases(type);
  for (const SetAction& action : kSetActions) {
    const SymbolId function = member(type, action.name);
    const bool inherits = std::ranges::any_of(bases, [&](const std::string& base) { return has_word(action.bases, base); });
    if (function == kNobody && !inherits) continue;
    if (!allowed.empty() && std::ranges::find(allowed, action.verb) == allowed.end()) continue;
    found.push_back({.path = action.of_item ? item : std::string(), .verb = std::string(action.verb), .function = function});
  }
  add_actions(type, item, found);
  return found;
}

}  // namespace grove::graph::web
