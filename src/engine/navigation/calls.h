#pragma once

#include <span>

#include "base/cancel.h"
#include "engine/navigation.h"
#include "engine/navigation/scope.h"

namespace grove::engine {

enum class CallDirection { kCallers, kCallees };

struct CallWalk {
  std::span<const Meaning> from;
  CallDirection direction = CallDirection::kCallers;
  std::uint32_t depth = 1;
  using Types = CallRequest::Types;
  Types types = Types::kMade;
};

/// Who calls whom, breadth first, each pair once at its first place. A symbol is walked on from once, so that circles end.
/// Fills `edges`, and `total` with their number; past kMostCallEdges it stops and says so in `warnings`. kCancelled on a cancel.
inline constexpr std::size_t kMostCallEdges = 10'000;
Status walk_calls(const CallWalk& walk, const CancelToken& cancel, Calls& calls);

/// A type stands for itself, what makes it and what it holds: all symbols whose calls are those of `meaning`.
std::vector<graph::SymbolId> call_starts(const Meaning& meaning, CallDirection direction, CallRequest::Types types);

}  // namespace grove::engine
