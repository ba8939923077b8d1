#include "engine/navigation/request_edges.h"

#include <fmt/format.h>

#include <unordered_set>

#include "engine/navigation/calls.h"
#include "engine/navigation/symbol_hits.h"

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
  const std::string host = call.port == 0 ? call.host : fmt::format("{}:{}", call.host, call.port);
  return fmt::format("{}{}{}{}", call.http_method, call.http_method.empty() ? "" : " ", host, call.route);
}

void add_edge(const GraphScope& sender, const ClientCall& call, std::string to, Calls& calls) {
  calls.edges.push_back({.repository = sender.repository.name,
                         .from = shown_name(sender.declarations(), call.in),
                         .to = std::move(to),
                         .path = call.path,
                         .line = call.line,
                         .confidence = call.confidence,
                         .depth = 1});
  ++calls.total;
}

}  // namespace

void add_sent_requests(const Meaning& meaning, const graph::web::WebModel& model, Calls& calls) {
  const SymbolSet senders = parts_of(meaning);
  const graph::Declarations& declarations = meaning.scope->declarations();
  for (const ClientCall& call : model.client_calls) {
    if (call.host.empty() || !senders.contains(call.in)) continue;
    const SymbolId type = declarations.symbol(call.in).parent;
    if (type != graph::kNobody && declarations.symbol(type).kind == Kind::kInterface) continue;
    add_edge(*meaning.scope, call, shown_request(call), calls);
  }
}

bool answers_requests(const Meaning& meaning, const graph::web::WebModel& model) {
  const SymbolSet parts = parts_of(meaning);
  return std::ranges::any_of(model.endpoints.endpoints,
                             [&](const graph::web::Endpoint& endpoint) { return parts.contains(endpoint.handler); });
}

void add_received_requests(std::span<const Meaning> meanings, std::span<const GraphScope> scopes, const WebPrograms& programs,
                           Calls& calls) {
  std::vector<SymbolSet> wanted(scopes.size());
  for (const Meaning& meaning : meanings) wanted[static_cast<std::size_t>(meaning.scope - scopes.data())].merge(parts_of(meaning));
  for (std::size_t sender = 0; sender < scopes.size(); ++sender) {
    for (const ClientCall& call : programs.models[sender]->client_calls) {
      if (call.in == graph::kNobody) continue;
      const auto target = programs.targets.requests.of(sender, call);
      if (!target || target->endpoint == nullptr || !wanted[target->repository].contains(target->endpoint->handler)) continue;
      add_edge(scopes[sender], call, shown_name(scopes[target->repository].declarations(), target->endpoint->handler), calls);
    }
  }
}

}  // namespace grove::engine
