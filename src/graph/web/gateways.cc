#include "graph/web/gateways.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/text.h"
#include "graph/web/calls.h"
#include "graph/web/hosts.h"

namespace grove::graph::web {
namespace {

/// `spring.cloud.gateway.server.webflux.routes[2].uri` → `spring.cloud.gateway…routes[2]`, `uri`.
struct RouteKey {
  std::string_view route, rest;
};
RouteKey gateway_route(std::string_view key) {
  if (!key.starts_with("spring.cloud.gateway.")) return {};
  const std::size_t routes = key.find(".routes[");
  const std::size_t end = routes == std::string_view::npos ? routes : key.find("].", routes);
  if (end == std::string_view::npos) return {};
  return {key.substr(0, end + 1), key.substr(end + 2)};
}

class Routes {
 public:
  Routes(Workplace& at, const FoundService& gateway) : at_(at), gateway_(gateway) {}

  std::vector<ServiceLink> find() {
    for (const Setting& setting : gateway_.module->settings) {
      if (const RouteKey key = gateway_route(setting.key); !key.route.empty()) {
        if (key.rest == "uri") add(setting.value, path_of(key.route), place(setting));
      } else if (setting.key.starts_with("zuul.routes.")) {
        zuul(setting, std::string_view(setting.key).substr(12));
      }
    }
    find_in_code();
    return std::move(links_);
  }

 private:
  Evidence place(const Setting& setting) const {
    return {.path = std::string(at_.program.declarations().file(setting.file).path), .line = setting.line};
  }

  std::string path_of(std::string_view route) const {
    for (const Setting& setting : gateway_.module->settings) {
      const RouteKey key = gateway_route(setting.key);
      if (key.route != route || !key.rest.starts_with("predicates")) continue;
      const std::string_view value = setting.value;
      if (value.starts_with("Path=")) return std::string(value.substr(5, value.find(',') - 5));
      if (value.starts_with('/')) return std::string(value);
    }
    return {};
  }

  /// `shop.path`, `shop.serviceid`, `shop.url`, or a path alone: a route without more is called after its service.
  void zuul(const Setting& setting, std::string_view key) {
    const std::size_t dot = key.rfind('.');
    const std::string_view name = key.substr(0, dot), rest = dot == std::string_view::npos ? std::string_view() : key.substr(dot + 1);
    const auto value = [&](std::string_view of) {
      const std::string wanted = "zuul.routes." + std::string(name) + "." + std::string(of);
      const auto found = std::ranges::find_if(gateway_.module->settings, [&](const Setting& one) { return one.key == wanted; });
      return found == gateway_.module->settings.end() ? std::string() : found->value;
    };
    if (rest == "serviceid" || rest == "url") return add(setting.value, value("path"), place(setting));
    const bool is_path = rest.empty() || (rest == "path" && value("serviceid").empty() && value("url").empty());
    if (is_path) add(name, setting.value, place(setting));
  }

  /// `.route(r -> r.path("/a/**").uri("lb://a"))` and `.before(uri("http://a"))`.
  void find_in_code() {
    for (const std::string_view name : {"uri", "lb", "http", "https"})
      for (const CallSite& call : calls_of(at_.program, name)) {
        if (&at_.modules.of(call.file) != gateway_.module || !at_.program.imports_from(call.file, "org.springframework.cloud.gateway"))
          continue;
        for (const std::string& text : at_.folder.texts(call.argument(0)))
          add(at_.modules.filled(*gateway_.module, text), {},
              {.path = std::string(at_.program.declarations().file(call.file).path), .line = call.reference->line});
      }
  }

  void add(std::string_view target, std::string route, Evidence evidence) {
    const std::string text = at_.modules.filled(*gateway_.module, target);
    if (text.starts_with("forward:") || text.starts_with("no:") || text.find("${") != std::string::npos) return;
    for (const NamedHost& address : hosts_in(text))
      links_.push_back({.from = gateway_.service.name,
                        .to = address.host,
                        .port = address.port,
                        .kind = LinkKind::kGateway,
                        .route = route,
                        .evidence = evidence,
                        .confidence = Confidence::kExact});
  }

  Workplace& at_;
  const FoundService& gateway_;
  std::vector<ServiceLink> links_;
};

}  // namespace

std::vector<ServiceLink> find_gateway_routes(Workplace& at, const FoundService& gateway) {
  return gateway.module == nullptr ? std::vector<ServiceLink>() : Routes(at, gateway).find();
}

Evidence passes_to_all(const Workplace& at, const FoundService& gateway) {
  if (gateway.module == nullptr) return {};
  bool ignores_all = false;
  for (const Setting& setting : gateway.module->settings) {
    const std::string_view key = setting.key;
    ignores_all = ignores_all || ((key == "zuul.ignoredservices" || key == "zuul.ignoredservices[0]") && setting.value == "*");
    if (key.starts_with("spring.cloud.gateway.") && key.ends_with("discovery.locator.enabled") && setting.value == "true")
      return {.path = std::string(at.program.declarations().file(setting.file).path), .line = setting.line};
  }
  return gateway.service.system == "zuul" && !ignores_all ? gateway.service.evidence : Evidence();
}

}  // namespace grove::graph::web
