#pragma once

#include "base/cancel.h"
#include "engine/navigation.h"
#include "engine/navigation/scope.h"
#include "engine/navigation/unresolved.h"
#include "engine/unit_code.h"

namespace grove::engine {

/// Shows symbols as people see them, their code read from the files on disk. Thread-safe.
class SymbolShower {
 public:
  SymbolShower(UnitReader& reader, IndexedFacts& facts) : reader_(reader), facts_(facts) {}

  /// All but code, signature and docstring; reads no file.
  static SymbolHit brief(const Meaning& meaning);
  /// With them, checked against the file: found again where that changed, `stale` where it is not in it any more.
  /// `changed` is set where the file is not the one that was indexed.
  SymbolHit whole(const Meaning& meaning, const CancelToken& cancel, bool& changed) const;

 private:
  bool show_as_indexed(const Meaning& meaning, SymbolHit& hit) const;

  UnitReader& reader_;
  IndexedFacts& facts_;
};

/// How many symbols of its repository a symbol calls.
std::uint32_t distinct_callees(const graph::Graph& graph, graph::SymbolId symbol);

/// What people call a symbol: its qualified name, or its name.
std::string shown_name(const graph::Declarations& declarations, graph::SymbolId symbol);

}  // namespace grove::engine
