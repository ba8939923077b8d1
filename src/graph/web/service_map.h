#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "graph/web/client_calls.h"

namespace grove::graph::web {

/// A line that proves something.
struct Evidence {
  std::string path;
  std::uint32_t line = 0;
};

/// A program of a repository that runs by itself, or what programs run on: brokers, databases, gateways, configuration servers.
struct Service {
  std::string name;                  ///< As others address it, where something says that; else that of its module.
  std::vector<std::string> aliases;  ///< Other names under which it can be meant: module, container, host, application.
  std::string module;                ///< Folder of its code; empty where it has none here.
  bool has_code = false;
  bool is_infrastructure = false;
  std::uint16_t port = 0;  ///< 0 where nothing says it.
  Evidence evidence;
};

/// What one service needs another one for.
enum class LinkKind : std::uint8_t { kHttp, kFeign, kMessage, kDatabase, kGateway, kDiscovery, kConfig };
/// "http", "feign", …
std::string_view link_name(LinkKind kind);

/// That a service names another one, which may stand in another repository.
struct ServiceLink {
  std::string from;  ///< `Service::name`
  std::string to;    ///< Any name of a service.
  LinkKind kind = LinkKind::kHttp;
  Evidence evidence;
  Confidence confidence = Confidence::kExact;
};

/// The services of a repository and whom they name, requests of code aside: these are its client calls.
struct Deployment {
  std::vector<Service> services;   ///< By name.
  std::vector<ServiceLink> links;  ///< By names, then kind and place.
};

/// From modules, `spring.application.name`, Compose and Kubernetes files, gateways' routes, brokers, databases, discovery and
/// configuration. kCancelled on a cancel.
Result<Deployment> find_deployment(Workplace& at, const CancelToken& cancel);

}  // namespace grove::graph::web
