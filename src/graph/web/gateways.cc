#include "graph/web/gateways.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "graph/web/call_chains.h"
#include "graph/web/client_tools.h"
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
        if (key.rest == "uri") {
          const std::size_t before = links_.size();
          add(setting.value, paths_of(key.route), place(setting));
          for (std::size_t i = before; i < links_.size(); ++i) rewrite(key.route, links_[i]);
        }
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

  /// `Path=/orders/**,/baskets/**`
  std::vector<std::string> paths_of(std::string_view route) const {
    std::vector<std::string> paths;
    for (const Setting& setting : gateway_.module->settings) {
      const RouteKey key = gateway_route(setting.key);
      if (key.route != route || !key.rest.starts_with("predicates")) continue;
      std::string_view value = setting.value;
      if (value.starts_with("Path=")) value.remove_prefix(5);
      if (!value.starts_with('/')) continue;
      for (const std::string_view path : split(value, ','))
        if (std::ranges::find(paths, trim(path)) == paths.end()) paths.emplace_back(trim(path));
    }
    return paths;
  }

  /// What `StripPrefix=1`, `RewritePath=/api/(?<rest>.*), /$\{rest}`, `PrefixPath=/v1` make of a path.
  void rewrite(std::string_view route, ServiceLink& link) const {
    const std::string_view written = std::string_view(link.route).substr(0, link.route.find_first_of("*{"));
    for (const Setting& setting : gateway_.module->settings) {
      const RouteKey key = gateway_route(setting.key);
      if (key.route != route || !key.rest.starts_with("filters")) continue;
      const std::string_view value = setting.value;
      if (value.starts_with("StripPrefix=")) link.removed = first_segments(written, value.substr(12));
      if (value.starts_with("PrefixPath=")) link.put = std::string(trim(value.substr(11)));
      if (const std::size_t comma = value.find(','); value.starts_with("RewritePath=") && comma != std::string_view::npos) {
        link.removed = literal_front(trim(value.substr(12, comma - 12)));
        link.put = literal_front(trim(value.substr(comma + 1)));
      }
    }
  }

  static std::string first_segments(std::string_view path, std::string_view count) {
    const std::string_view digits = trim(count);
    std::size_t end = 0;
    for (int left = digits.size() == 1 ? digits[0] - '0' : 0; left > 0 && end != std::string_view::npos; --left)
      end = path.find('/', end + 1);
    return std::string(path.substr(0, end));
  }

  /// What a pattern or its replacement begins with as it is written, without a slash at the end.
  static std::string literal_front(std::string_view pattern) {
    if (pattern.starts_with('^')) pattern.remove_prefix(1);
    pattern = pattern.substr(0, pattern.find_first_of("($\\[?*"));
    while (pattern.ends_with('/')) pattern.remove_suffix(1);
    return std::string(pattern);
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
    const std::size_t before = links_.size();
    const bool is_path = rest.empty() || (rest == "path" && value("serviceid").empty() && value("url").empty());
    if (rest == "serviceid" || rest == "url")
      add(setting.value, {value("path")}, place(setting));
    else if (is_path)
      add(name, {setting.value}, place(setting));
    if (value("stripprefix") == "false") return;
    for (std::size_t i = before; i < links_.size(); ++i) links_[i].removed = literal_front(links_[i].route);
  }

  /// `.route(r -> r.path("/a/**").uri("lb://a"))` and `.before(uri("http://a"))`.
  void find_in_code() {
    constexpr std::array<std::string_view, 4> kTargets = {"uri", "lb", "http", "https"};
    for (const FileId file : at_.program.code()) {
      if (&at_.modules.of(file) != gateway_.module || !at_.program.imports_from(file, "org.springframework.cloud.gateway")) continue;
      const CallChains calls(*at_.program.facts(file));
      for (CallNumber call = 0; call < calls.calls().size(); ++call) {
        if (std::ranges::find(kTargets, calls.name(call)) == kTargets.end()) continue;
        const std::uint32_t line = calls.facts().references[calls[call].reference].line;
        const CallNumber path = calls.before(call, "path");
        const std::vector<std::string> paths = path == kNoCall ? std::vector<std::string>() : texts(file, calls, path);
        for (const std::string& text : texts(file, calls, call))
          add(text, paths, {.path = std::string(at_.program.declarations().file(file).path), .line = line});
      }
    }
  }

  std::vector<std::string> texts(FileId file, const CallChains& calls, CallNumber call) {
    const Index symbol = calls.facts().references[calls[call].reference].symbol;
    const SymbolId first = at_.program.declarations().file(file).first_symbol;
    const Site site{
        .file = file, .facts = &calls.facts(), .scope = symbol == kNone ? kNobody : first + symbol, .expression = calls.argument(call, 0)};
    std::vector<std::string> found = at_.folder.texts(site);
    if (!found.empty() || site.expression == kNone) return found;
    if (!tools_) tools_.emplace(at_);
    for (const PieceText& text : tools_->texts.of(site))
      if (text.is_known()) found.push_back(text.rendered());
    return found;
  }

  void add(std::string_view target, std::vector<std::string> routes, const Evidence& evidence) {
    const std::string text = at_.modules.filled(*gateway_.module, target);
    if (text.starts_with("forward:") || text.starts_with("no:") || text.find("${") != std::string::npos) return;
    if (routes.empty()) routes.emplace_back();
    for (const NamedHost& host : hosts_in(text))
      for (const std::string& route : routes)
        links_.push_back({.from = gateway_.service.name,
                          .to = host.host,
                          .port = host.port,
                          .kind = LinkKind::kGateway,
                          .route = route,
                          .evidence = evidence,
                          .confidence = Confidence::kExact});
  }

  Workplace& at_;
  const FoundService& gateway_;
  std::optional<ClientTools> tools_;  // for what isn't constant
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
