#pragma once

#include <string>
#include <vector>

#include "graph/web/program.h"

namespace grove::graph::web {

/// A file that a configuration server gives to an application.
struct StoredConfiguration {
  FileId file = 0;
  std::string application;  ///< One of the names; empty for all.
  std::string profile;
};

/// The files of folders that hold configuration for several applications: `account-service.yml`, `account-service-prod.properties`, and
/// `application.yml` beside them for all. Such a folder has `config` in its path, or is one of `servers`, the modules that are built with
/// a configuration server. Names in lower case. In the order in which they
/// hold, later ones over earlier ones: those for all first, those of a profile last.
std::vector<StoredConfiguration> stored_configuration(const Program& program, const std::vector<std::string>& names,
                                                      const std::vector<std::string>& servers);

/// `application-prod` is of the profile `prod`, `bootstrap` of none; empty where the name of a file is neither of these.
struct ConfigurationName {
  bool is_own = false;    ///< Of a file that an application reads by itself.
  bool is_early = false;  ///< bootstrap.*
  std::string profile;
};
ConfigurationName configuration_name(std::string_view path);

}  // namespace grove::graph::web
