#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/graph.h"
#include "graph/web/client_calls.h"
#include "graph/web/infrastructure.h"

namespace grove::graph::web {

/// A line that proves something.
struct Evidence {
  std::string path = {};
  std::uint32_t line = 0;
};

/// A program of a repository that runs by itself, or what programs run on: brokers, databases, gateways, configuration servers.
struct Service {
  std::string name = {};  ///< As others address it, where something says that; else that of its module; empty for the root's.
  std::vector<std::string> aliases = {};  ///< Other names under which it can be meant, in lower case: module, container, host, application.
  std::string module = {};                ///< Folder of its code; empty where it has none here, or is the root.
  bool has_code = false;
  Role role = Role::kProgram;
  std::string system = {};                ///< "rabbitmq", "mysql", …: what answers there, where that is no program of somebody's own.
  std::vector<std::uint16_t> ports = {};  ///< Its own first, then those under which it is reached from outside.
  Evidence evidence = {};

  bool is_infrastructure() const { return role != Role::kProgram; }
};

/// What one service needs another one for.
enum class LinkKind : std::uint8_t { kHttp, kFeign, kMessage, kDatabase, kGateway, kDiscovery, kConfig };
/// "http", "feign", …
std::string_view link_name(LinkKind kind);

/// That a service names another one, which may stand in another repository.
struct ServiceLink {
  std::string from = {};    ///< `Service::name`
  std::string to = {};      ///< Any name of a service, or a host; empty where only `system` or `role` says who is meant.
  std::uint16_t port = 0;   ///< 0 where none is written.
  std::string system = {};  ///< What answers there, where that is known.
  Role role = Role::kProgram;
  LinkKind kind = LinkKind::kHttp;
  std::string route = {};    ///< Of gateways: the path that is passed on, as it is written; else empty.
  std::string removed = {};  ///< Of gateways: what is taken off the front of a path,
  std::string put = {};      ///< and what is put there instead.
  Evidence evidence = {};
  Confidence confidence = Confidence::kExact;
  bool is_guess = false;  ///< Counts only where `to` is the name of a service; that, and `system` as the address's scheme, say of which
                          ///< kind the link is.
};

/// The services of a repository and whom they name, requests of code aside: these are its client calls.
struct Deployment {
  std::vector<Service> services = {};   ///< By name.
  std::vector<ServiceLink> links = {};  ///< By names, then kind and place; of links that say the same the surest stands first.
};

/// From modules, `spring.application.name`, Compose and Kubernetes files, gateways' routes, brokers, databases, discovery and
/// configuration. kCancelled on a cancel.
Result<Deployment> find_deployment(Workplace& at, const CancelToken& cancel);

}  // namespace grove::graph::web
