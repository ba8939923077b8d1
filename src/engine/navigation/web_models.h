#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "engine/data_directory.h"
#include "engine/navigation/joined_programs.h"
#include "engine/navigation/scope.h"
#include "engine/unit_code.h"
#include "graph/web/web_model.h"
#include "model/topology.h"

namespace grove::engine {

/// What the programs of each repository serve and do, found once for each generation of its graph. Thread-safe; one repository is looked
/// through at a time.
class WebModels {
 public:
  WebModels(const DataDirectory& directory, UnitReader& units) : directory_(directory), units_(units) {}

  Result<std::shared_ptr<const graph::web::WebModel>> of(const GraphScope& scope, const CancelToken& cancel);
  /// What the model of a repository, which was found before, does not know: files that are broken or could not be read, a sentence each.
  std::vector<std::string> gaps_of(const GraphScope& scope);
  /// Of all scopes together. Some are kept until one of their scopes or the topology changes.
  Result<std::shared_ptr<const WebPrograms>> together(std::span<const GraphScope> scopes, const Topology& topology,
                                                      const CancelToken& cancel);
  /// Of one repository by itself, whatever people said of it; for what is kept by whoever asks.
  Result<std::shared_ptr<const WebPrograms>> alone(const GraphScope& scope, const CancelToken& cancel);
  void forget(const std::string& repository_id);

 private:
  struct Known {
    std::uint64_t generation = 0;
    std::shared_ptr<const graph::web::WebModel> model;
    std::vector<std::string> gaps;
  };
  std::shared_ptr<const graph::web::WebModel> known(const GraphScope& scope);
  Result<std::shared_ptr<const WebPrograms>> join(std::span<const GraphScope> scopes, const Topology& topology, const CancelToken& cancel);
  std::vector<std::string> find_gaps(const GraphScope& scope, const graph::web::WebModel& model, const CancelToken& cancel);

  const DataDirectory& directory_;
  UnitReader& units_;
  std::mutex making_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
  JoinedPrograms joined_;
};

}  // namespace grove::engine
