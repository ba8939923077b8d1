#pragma once

#include <string>
#include <vector>

#include "graph/web/handlers.h"

namespace grove::graph::web {

/// Where a servlet answers that is a library's dispatcher to Jakarta REST resources.
struct RestServlet {
  const Module* module = nullptr;
  std::string path;     ///< What its mapping says, without `/*`.
  std::string package;  ///< Of the resources that it answers by; empty where nothing says it.
};

/// Servlets that dispatch to resources (Jersey, RESTEasy), as code and descriptors map them:
/// `addServlet(new ServletHolder(new ServletContainer(config)), "/api/*")` of Jetty, `new ServletRegistrationBean(new ServletContainer(),
/// "/api/*")` of Spring, `serve("/api/*").with(ServletContainer.class)` of Guice, `web.xml`.
std::vector<RestServlet> find_rest_servlets(Workplace& at);

}  // namespace grove::graph::web
