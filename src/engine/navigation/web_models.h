#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/cancel.h"
#include "engine/data_directory.h"
#include "engine/navigation/scope.h"
#include "engine/unit_code.h"
#include "graph/web/flow_targets.h"
#include "graph/web/web_model.h"
#include "model/topology.h"

namespace grove::engine {

/// The programs of several repositories, and which of them their requests reach. Numbers of repositories are places in `models`.
struct WebPrograms {
  std::vector<std::shared_ptr<const graph::web::WebModel>> models;
  graph::web::FlowTargets targets;
};

/// What the programs of each repository serve and do, found once for each generation of its graph. Thread-safe; one repository is looked
/// through at a time.
class WebModels {
 public:
  WebModels(const DataDirectory& directory, UnitReader& units) : directory_(directory), units_(units) {}

  Result<std::shared_ptr<const graph::web::WebModel>> of(const GraphScope& scope, const CancelToken& cancel);
  /// What the model of a repository, which was found before, does not know: files that are broken or could not be read, a sentence each.
  std::vector<std::string> gaps_of(const GraphScope& scope);
  /// Of all scopes together, kept until one of them or the topology changes.
  Result<std::shared_ptr<const WebPrograms>> together(std::span<const GraphScope> scopes, const Topology& topology,
                                                      const CancelToken& cancel);
  void forget(const std::string& repository_id);

 private:
  struct Known {
    std::uint64_t generation = 0;
    std::shared_ptr<const graph::web::WebModel> model;
    std::vector<std::string> gaps;
  };
  std::shared_ptr<const graph::web::WebModel> known(const GraphScope& scope);
  std::vector<std::string> find_gaps(const GraphScope& scope, const graph::web::WebModel& model, const CancelToken& cancel);

  const DataDirectory& directory_;
  UnitReader& units_;
  std::mutex making_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
  std::vector<std::pair<std::string, std::uint64_t>> joined_;  // repositories and generations that `programs_` is of
  std::uint64_t topology_ = 0;                                 // its version then
  std::shared_ptr<const WebPrograms> programs_;
};

}  // namespace grove::engine
