#pragma once

#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "base/cancel.h"
#include "engine/navigation.h"
#include "engine/navigation/scope.h"
#include "graph/web/inner_functions.h"

namespace grove::engine {

enum class CallDirection { kCallers, kCallees };

/// A request that a function answers, as a call of it.
struct ReceivedRequest {
  const GraphScope* sender = nullptr;
  graph::web::CodeOwner from;  ///< Who sends it; nobody at the top of a file.
  CallEdge edge;
};
/// What services answer, as far as calls go by it. Empty functions where requests are no calls.
struct AnsweredRequests {
  /// The requests that come to a function, or to a handler without a name, of a scope.
  std::function<std::vector<ReceivedRequest>(const GraphScope& scope, const graph::web::CodeOwner& answers)> received = {};
  /// The handler without a name that a call stands in, nobody where it stands in none.
  std::function<graph::web::CodeOwner(const GraphScope& scope, const graph::Edge& call)> handler_around = {};
  /// What such a handler answers, `GET /orders`, one name or several.
  std::function<const std::vector<std::string>&(const GraphScope& scope, const graph::web::CodeOwner& handler)> names_of = {};
};

struct CallWalk {
  std::span<const Meaning> from;
  CallDirection direction = CallDirection::kCallers;
  std::uint32_t depth = 1;
  using Types = CallRequest::Types;
  Types types = Types::kMade;
  std::size_t limit = std::numeric_limits<std::size_t>::max();  ///< Of the edges to be shown; all are counted.
  AnsweredRequests requests = {};                               ///< Of callers.
};

/// Who calls whom, breadth first, each pair once at its first place. A symbol is walked on from once, so that circles end.
/// Fills `edges` with the first of them, and `total` with their number; past kMostCallEdges it stops and says so in `warnings`. kCancelled
/// on a cancel.
inline constexpr std::size_t kMostCallEdges = 10'000;
Status walk_calls(const CallWalk& walk, const CancelToken& cancel, Calls& calls);

/// A type stands for itself, what makes it and what it holds: all symbols whose calls are those of `meaning`.
std::vector<graph::SymbolId> call_starts(const Meaning& meaning, CallDirection direction, CallRequest::Types types);

}  // namespace grove::engine
