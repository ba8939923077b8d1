#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/web/applications.h"
#include "graph/web/containers.h"
#include "graph/web/service_map.h"

namespace grove::graph::web {

/// A service with what says so.
struct FoundService {
  Service service;
  const Module* module = nullptr;  ///< Null where no JVM code of it is here.
  std::vector<const Container*> containers;
};

/// Everything that a repository deploys, each thing once whatever it is called: modules that start by themselves, and what Compose files
/// and Kubernetes manifests run. References into what it was made from.
std::vector<FoundService> find_services(Workplace& at, const Applications& applications, const Containers& containers);

/// Lower case, `_` as `-`.
std::string alias_of(std::string_view name);
/// Whether an alias says what a program is and not which one, so that it means another one in each repository: `api`, `backend`, `web`.
bool is_role_name(std::string_view alias);

}  // namespace grove::graph::web
