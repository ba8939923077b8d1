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
using graph::web::CodeOwner;
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

/// The links by who answers: a function, or a handler without a name.
class LinksByHandler {
 public:
  LinksByHandler(std::span<const GraphScope> scopes, const WebPrograms& programs) : scopes_(scopes), programs_(programs) {
    for (const graph::web::ApiLink& link : programs.targets.links.links) {
      const graph::web::Endpoint& endpoint = *link.endpoint;
      if (!endpoint.is_nameless && endpoint.handler != graph::kNobody)
        links_[{link.server, CodeOwner{.function = endpoint.handler}}].push_back(&link);
      for (const graph::web::HandlerBody& body : endpoint.bodies)
        if (endpoint.is_nameless) links_[{link.server, CodeOwner{.body = handlers(link.server).number_of(body)}}].push_back(&link);
    }
  }

  std::vector<ReceivedRequest> received(const GraphScope& scope, const CodeOwner& answers) const {
    std::vector<ReceivedRequest> received;
    const auto found = links_.find({number_of(scope), answers});
    if (found == links_.end()) return received;
    for (const graph::web::ApiLink* link : found->second) {
      const GraphScope& sender = scopes_[link->client];
      const ClientCall& call = *link->call;
      std::string to =
          answers.function == graph::kNobody ? request_name(*link->endpoint) : shown_name(scope.declarations(), answers.function);
      received.push_back({.sender = &sender, .from = {.function = call.in}, .edge = edge_of(sender, call, std::move(to))});
      received.back().edge.confidence = link->confidence;
      received.back().edge.request = shown_request(call);
      if (&sender != &scope) received.back().edge.to_repository = scope.repository.name;
      if (const auto requests = requests_answered_by(*programs_.models[link->client], call); !requests.empty()) {
        received.back().from = call.owner;
        received.back().edge.from = requests.front();
      }
    }
    return received;
  }

  CodeOwner handler_around(const GraphScope& scope, const graph::Edge& call) const {
    const CodeOwner owner = handlers(number_of(scope)).owner(call.file, call.begin, graph::kNobody);
    return owner.body != kNone && !names_of(scope, owner).empty() ? owner : CodeOwner{};
  }

  const std::vector<std::string>& names_of(const GraphScope& scope, const CodeOwner& handler) const {
    return handlers(number_of(scope)).requests_of(handler.body);
  }

 private:
  std::size_t number_of(const GraphScope& scope) const { return static_cast<std::size_t>(&scope - scopes_.data()); }
  const graph::web::InnerFunctions& handlers(std::size_t scope) const { return programs_.models[scope]->flows.inner_functions(); }

  std::span<const GraphScope> scopes_;
  const WebPrograms& programs_;
  std::map<std::pair<std::size_t, CodeOwner>, std::vector<const graph::web::ApiLink*>> links_;
};

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

std::span<const std::string> requests_answered_by(const graph::web::WebModel& model, const ClientCall& sent) {
  if (sent.owner.body == kNone) return {};
  return model.flows.inner_functions().requests_of(sent.owner.body);
}

AnsweredRequests answered_requests(std::span<const GraphScope> scopes, const WebPrograms& programs) {
  const auto links = std::make_shared<const LinksByHandler>(scopes, programs);
  return {.received = [links](const GraphScope& scope, const CodeOwner& answers) { return links->received(scope, answers); },
          .handler_around = [links](const GraphScope& scope, const graph::Edge& call) { return links->handler_around(scope, call); },
          .names_of = [links](const GraphScope& scope, const CodeOwner& handler) -> const std::vector<std::string>& {
            return links->names_of(scope, handler);
          }};
}

}  // namespace grove::engine
