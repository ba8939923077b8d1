#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/part/edge_part.h"
#include "graph/part/part_file.h"

namespace grove::graph {

/// What of a symbol's calls counts: whether a source is a callable.
using IsCallable = std::vector<bool>;

/// The edges of one file, made ready in any thread.
struct EncodedEdges {
  std::vector<std::string> chunks;
  std::vector<std::vector<SymbolId>> targets;  ///< Of each chunk, ascending.
  std::vector<KeyedNumber> calls;              ///< Target, and how many distinct callables of the file call it.
  std::vector<std::uint32_t> consulted;        ///< Keys, ascending, each once.
  std::uint64_t edges = 0;
};
/// REQUIRES: `edges` ascending by begin. `callable` by the number of the symbol within the file.
EncodedEdges encode_edges(std::span<const LocalEdge> edges, const IsCallable& callable, std::vector<std::uint32_t> consulted);

/// For each target the number of distinct callables among the sources that call it; ascending.
std::vector<KeyedNumber> callers_by_target(std::span<const LocalEdge> edges, const IsCallable& callable);

/// Collects the edges of a part's files. Not thread-safe.
class EdgeWriter {
 public:
  /// Of the next file. REQUIRES: one call a file, in the order of the part's files.
  void add(const EncodedEdges& edges);
  std::uint64_t edges() const { return edges_; }
  /// Fills in the sections of edges, but not those of replaced files and degrees.
  void write(Sections& sections) &&;

 private:
  std::string bytes_;
  std::vector<std::uint32_t> chunk_begins_, first_chunks_;
  std::vector<KeyedNumber> uses_;       // target, chunk
  std::vector<KeyedNumber> degrees_;    // target, callers in one file
  std::vector<KeyedNumber> consulted_;  // key, file
  std::uint64_t edges_ = 0;
};

}  // namespace grove::graph
