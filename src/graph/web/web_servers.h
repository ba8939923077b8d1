#pragma once

#include <vector>

#include "graph/web/containers.h"
#include "graph/web/services.h"

namespace grove::graph::web {

/// A path that a file of a web server passes on, and to what, variables and upstreams filled in.
struct PassedPath {
  std::string target, route;
  std::uint32_t line = 0;
  std::string removed = {}, put = {};  ///< What a rewrite beside it takes off a path, and what it puts there; empty where none does.
};
std::vector<PassedPath> passed_paths(const Facts& facts);

/// Adds what files of web servers (nginx, Apache httpd) pass on: links of the service that such a file belongs to, by its folder, by a
/// container that mounts it, or as the only web server there is; else of a web server of its own, which is added to the services.
void find_web_server_routes(const Program& program, const std::vector<FoundService>& found, Deployment& deployment);

}  // namespace grove::graph::web
