#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/handlers.h"
#include "graph/web/service_map.h"

namespace grove::graph::web {

/// A rule that passes requests on to another program with another path: of a development server (Vite, webpack, Angular, Create React App),
/// a web server (nginx) or a gateway (Spring Cloud Gateway, Zuul).
struct ProxyRule {
  std::string folder = {};   ///< Of the file; rules of development servers hold for the program around.
  bool is_local = false;     ///< It holds for that program only.
  std::string prefix = {};   ///< Requests whose path begins so; `/` for all.
  std::string removed = {};  ///< What is taken off their front,
  std::string put = {};      ///< and what is put there instead.
  std::string host = {};     ///< Whom they are passed on to; empty where it isn't known.
  std::uint16_t port = 0;
  Evidence evidence = {};
};
/// A path as a rule passes it on; empty where the rule doesn't take it.
std::string passed_path(const ProxyRule& rule, std::string_view path);

/// All rules of a repository, by file and line; those of gateways are links of the deployment. kCancelled on a cancel.
Result<std::vector<ProxyRule>> find_proxies(Workplace& at, const Deployment& deployment, const CancelToken& cancel);

}  // namespace grove::graph::web
