#include "graph/web/flow_targets.h"

namespace grove::graph::web {

FlowTargets::FlowTargets(std::span<const RepositoryPrograms> programs)
    : requests(programs), messages(programs), links(find_api_links(programs, requests)) {
  for (const ApiLink& link : links.links)
    if (link.confidence != Confidence::kName) by_call_.emplace(link.call, &link);
}

std::optional<RequestTargets::Target> FlowTargets::reached(std::size_t repository, const ClientCall& call) const {
  if (auto target = requests.of(repository, call); target || !call.host.empty()) return target;
  const auto found = by_call_.find(&call);
  if (found == by_call_.end()) return std::nullopt;
  const ApiLink& link = *found->second;
  return RequestTargets::Target{
      .service = requests.service_of(link.server, link.endpoint->module), .repository = link.server, .endpoint = link.endpoint};
}

}  // namespace grove::graph::web
