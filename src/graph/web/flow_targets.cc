#include "graph/web/flow_targets.h"

namespace grove::graph::web {
namespace {

/// About: an endpoint stands in two trees of routes, a request or message in a few lists and maps.
constexpr std::size_t kBytesOfAnEndpoint = 700;
constexpr std::size_t kBytesOfACall = 400;

std::size_t bytes_of(std::span<const RepositoryPrograms> programs, const ApiLinks& links) {
  std::size_t bytes = sizeof(FlowTargets);
  for (const RepositoryPrograms& one : programs) {
    bytes += one.model->endpoints.endpoints.size() * kBytesOfAnEndpoint;
    bytes += (one.model->client_calls.size() + one.model->messages.ends.size()) * kBytesOfACall;
  }
  for (const ApiLink& link : links.links) bytes += sizeof link + link.evidence.capacity();
  for (const UnmatchedCall& call : links.unmatched) bytes += sizeof call + call.reason.capacity();
  return bytes + links.uncalled.size() * sizeof(UncalledEndpoint);
}

}  // namespace

FlowTargets::FlowTargets(std::span<const RepositoryPrograms> programs)
    : requests(programs), messages(programs), links(find_api_links(programs, requests)) {
  for (const ApiLink& link : links.links)
    if (link.confidence != Confidence::kName) by_call_.emplace(link.call, &link);
  bytes_ = bytes_of(programs, links);
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
