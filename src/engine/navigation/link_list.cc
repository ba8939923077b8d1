#include "engine/navigation/link_list.h"

#include <utility>

#include "engine/navigation/endpoint_list.h"
#include "engine/navigation/request_edges.h"
#include "engine/navigation/symbol_hits.h"

namespace grove::engine {
namespace {

/// The function that sends a request, or what the handler without a name answers that does.
std::string sender_of(const GraphScope& scope, const WebPrograms& programs, std::size_t number, const graph::web::ClientCall& call) {
  if (const auto& requests = requests_answered_by(*programs.models[number], call); !requests.empty()) return requests.front();
  return call.in == graph::kNobody ? "" : shown_name(scope.declarations(), call.in);
}

ClientCallHit client_hit(const GraphScope& scope, const graph::web::ClientCall& call, std::string sender) {
  return {.http_method = call.http_method,
          .url = graph::web::shown_address(call),
          .via = std::string(graph::web::client_name(call.library)),
          .repository = scope.repository.name,
          .path = call.path,
          .line = call.line,
          .in = std::move(sender)};
}

/// Counts one, and says whether it is on the page.
bool is_on_page(std::size_t& total, const LinkRequest& request) {
  const std::size_t place = total++;
  return place >= request.skip && place - request.skip < request.limit;
}

}  // namespace

ApiLinkList select_links(std::span<const GraphScope> scopes, std::size_t asked_for, const WebPrograms& programs,
                         const LinkRequest& request) {
  ApiLinkList list;
  const auto hit = [&](std::size_t number, const graph::web::ClientCall& call) {
    return client_hit(scopes[number], call, sender_of(scopes[number], programs, number, call));
  };
  for (const graph::web::ApiLink& link : programs.targets.links.links)
    if ((link.client < asked_for || link.server < asked_for) && is_on_page(list.total, request))
      list.links.push_back({.client = hit(link.client, *link.call),
                            .endpoint = endpoint_hit(scopes[link.server], *link.endpoint),
                            .confidence = link.confidence,
                            .evidence = link.evidence});
  for (const graph::web::UnmatchedCall& one : programs.targets.links.unmatched)
    if (one.client < asked_for && is_on_page(list.total_unmatched, request))
      list.unmatched.push_back({.client = hit(one.client, *one.call), .reason = one.reason});
  for (const graph::web::UncalledEndpoint& one : programs.targets.links.uncalled)
    if (one.server < asked_for && is_on_page(list.total_uncalled, request))
      list.uncalled.push_back(endpoint_hit(scopes[one.server], *one.endpoint));
  return list;
}

}  // namespace grove::engine
