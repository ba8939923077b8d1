#include "graph/web/actuator.h"

#include <algorithm>

#include "graph/web/route_text.h"
#include "graph/web/spring_prefixes.h"

namespace grove::graph::web {
namespace {

constexpr std::string_view kEndpoint = "org.springframework.boot.actuate.endpoint.annotation.";
constexpr std::string_view kWeb = "org.springframework.boot.actuate.endpoint.web.annotation.";

struct Operation {
  std::string_view annotation, verb;
};
constexpr Operation kOperations[] = {{"ReadOperation", "GET"}, {"WriteOperation", "POST"}, {"DeleteOperation", "DELETE"}};

class Finder {
 public:
  Finder(Workplace& at, std::vector<Endpoint>& found) : at_(at), found_(found), prefixes_(at) {}

  void add_class(SymbolId type) {
    const std::string id = id_of(type);
    if (id.empty()) return;
    const Module& application = at_.modules.application_of(at_.program.declarations().file_of(type));
    std::string base = at_.modules.property(application, {"management.endpoints.web.base-path"});
    if (base.empty()) base = "/actuator";
    std::string path = at_.modules.property(application, {std::string_view("management.endpoints.web.path-mapping." + id)});
    if (path.empty()) path = id;
    // A port of its own knows nothing of the application's prefixes.
    const bool is_apart = !at_.modules.property(application, {"management.server.port"}).empty();
    const std::string above =
        is_apart ? at_.modules.property(application, {"management.server.base-path"}) : prefixes_.of_application(application);
    const std::string route = join_route(above, join_route(base, path));
    for (const InheritedMethod& method : methods_of(at_.program, type)) add_method(type, method, route);
  }

 private:
  std::string id_of(SymbolId type) {
    for (const std::string& annotation : {std::string(kEndpoint) + "Endpoint", std::string(kWeb) + "WebEndpoint"})
      if (const Meaning* meaning = at_.annotations.find(type, annotation)) return text_of(*meaning);
    const Meaning* extension = at_.annotations.find(type, std::string(kWeb) + "EndpointWebExtension");
    if (extension == nullptr) return {};
    for (const Site& site : at_.annotations.arguments(*extension, {"endpoint"}))
      for (const SymbolId extended : at_.folder.types(site))
        if (extended != type) return id_of(extended);
    return {};
  }

  std::string text_of(const Meaning& meaning) {
    for (const Site& site : at_.annotations.arguments(meaning, {"id", "value"}))
      if (std::string text = at_.folder.text(site); !text.empty()) return text;
    return {};
  }

  void add_method(SymbolId type, const InheritedMethod& method, const std::string& route) {
    for (const Operation& operation : kOperations) {
      const std::string annotation = std::string(kEndpoint) + std::string(operation.annotation);
      if (std::ranges::none_of(method.symbols(), [&](SymbolId one) { return at_.annotations.carries(one, annotation); })) continue;
      Endpoint endpoint = describe_handler(at_, type, method.handler());
      endpoint.framework = Framework::kSpringActuator;
      endpoint.http_method = std::string(operation.verb);
      endpoint.route = clean_route(route + selectors(method.handler().symbol));
      found_.push_back(std::move(endpoint));
    }
  }

  /// `/{name}` for each parameter that selects.
  std::string selectors(SymbolId function) {
    std::string below;
    const Facts& facts = *at_.program.facts(at_.program.declarations().file_of(function));
    for (const Index i : at_.program.parameters_of(function))
      if (at_.annotations.on_parameter(function, i, std::string(kEndpoint) + "Selector"))
        below += "/{" + std::string(facts.text(facts.parameters[i].name)) + "}";
    return below;
  }

  Workplace& at_;
  std::vector<Endpoint>& found_;
  SpringPrefixes prefixes_;
};

}  // namespace

void find_actuator(Workplace& at, std::vector<Endpoint>& found) {
  Finder finder(at, found);
  for (const SymbolId type : concrete_classes(at.program)) finder.add_class(type);
}

}  // namespace grove::graph::web
