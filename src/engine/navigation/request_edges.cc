#include "engine/navigation/request_edges.h"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <unordered_set>

#include "engine/navigation/calls.h"
#include "engine/navigation/symbol_hits.h"
#include "graph/web/contracts/protocol.h"

namespace grove::engine {
namespace {

using graph::SymbolId;
using graph::web::ClientCall;
using SymbolSet = std::unordered_set<SymbolId>;

SymbolSet parts_of(const Meaning& meaning) {
  const std::vector<SymbolId> all = call_starts(meaning, CallDirection::kCallees, CallRequest::Types::kWhole);
  return {all.begin(), all.end()};
}

/// Verb and address without a scheme, which nobody kept.
std::string shown_request(const ClientCall& call) {
  return fmt::format("{}{}{}", call.http_method, call.http_method.empty() ? "" : " ", graph::web::shown_address(call));
}

CallEdge edge_of(const GraphScope& sender, const ClientCall& call, std::string to) {
  return {.repository = sender.repository.name,
          .from = call.in == graph::kNobody ? call.path : shown_name(sender.declarations(), call.in),
          .to = std::move(to),
          .path = call.path,
          .line = call.line,
          .confidence = call.confidence,
          .depth = 1};
}

}  // namespace

void add_sent_requests(const Meaning& meaning, const graph::web::WebModel& model, Calls& calls) {
  const SymbolSet senders = parts_of(meaning);
  const graph::Declarations& declarations = meaning.scope->declarations();
  for (const ClientCall& call : model.client_calls) {
    const bool says_whom = !call.host.empty() || graph::web::protocol_of(call.library) == graph::web::Protocol::kGrpc;
    if (!says_whom || !senders.contains(call.in)) continue;
    const SymbolId type = declarations.symbol(call.in).parent;
    if (type != graph::kNobody && declarations.symbol(type).kind == Kind::kInterface) continue;
    calls.edges.push_back(edge_of(*meaning.scope, call, shown_request(call)));
    ++calls.total;
  }
}

ReceivedRequests received_requests(std::span<const GraphScope> scopes, const WebPrograms& programs) {
  using Key = std::pair<std::size_t, SymbolId>;
  auto by_handler = std::make_shared<std::map<Key, std::vector<const graph::web::ApiLink*>>>();
  for (const graph::web::ApiLink& link : programs.targets.links.links)
    if (link.endpoint->handler != graph::kNobody) (*by_handler)[{link.server, link.endpoint->handler}].push_back(&link);
  return [scopes, by_handler](const GraphScope& scope, SymbolId symbol) {
    std::vector<ReceivedRequest> received;
    const auto found = by_handler->find({static_cast<std::size_t>(&scope - scopes.data()), symbol});
    if (found == by_handler->end()) return received;
    for (const graph::web::ApiLink* link : found->second) {
      const GraphScope& sender = scopes[link->client];
      const ClientCall& call = *link->call;
      received.push_back({.sender = &sender, .from = call.in, .edge = edge_of(sender, call, shown_name(scope.declarations(), symbol))});
      received.back().edge.confidence = link->confidence;
      received.back().edge.request = shown_request(call);
    }
    return received;
  };
}

}  // namespace grove::engine
