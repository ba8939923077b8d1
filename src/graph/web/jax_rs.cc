#include "graph/web/jax_rs.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

#include "base/text.h"
#include "graph/resolve/type_text.h"
#include "graph/web/jax_rs_servlets.h"
#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr std::string_view kPath = "jakarta.ws.rs.Path";
constexpr std::string_view kApplicationPath = "jakarta.ws.rs.ApplicationPath";
constexpr std::string_view kHttpMethod = "jakarta.ws.rs.HttpMethod";
constexpr std::array<std::string_view, 7> kVerbs = {"GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"};
/// Annotations of a parameter that leave it the body.
constexpr std::array<std::string_view, 8> kSaysNothingOfOrigin = {"Valid",    "NotNull",     "NonNull",  "Nonnull",
                                                                  "ApiParam", "RequestBody", "NotEmpty", "Parameter"};
constexpr std::size_t kMostNested = 8;

/// What a method or type says of where it answers.
struct Mapping {
  std::vector<std::string> verbs;
  std::optional<std::string> path;
};

std::string without_wildcard(std::string pattern) {
  if (pattern.ends_with("/*")) pattern.resize(pattern.size() - 2);
  return pattern == "/" ? "" : pattern;
}

class Finder {
 public:
  Finder(Workplace& at, std::vector<Endpoint>& found) : at_(at), found_(found) { find_applications(); }

  void add_root(SymbolId type) {
    for (const SymbolId owner : with_ancestors(at_.program, type)) {
      const std::optional<std::string> path = mapping_of(owner).path;
      if (!path) continue;
      open_.clear();
      add_resource({.type = type, .arguments = {}}, join_route(prefix_of(type), *path));
      return;
    }
  }

 private:
  struct Application {
    std::string package, path;
    const Module* module = nullptr;
    bool is_mapped = false;  // a servlet's mapping says where it answers: what its class says counts for nothing then
  };

  void find_applications() {
    for (const SymbolId type : concrete_classes(at_.program)) {
      const Meaning* meaning = at_.annotations.find(type, kApplicationPath);
      if (meaning == nullptr) continue;
      const DeclaredSymbol declared = at_.program.declarations().symbol(type);
      for (const Site& site : at_.annotations.arguments(*meaning, {"value"}))
        applications_.push_back({.package = std::string(before_last_part(declared.qualified_name)),
                                 .path = at_.folder.text(site),
                                 .module = &at_.modules.of(declared.file)});
    }
    for (RestServlet& servlet : find_rest_servlets(at_)) {
      std::erase_if(applications_, [&](const Application& one) { return !one.is_mapped && one.module == servlet.module; });
      applications_.push_back(
          {.package = std::move(servlet.package), .path = std::move(servlet.path), .module = servlet.module, .is_mapped = true});
    }
  }

  Mapping mapping_of(SymbolId symbol) {
    Mapping mapping;
    for (const Meaning& meaning : at_.annotations.meanings(symbol)) {
      const std::string_view name = last_part(meaning.qualified);
      if (meaning.qualified == kPath) {
        for (const Site& site : at_.annotations.arguments(meaning, {"value"})) mapping.path = at_.folder.text(site);
      } else if (meaning.qualified == kHttpMethod) {
        mapping.verbs.push_back(at_.folder.text(Annotations::argument(meaning.chain.back(), "value")));
      } else if (meaning.chain.size() == 1 && std::ranges::find(kVerbs, name) != kVerbs.end() && is_verb(meaning.qualified)) {
        mapping.verbs.emplace_back(name);
      }
    }
    return mapping;
  }

  /// Libraries add verbs of their own (`io.dropwizard.jersey.PATCH`), but those of HTTP clients mean something else.
  static bool is_verb(std::string_view qualified) {
    return qualified.starts_with("jakarta.ws.rs.") || qualified.find("jersey") != std::string_view::npos ||
           qualified.find("resteasy") != std::string_view::npos || qualified.find("jaxrs") != std::string_view::npos;
  }

  /// Below what the resources of a type's application answer.
  std::string prefix_of(SymbolId type) {
    const DeclaredSymbol declared = at_.program.declarations().symbol(type);
    const Module& module = at_.modules.application_of(declared.file);
    const std::string context = at_.modules.property(
        module, {"server.servlet.context-path", "server.context-path", "quarkus.http.root-path", "micronaut.server.context-path"});
    std::string own = at_.modules.property(module, {"spring.jersey.application-path", "quarkus.rest.path", "quarkus.resteasy.path"});
    if (own.empty()) own = application_path(at_.modules.of(declared.file), declared.qualified_name);
    return join_route(without_wildcard(context), without_wildcard(at_.modules.filled(module, own)));
  }

  /// Of several applications of a module that whose package is nearest. A servlet that names a package answers by its resources wherever
  /// they stand.
  std::string application_path(const Module& module, std::string_view resource) const {
    const Application* best = nullptr;
    const auto shared = [&](const Application& one) { return std::ranges::mismatch(one.package, resource).in1 - one.package.begin(); };
    for (const Application& one : applications_) {
      const bool is_named = one.is_mapped && !one.package.empty() && resource.starts_with(one.package + ".");
      if (one.module != &module && applications_.size() > 1 && !is_named) continue;
      if (best == nullptr || shared(one) > shared(*best)) best = &one;
    }
    return best == nullptr ? std::string() : best->path;
  }

