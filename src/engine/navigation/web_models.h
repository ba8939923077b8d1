#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/cancel.h"
#include "engine/data_directory.h"
#include "engine/navigation/scope.h"
#include "graph/web/web_model.h"

namespace grove::engine {

/// What the programs of each repository serve and do, found once for each generation of its graph. Thread-safe; one repository is looked
/// through at a time.
class WebModels {
 public:
  explicit WebModels(const DataDirectory& directory) : directory_(directory) {}

  Result<std::shared_ptr<const graph::web::WebModel>> of(const GraphScope& scope, const CancelToken& cancel);
  void forget(const std::string& repository_id);

 private:
  struct Known {
    std::uint64_t generation = 0;
    std::shared_ptr<const graph::web::WebModel> model;
  };
  std::shared_ptr<const graph::web::WebModel> known(const GraphScope& scope);

  const DataDirectory& directory_;
  std::mutex making_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

}  // namespace grove::engine
