#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <vector>

#include "engine/recent.h"
#include "graph/graph.h"

namespace grove::engine {

/// A use of one of several symbols.
struct KnownUse {
  std::uint32_t of = 0;  ///< Which of them.
  graph::Edge edge;
};

/// All uses of busy symbols that were listed not long ago, in the order of their pages: finding them reads a part of the graph that grows
/// with their number, however short the page. Thread-safe.
class KnownUses {
 public:
  /// Symbols in order: id of the repository, generation of its graph, symbol.
  using Of = std::vector<std::tuple<std::string, std::uint64_t, graph::SymbolId>>;
  using All = std::shared_ptr<const std::vector<KnownUse>>;
  /// Fewer are soon found again.
  static constexpr std::size_t kFewest = 1'000;
  /// How many lists, and how many uses in all of them: 28 bytes each. A longer list is not kept.
  static constexpr Recent<Of, All>::Limits kLimits{.values = 8, .weight = 200'000};

  /// Null where they are not kept.
  All find(const Of& of);
  void keep(Of of, All uses);

 private:
  std::mutex mutex_;
  Recent<Of, All> kept_{kLimits};
};

}  // namespace grove::engine
