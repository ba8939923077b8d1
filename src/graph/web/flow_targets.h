#pragma once

#include <span>

#include "graph/web/message_targets.h"
#include "graph/web/request_targets.h"

namespace grove::graph::web {

/// Where flows go on beyond calls. Immutable, thread-safe; the models must outlive it.
struct FlowTargets {
  explicit FlowTargets(std::span<const RepositoryPrograms> programs) : requests(programs), messages(programs) {}

  RequestTargets requests;
  MessageTargets messages;
};

}  // namespace grove::graph::web
