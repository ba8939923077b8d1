#include "graph/web/request_targets.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/web/hosts.h"
#include "graph/web/services.h"

namespace grove::graph::web {
namespace {

bool names_something(std::string_view route) {
  std::size_t from = 0;
  for (std::size_t slash = 0; slash != std::string_view::npos; from = slash + 1) {
    slash = route.find('/', from);
    const std::string_view segment = route.substr(from, slash == std::string_view::npos ? slash : slash - from);
    if (!segment.empty() && segment.find('{') == std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

RequestTargets::RequestTargets(std::span<const RepositoryPrograms> programs) : routes_(programs.size()), sent_(programs.size()) {
  std::vector<RepositoryServices> deployed;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const WebModel& model = *programs[i].model;
    repositories_.push_back(programs[i].name);
    deployed.push_back({.name = programs[i].name, .deployment = &model.deployment, .calls = model.client_calls});
    for (const ClientCall& call : model.client_calls)
      if (call.owner.is_known()) sent_[i][call.owner].push_back(&call);
  }
  const ServiceMap map = join_services(deployed);
  std::vector<std::size_t> places(map.services.size(), MappedService::kNowhere);
  for (std::size_t i = 0; i < map.services.size(); ++i) {
    const MappedService& one = map.services[i];
    if (!one.service.has_code || one.repository == MappedService::kNowhere) continue;
    places[i] = services_.size();
    std::vector<std::string> aliases = one.service.aliases;
    aliases.push_back(alias_of(one.service.name));
    for (const std::string& alias : aliases)
      if (std::vector<std::size_t>& known = by_alias_[alias]; std::ranges::find(known, places[i]) == known.end())
        known.push_back(places[i]);
    services_.push_back({.name = one.service.name, .repository = one.repository, .module = one.service.module, .routes = {}});
  }
  for (const MappedEdge& edge : map.edges)
    if (places[edge.to] != MappedService::kNowhere)
      for (const MappedRequest& request : edge.requests)
        by_request_.try_emplace(
            key_of(map.services[edge.from].repository, request.evidence.path, request.evidence.line, request.http_method + request.route),
            places[edge.to]);
  add_endpoints(programs);
}

std::string RequestTargets::key_of(std::size_t repository, std::string_view path, std::uint32_t line, std::string_view request) {
  return fmt::format("{} {}:{} {}", repository, path, line, request);
}

std::optional<std::size_t> RequestTargets::service_in(std::size_t repository, std::string_view module) const {
  std::optional<std::size_t> best, only;
  bool several = false;
  for (std::size_t i = 0; i < services_.size(); ++i) {
    if (services_[i].repository != repository) continue;
    if (services_[i].module == module) best = i;
    several = several || only.has_value();
    only = i;
  }
  return best ? best : several ? std::nullopt : only;
}

void RequestTargets::add_endpoints(std::span<const RepositoryPrograms> programs) {
  for (std::size_t i = 0; i < programs.size(); ++i)
    for (const Endpoint& endpoint : programs[i].model->endpoints.endpoints) {
      const auto service = service_in(i, endpoint.module);
      if (!service || (endpoint.handler == kNobody && endpoint.bodies.empty())) continue;
      services_[*service].routes.add(endpoint.route, endpoint.http_method, endpoints_.size());
      routes_[i].add(endpoint.route, endpoint.http_method, endpoints_.size());
      endpoints_.push_back({.service = *service, .endpoint = &endpoint});
    }
}

std::string RequestTargets::service_of(std::size_t repository, std::string_view module) const {
  if (const auto service = service_in(repository, module)) return services_[*service].name;
  if (module.empty()) return repositories_[repository];
  const std::size_t slash = module.rfind('/');
  return std::string(module.substr(slash == std::string_view::npos ? 0 : slash + 1));
}

std::span<const ClientCall* const> RequestTargets::sent_by(std::size_t repository, const CodeOwner& owner) const {
  const auto found = sent_[repository].find(owner);
  return found == sent_[repository].end() ? std::span<const ClientCall* const>() : found->second;
}

std::optional<std::size_t> RequestTargets::named(const ClientCall& call, std::size_t repository) const {
  if (!is_own_machine(call.host))
    if (const auto found = by_alias_.find(alias_of(call.host)); found != by_alias_.end() && !found->second.empty()) {
      std::optional<std::size_t> near;
      for (const std::size_t one : found->second) {
        if (services_[one].repository != repository) continue;
        if (!near) near = one;
        // Of several that call themselves so, the one that answers.
        if (!services_[one].routes.find(call.route, call.http_method).empty()) return one;
      }
      if (near) return near;
      // Of several elsewhere none is meant more than the others.
      return found->second.size() > 1 || is_role_name(found->first) ? std::nullopt : std::optional(found->second.front());
    }
  // Ports of one's own machine and names in a cluster are what the map of services says.
  const auto known = by_request_.find(key_of(repository, call.path, call.line, call.http_method + call.route));
  return known == by_request_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<RequestTargets::Target> RequestTargets::by_route(std::size_t repository, const ClientCall& call) const {
  if (call.http_method.empty() || !names_something(call.route)) return std::nullopt;
  const auto own = service_in(repository, call.module);
  const Answering* only = nullptr;
  for (const std::size_t one : routes_[repository].find(call.route, call.http_method)) {
    if (endpoints_[one].service == own) continue;
    if (only != nullptr) return std::nullopt;
    only = &endpoints_[one];
  }
  if (only == nullptr) return std::nullopt;
  return Target{.service = services_[only->service].name, .repository = repository, .endpoint = only->endpoint};
}

std::optional<RequestTargets::Target> RequestTargets::of(std::size_t repository, const ClientCall& call) const {
  if (call.host.empty()) return by_route(repository, call);
  const auto service = named(call, repository);
  if (!service) return std::nullopt;
  Target target{.service = services_[*service].name, .repository = services_[*service].repository, .endpoint = nullptr};
  if (call.route.empty()) return target;
  if (const auto answering = services_[*service].routes.find(call.route, call.http_method); !answering.empty())
    target.endpoint = endpoints_[answering.front()].endpoint;
  return target;
}

}  // namespace grove::graph::web
