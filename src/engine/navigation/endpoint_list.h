#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/cancel.h"
#include "engine/data_directory.h"
#include "engine/navigation.h"
#include "engine/navigation/scope.h"
#include "graph/web/endpoints.h"

namespace grove::engine {

/// The endpoints of each repository, found once for each generation of its graph. Thread-safe; one repository is searched at a time.
class EndpointLists {
 public:
  explicit EndpointLists(const DataDirectory& directory) : directory_(directory) {}

  Result<std::shared_ptr<const graph::web::Endpoints>> of(const GraphScope& scope, const CancelToken& cancel);
  void forget(const std::string& repository_id);

 private:
  struct Known {
    std::uint64_t generation = 0;
    std::shared_ptr<const graph::web::Endpoints> endpoints;
  };
  std::shared_ptr<const graph::web::Endpoints> known(const GraphScope& scope);

  const DataDirectory& directory_;
  std::mutex finding_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

/// Adds those of a repository that a request asks for, all of them.
void select_endpoints(const GraphScope& scope, const graph::web::Endpoints& all, const EndpointRequest& request, EndpointList& list);

}  // namespace grove::engine
