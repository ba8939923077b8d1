#include "graph/web/spring_mvc.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "graph/web/calls.h"
#include "graph/web/request_mapping.h"
#include "graph/web/route_text.h"
#include "graph/web/spring_prefixes.h"

namespace grove::graph::web {
namespace {

constexpr std::array<std::string_view, 6> kStereotypes = {"org.springframework.stereotype.Controller",
                                                          "org.springframework.web.bind.annotation.RestController",
                                                          "org.springframework.data.rest.webmvc.RepositoryRestController",
                                                          "org.springframework.data.rest.webmvc.BasePathAwareController",
                                                          "org.springframework.boot.actuate.endpoint.web.annotation.RestControllerEndpoint",
                                                          "org.springframework.boot.actuate.endpoint.web.annotation.ControllerEndpoint"};
constexpr std::array<std::string_view, 2> kBelowDataRest = {"org.springframework.data.rest.webmvc.RepositoryRestController",
                                                            "org.springframework.data.rest.webmvc.BasePathAwareController"};
constexpr std::array<std::string_view, 3> kComponents = {
    "org.springframework.stereotype.Component", "org.springframework.stereotype.Service", "org.springframework.stereotype.Repository"};

bool carries_any(Workplace& at, const std::vector<SymbolId>& types, std::span<const std::string_view> annotations) {
  return std::ranges::any_of(types, [&](SymbolId type) {
    return std::ranges::any_of(annotations, [&](std::string_view one) { return at.annotations.carries(type, one); });
  });
}

/// The type of the parameter that is the body.
std::string request_type(Workplace& at, const InheritedMethod& inherited) {
  const Declarations& declarations = at.program.declarations();
  for (const auto& [method, arguments] : inherited.chain) {
    const Facts* facts = at.program.facts(declarations.file_of(method));
    if (facts == nullptr) continue;
    for (const Index i : at.program.parameters_of(method)) {
      if (at.annotations.on_parameter(method, i, "org.springframework.web.bind.annotation.RequestBody"))
        return body_type(with_arguments(facts->text(facts->parameters[i].type), arguments));
    }
  }
  return {};
}

class Finder {
 public:
  Finder(Workplace& at, std::vector<Endpoint>& found) : at_(at), found_(found), prefixes_(at) {}

  void add_class(SymbolId type) {
    const std::vector<SymbolId> hierarchy = with_ancestors(at_.program, type);
    const std::optional<RequestMapping> of_type = nearest_request_mapping(at_, hierarchy);
    const bool is_controller = carries_any(at_, hierarchy, kStereotypes);
    if (!is_controller && (!of_type || !carries_any(at_, hierarchy, kComponents))) return;
    const Module& application = at_.modules.application_of(at_.program.declarations().file_of(type));
    prefix_ = join_route(prefixes_.of_application(application), prefixes_.of_controller(type, hierarchy));
    if (carries_any(at_, hierarchy, kBelowDataRest))
      prefix_ = join_route(prefix_, at_.modules.property(application, {"spring.data.rest.base-path"}));
    for (const InheritedMethod& method : methods_of(at_.program, type)) {
      const std::optional<RequestMapping> of_method = nearest_request_mapping(at_, method.symbols());
      if (of_method) add_method(type, method, of_type.value_or(RequestMapping{.verbs = {}, .paths = {""}}), *of_method);
    }
  }

 private:
  void add_method(SymbolId type, const InheritedMethod& method, const RequestMapping& outer, const RequestMapping& inner) {
    const Module& application = at_.modules.application_of(at_.program.declarations().file_of(type));
    Endpoint endpoint = describe_handler(at_, type, method.handler());
    endpoint.framework = Framework::kSpringMvc;
    endpoint.request_type = request_type(at_, method);
    std::vector<std::string> verbs = outer.verbs;
    verbs.insert(verbs.end(), inner.verbs.begin(), inner.verbs.end());
    if (verbs.empty()) verbs = every_verb();
    for (const std::string& above : outer.paths) {
      for (const std::string& below : inner.paths) {
        endpoint.route =
            clean_route(join_route(prefix_, at_.modules.filled(application, join_route(without_wildcard(above, below), below))));
        for (const std::string& verb : verbs) {
          endpoint.http_method = verb;
          found_.push_back(endpoint);
        }
      }
    }
  }

  /// Spring puts what stands below in the place of a wildcard that ends what stands above.
  static std::string_view without_wildcard(std::string_view above, std::string_view below) {
    if (!below.empty() && above.ends_with("/*")) above.remove_suffix(1);
    return above;
  }

  Workplace& at_;
  std::vector<Endpoint>& found_;
  SpringPrefixes prefixes_;
  std::string prefix_;  // of the present controller
};

/// `registry.addViewController("/login")`: no code of the repository answers, so the function that says it stands for the handler.
void find_view_controllers(Workplace& at, std::vector<Endpoint>& found) {
  const SpringPrefixes prefixes(at);
  for (const std::string_view name : {"addViewController", "addRedirectViewController"})
    for (const CallSite& call : calls_of(at.program, name)) {
      const SymbolId owner = call.in == kNobody ? kNobody : at.program.declarations().symbol(call.in).parent;
      if (owner == kNobody || !at.program.imports_from(call.file, "org.springframework.web")) continue;
      const Module& application = at.modules.application_of(call.file);
      for (const std::string& path : at.folder.texts(call.argument(0))) {
        Endpoint endpoint = describe_handler(at, owner, {.symbol = call.in, .arguments = {}});
        endpoint.framework = Framework::kSpringMvc;
        endpoint.http_method = "GET";
        endpoint.response_type.clear();
        endpoint.line = call.reference->line;
        endpoint.route = clean_route(join_route(prefixes.of_application(application), at.modules.filled(application, path)));
        found.push_back(std::move(endpoint));
      }
    }
}

}  // namespace

void find_spring_mvc(Workplace& at, std::vector<Endpoint>& found) {
  Finder finder(at, found);
  for (const SymbolId type : concrete_classes(at.program)) finder.add_class(type);
  find_view_controllers(at, found);
}

}  // namespace grove::graph::web
