#pragma once

#include <span>

#include "base/cancel.h"
#include "engine/navigation.h"
#include "engine/navigation/known_uses.h"
#include "engine/navigation/scope.h"
#include "engine/unit_code.h"

namespace grove::engine {

struct ReferenceQuery {
  std::span<const Meaning> of;
  std::size_t limit = 50, skip = 0;
};

/// What they are read from.
struct ReferenceSources {
  UnitReader& texts;
  KnownUses& uses;
};

/// Every use of some symbols, by repository, path and place, each place once; a page of them with the line each stands on. A line of a
/// file that changed since is shown if the name still stands on it. Fills `references`, `total` and `stale`.
Status list_references(const ReferenceQuery& query, const ReferenceSources& sources, const CancelToken& cancel, References& references);

}  // namespace grove::engine
