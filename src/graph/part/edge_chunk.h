#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/declarations.h"
#include "model/edge.h"
#include "model/kinds.h"

namespace grove::graph {

/// An edge within its file.
struct LocalEdge {
  std::uint32_t source = kNobody;  ///< Number of the symbol within the file; kNobody at its top.
  SymbolId target = kNobody;       ///< Among all parts, as they were when the edge was written.
  std::uint32_t begin = 0;
  std::uint32_t line = 0;
  Role role = Role::kCall;
  Confidence confidence = Confidence::kExact;
  friend bool operator==(const LocalEdge&, const LocalEdge&) = default;
};

/// Edges of one file stand together in chunks of at most so many.
inline constexpr std::size_t kEdgesInChunk = 256;

/// Some edges of one file in source order as bytes (docs/formats/graph.md, "Edges").
/// REQUIRES: at least one and at most kEdgesInChunk, ascending by begin.
std::string encode_chunk(std::span<const LocalEdge> edges);

/// Reads a chunk. Damaged bytes give fewer edges.
class EdgeChunk {
 public:
  explicit EdgeChunk(std::string_view bytes) : bytes_(bytes) {}
  /// Where its first edge begins; costs a read of few bytes.
  std::uint32_t first_begin() const;
  /// The distinct targets, ascending.
  std::vector<SymbolId> targets() const;
  std::vector<LocalEdge> edges() const;
  /// Adds those of its edges that lead to one of some symbols, in source order; the others cost a read of their bytes.
  /// REQUIRES: `targets` ascending.
  void add_edges_to(std::span<const SymbolId> targets, std::vector<LocalEdge>& found) const;

 private:
  std::string_view bytes_;
};

}  // namespace grove::graph
