#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/web/services.h"

namespace grove::graph::web {

/// One thing that is configured for a service, by a file of its module, of a configuration server, or its container's environment.
struct ConfiguredValue {
  std::string key;    ///< Lower case, without what separates its words: `springdatasourceurl`.
  std::string value;  ///< Placeholders filled in as far as they are known.
  Evidence evidence = {};
  bool is_for_all = false;  ///< Told to whoever asks the configuration server, whether it needs it or not.
};
std::vector<ConfiguredValue> configured_values(const Workplace& at, const FoundService& service);

/// The databases, brokers, servers of discovery and configuration and what else libraries connect a service with, by its configuration;
/// where that is silent, by the libraries that it is built with.
std::vector<ServiceLink> find_connections(const Workplace& at, const FoundService& service, const Application* application);

}  // namespace grove::graph::web
