#pragma once

#include <string>
#include <vector>

#include "graph/web/program.h"

namespace grove::graph::web {

/// A file that a configuration server gives to an application.
struct StoredConfiguration {
  FileId file = 0;
  std::size_t application = kForAll;  ///< Index into the names.
  std::string profile;

  static constexpr std::size_t kForAll = static_cast<std::size_t>(-1);
};

/// The files of folders that hold configuration for several applications: `account-service.yml`, `account-service-prod.properties`, and
/// `application.yml` beside them for all. Such a folder has `config` in its path, or is one of `servers`, the modules that are built with
/// a configuration server. Names in lower case. In order of path; those for all first.
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
