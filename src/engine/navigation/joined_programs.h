#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/recent.h"
#include "graph/web/flow_targets.h"
#include "graph/web/web_model.h"

namespace grove::engine {

/// The programs of several repositories, and which of them their requests reach. Numbers of repositories are places in `models`.
struct WebPrograms {
  std::vector<std::shared_ptr<const graph::web::WebModel>> models;
  graph::web::FlowTargets targets;
};

/// Programs that were joined not long ago: one is asked for all repositories, another one for those of a group or with another one first.
/// Not thread-safe.
class JoinedPrograms {
 public:
  /// What programs are of: repositories with the generations of their graphs, in order, and the version of the topology.
  struct Of {
    std::vector<std::pair<std::string, std::uint64_t>> repositories;
    std::uint64_t topology = 0;
    friend bool operator==(const Of&, const Of&) = default;
  };
  using Kept = Recent<Of, std::shared_ptr<const WebPrograms>>;
  /// How many sets, and how many bytes without the models, which all share.
  static constexpr Kept::Limits kLimits{.values = 8, .weight = std::size_t{32} << 20U};

  explicit JoinedPrograms(const Kept::Limits& limits = kLimits) : kept_(limits) {}

  /// Null where none are kept.
  std::shared_ptr<const WebPrograms> find(const Of& of);
  /// Those of other generations of these repositories, or of another topology, are kept no longer: nobody asks for them again.
  void keep(Of of, std::shared_ptr<const WebPrograms> programs);
  void forget(const std::string& repository_id);

 private:
  Kept kept_;
};

}  // namespace grove::engine
