#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/program.h"

namespace grove::graph::web {

/// Something that a file says, with its line.
struct Said {
  std::string name, value;
  std::uint32_t line = 0;
};

/// What a Compose file or a Kubernetes manifest lets run.
struct Container {
  std::string name;
  std::vector<std::string> aliases;  ///< Other names under which it is reached.
  std::string image;
  std::string build;                   ///< Folder that it is built from, relative to the repository.
  bool is_built = false;               ///< `build` says something; it may be the root.
  std::vector<std::uint16_t> ports;    ///< Its own.
  std::vector<std::uint16_t> outside;  ///< Those under which others reach it from outside.
  std::vector<Said> environment;
  std::vector<Said> needs;          ///< By name: `depends_on`, `links`.
  std::vector<std::string> mounts;  ///< Files and folders of the repository that it is given.
  std::string path;
  std::uint32_t line = 0;
};

/// A rule of an Ingress: whom it passes requests on to.
struct IngressRoute {
  std::string ingress, service, route;
  std::string path;
  std::uint32_t line = 0;
};

struct Containers {
  std::vector<Container> all;  ///< In order of path and place; one for each file that says something of it.
  std::vector<IngressRoute> routes;
};

/// The `services` of Compose files; `extends` and variables with their defaults filled in.
void find_compose_services(const Program& program, Containers& found);
/// Workloads of Kubernetes manifests and of simple Helm templates, with the names of the Services before them.
void find_kubernetes_workloads(const Program& program, Containers& found);

/// `b` as it is meant in a file of folder `a`: `docker` and `../order` are `order`.
std::string joined_path(std::string_view folder, std::string_view path);
/// A number from 1 to 65535, else 0.
std::uint16_t port_of(std::string_view text);

}  // namespace grove::graph::web
