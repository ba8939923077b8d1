#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "graph/web/api_links.h"
#include "graph/web/message_targets.h"
#include "graph/web/request_targets.h"

namespace grove::graph::web {

/// Where flows go on beyond calls. Immutable, thread-safe; the models must outlive it.
class FlowTargets {
 public:
  explicit FlowTargets(std::span<const RepositoryPrograms> programs);

  /// Whom a request of a repository reaches: by its host, else in the same repository, else where a link that more than a name speaks for
  /// leads.
  std::optional<RequestTargets::Target> reached(std::size_t repository, const ClientCall& call) const;

  /// What it holds in memory, roughly; the models aside.
  std::size_t bytes() const { return bytes_; }

  RequestTargets requests;
  MessageTargets messages;
  ApiLinks links;

 private:
  std::map<const ClientCall*, const ApiLink*> by_call_;  // of `links`
  std::size_t bytes_ = 0;
};

}  // namespace grove::graph::web
