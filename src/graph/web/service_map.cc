#include "graph/web/service_map.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "graph/web/gateways.h"
#include "graph/web/web_servers.h"

namespace grove::graph::web {
namespace {

const Application* application_of(const Applications& applications, const FoundService& service) {
  const auto found = applications.find(service.module);
  return found == applications.end() ? nullptr : &found->second;
}

void append(std::vector<ServiceLink>& all, std::vector<ServiceLink> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// A gateway that asks discovery for its routes reaches every program that registers.
void pass_to_registered(const FoundService& gateway, const Evidence& evidence, std::span<const FoundService> services,
                        std::vector<ServiceLink>& links) {
  if (evidence.path.empty()) return;
  std::vector<ServiceLink> more;
  for (const FoundService& one : services) {
    const bool registers = std::ranges::any_of(
        links, [&](const ServiceLink& link) { return link.from == one.service.name && link.kind == LinkKind::kDiscovery; });
    if (registers && !one.service.is_infrastructure())
      more.push_back({.from = gateway.service.name,
                      .to = one.service.name,
                      .kind = LinkKind::kGateway,
                      .route = {},
                      .evidence = evidence,
                      .confidence = Confidence::kScoped});
  }
  append(links, std::move(more));
}

void add_ingresses(const Containers& containers, Deployment& deployment) {
  for (const IngressRoute& route : containers.routes) {
    if (std::ranges::find(deployment.services, route.ingress, &Service::name) == deployment.services.end())
      deployment.services.push_back({.name = route.ingress,
                                     .aliases = {},
                                     .module = {},
                                     .role = Role::kGateway,
                                     .system = "ingress",
                                     .ports = {},
                                     .evidence = {.path = route.path, .line = route.line}});
    deployment.links.push_back({.from = route.ingress,
                                .to = route.service,
                                .system = {},
                                .kind = LinkKind::kGateway,
                                .route = route.route,
                                .evidence = {.path = route.path, .line = route.line},
                                .confidence = Confidence::kExact});
  }
}

}  // namespace

std::string_view link_name(LinkKind kind) {
  constexpr std::array<std::string_view, 7> kNames = {"http", "feign", "message", "database", "gateway", "discovery", "config"};
  return kNames[static_cast<std::size_t>(kind)];
}

Result<Deployment> find_deployment(Workplace& at, const CancelToken& cancel) {
  Containers containers;
  find_compose_services(at.program, containers);
  find_kubernetes_workloads(at.program, containers);
  GROVE_RETURN_IF_ERROR(cancel.check());
  const Applications applications = find_applications(at);
  const std::vector<FoundService> found = find_services(at, applications, containers);
  for (const FoundService& one : found)
    for (const Container* container : one.containers)
      for (const Said& said : container->environment)
        if (one.module != nullptr && !said.value.empty()) at.modules.add_environment(*one.module, said.name, said.value);
  Deployment deployment;
  for (const FoundService& one : found) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    append(deployment.links, find_connections(at, one, application_of(applications, one)));
    append(deployment.links, find_gateway_routes(at, one));
  }
  for (const FoundService& one : found) pass_to_registered(one, passes_to_all(at, one), found, deployment.links);
  for (const FoundService& one : found) deployment.services.push_back(one.service);
  add_ingresses(containers, deployment);
  find_web_server_routes(at.program, found, deployment);
  std::ranges::stable_sort(deployment.services, {}, &Service::name);
  std::ranges::stable_sort(deployment.links, {}, [](const ServiceLink& link) {
    return std::tie(link.from, link.to, link.kind, link.confidence, link.evidence.path, link.evidence.line);
  });
  return deployment;
}

}  // namespace grove::graph::web
