#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "graph/part/declared_part.h"
#include "graph/part/edge_chunk.h"
#include "graph/part/number_lists.h"
#include "graph/part/part_file.h"

namespace grove::graph {

/// A file of an older part that a part replaces, or that is gone.
struct ReplacedFile {
  FileId old_file = 0;                 ///< Among all parts.
  FileId new_file = kNobody;           ///< In the replacing part; kNobody where it is gone.
  std::vector<std::uint32_t> symbols;  ///< By old symbol: its number within the new file; kNobody where it is gone.
};

/// The edges of one part's files and what else a part says beyond declarations. Immutable, thread-safe; damaged bytes give less.
class EdgePart {
 public:
  EdgePart() = default;
  EdgePart(const PartFile& file, std::uint32_t files);

  std::uint64_t edges() const { return edge_count_[0]; }
  std::uint32_t chunks() const { return static_cast<std::uint32_t>(chunk_begins_.size()); }
  /// Of a file of the part: [first, end). REQUIRES: file < files().
  std::pair<std::uint32_t, std::uint32_t> chunks_of(FileId file) const;
  FileId file_of_chunk(std::uint32_t chunk) const;
  EdgeChunk chunk(std::uint32_t chunk) const { return EdgeChunk(block_of(edges_, chunk_begins_, chunk)); }
  /// All edges of a file in source order.
  std::vector<LocalEdge> edges_of(FileId file) const;

  /// Chunks with an edge to a symbol, and how many distinct callables of the part call it. Symbols as the edges name them.
  const NumberLists& uses() const { return uses_; }
  /// Files that consulted a key (`consulted_key`).
  const NumberLists& consulted() const { return consulted_; }
  /// Ascending by old file. kCorrupt where the bytes are no such list: half of one would bring replaced files back to life.
  Result<std::vector<ReplacedFile>> replaced() const;
  /// How many distinct callables call a symbol, where that is not what the base says. Of the newest part only.
  std::optional<std::uint32_t> degree(SymbolId symbol) const;
  /// All of them: symbol and degree, ascending.
  std::vector<KeyedNumber> degrees() const;

 private:
  std::uint32_t files_ = 0;
  std::string_view edges_, replaced_;
  ArrayView<std::uint32_t> chunk_begins_, first_chunks_;
  ArrayView<std::uint64_t> degrees_, edge_count_;
  NumberLists uses_, consulted_;
};

/// The 32 bits under which a part keeps what a file consulted.
inline std::uint32_t consulted_key(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32U); }

std::string encode_replaced(const std::vector<ReplacedFile>& files);

}  // namespace grove::graph