  void add_resource(const Ancestor& resource, const std::string& above) {
    const SymbolId type = resource.type;
    if (open_.size() > kMostNested || std::ranges::find(open_, type) != open_.end()) return;
    open_.push_back(type);
    for (const InheritedMethod& method : methods_of(at_.program, type)) {
      Mapping mapping;
      for (const SymbolId one : method.symbols()) {
        mapping = mapping_of(one);
        if (mapping.path || !mapping.verbs.empty()) break;
      }
      const std::string route = join_route(above, mapping.path.value_or(""));
      const TypeArguments& arguments = method.handler().arguments.empty() ? resource.arguments : method.handler().arguments;
      if (!mapping.verbs.empty())
        add_method(type, method, mapping.verbs, route);
      else if (mapping.path)
        for (const Ancestor& sub : located_by(method.handler().symbol, arguments)) add_resource(sub, route);
    }
    open_.pop_back();
  }

  /// What a locator gives back: its declared type, else what it makes.
  std::vector<Ancestor> located_by(SymbolId locator, const TypeArguments& arguments) {
    const DeclaredSymbol declared = at_.program.declarations().symbol(locator);
    const std::string written = with_arguments(declared.type, arguments);
    const TypeText type = parse_type(written, Family::kJvm);
    const Place place{declared.file, locator};
    const bool is_class = last_part(type.path) == "Class" && type.arguments.size() == 1;
    const Found found = at_.program.scopes().look_up_type(place, is_class ? std::string_view(type.arguments[0]) : written);
    std::vector<Ancestor> located;
    for (const SymbolId one : found.symbols) {
      const auto parameters = at_.program.declarations().type_parameters(one);
      Ancestor resource{.type = one, .arguments = {}};
      for (std::size_t i = 0; parameters.size() == type.arguments.size() && i < parameters.size(); ++i)
        resource.arguments.emplace_back(parameters[i].first, type.arguments[i]);
      for (Ancestor& specific : made_for(resource)) located.push_back(std::move(specific));
    }
    const Facts* facts = at_.program.facts(declared.file);
    if (!located.empty() || facts == nullptr) return located;
    for (const Reference& reference : facts->references)
      if (reference.role == Role::kCall && (reference.flags & kReferenceNew) != 0 && reference.symbol == at_.program.local_index(locator))
        for (const SymbolId made : at_.program.scopes().look_up_type(place, facts->text(reference.name)).symbols)
          located.push_back({.type = made, .arguments = {}});
    return located;
  }

  /// Resources that are made for the very arguments of a generic one, `UserResource extends ItemResource<User>` of `ItemResource<User>`:
  /// that is what a locator of those gives. Else that one itself.
  std::vector<Ancestor> made_for(const Ancestor& resource) {
    if (resource.arguments.empty()) return {resource};
    if (!has_generic_) {
      has_generic_ = true;
      for (const SymbolId type : concrete_classes(at_.program))
        for (const Ancestor& above : lineage(at_.program, type))
          if (!above.arguments.empty()) generic_[above.type].push_back({.type = type, .arguments = above.arguments});
    }
    std::vector<Ancestor> found;
    for (const Ancestor& one : generic_[resource.type])
      if (one.arguments == resource.arguments) found.push_back({.type = one.type, .arguments = {}});
    if (found.empty()) found.push_back(resource);
    return found;
  }

  void add_method(SymbolId type, const InheritedMethod& method, const std::vector<std::string>& verbs, const std::string& route) {
    Endpoint endpoint = describe_handler(at_, type, method.handler());
    endpoint.framework = Framework::kJaxRs;
    endpoint.route = clean_route(route);
    for (const std::string& verb : verbs) {
      endpoint.http_method = verb;
      endpoint.request_type = verb == "GET" || verb == "HEAD" || verb == "OPTIONS" ? "" : request_type(method.handler());
      found_.push_back(endpoint);
    }
  }

  /// The type of the parameter of which nothing says where else it comes from.
  std::string request_type(const Method& method) {
    const Facts* facts = at_.program.facts(at_.program.declarations().file_of(method.symbol));
    if (facts == nullptr) return {};
    for (const Index i : at_.program.parameters_of(method.symbol)) {
      const std::vector<Marking> markings = at_.program.parameter_markings(method.symbol, i);
      if (std::ranges::all_of(markings, [](const Marking& one) {
            return std::ranges::find(kSaysNothingOfOrigin, last_part(one.name())) != kSaysNothingOfOrigin.end();
          }))
        return body_type(with_arguments(facts->text(facts->parameters[i].type), method.arguments));
    }
    return {};
  }

  Workplace& at_;
  std::vector<Endpoint>& found_;
  std::vector<Application> applications_;
  std::vector<SymbolId> open_;                                   // resources around the present one
  std::unordered_map<SymbolId, std::vector<Ancestor>> generic_;  // types by what they inherit from, with its arguments
  bool has_generic_ = false;
};

}  // namespace

void find_jax_rs(Workplace& at, std::vector<Endpoint>& found) {
  Finder finder(at, found);
  for (const SymbolId type : concrete_classes(at.program)) finder.add_root(type);
}

}  // namespace grove::graph::web
