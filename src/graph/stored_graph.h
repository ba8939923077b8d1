#pragma once

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/file.h"
#include "graph/graph.h"
#include "graph/joined_declarations.h"
#include "graph/manifest.h"
#include "graph/part/edge_part.h"

namespace grove::graph {

/// A part with the bytes that it is read from.
struct GraphPart {
  MappedFile mapped;
  PartFile file;
  DeclaredPart declared;
  EdgePart edges;

  static Result<std::shared_ptr<const GraphPart>> open(const std::string& path, std::uint64_t bytes);
  /// One that was not written yet. Borrows the sections.
  static Result<std::shared_ptr<const GraphPart>> over(const Sections& sections);
};

/// A graph of several parts. What a newer part replaces in an older one is dead there; edges that lead to a replaced symbol are led on to
/// what took its place.
class StoredGraph final : public Graph {
 public:
  /// kCorrupt where the parts don't fit each other.
  static Result<std::shared_ptr<const StoredGraph>> assemble(std::vector<std::shared_ptr<const GraphPart>> parts, const Manifest& manifest);
  /// What was published last.
  static Result<std::shared_ptr<const StoredGraph>> open(const std::string& directory);

  const JoinedDeclarations& declarations() const override { return *declared_; }
  std::vector<Edge> first_uses_of(SymbolId target, std::size_t limit) const override;
  std::vector<Edge> uses_in(SymbolId source) const override;
  std::vector<Edge> uses_in_file(FileId file) const override;
  std::uint32_t call_in_degree(SymbolId symbol) const override;
  std::uint64_t generation() const override { return manifest_.generation; }
  GraphStats stats() const override;

  const Manifest& manifest() const { return manifest_; }
  const std::vector<std::shared_ptr<const GraphPart>>& parts() const { return parts_; }
  /// What stands now in the place of a symbol that an edge names; kNobody where nothing does.
  SymbolId current(SymbolId stored) const;
  /// The edges of a live file, led on to what stands now; those to what is gone are left out.
  std::vector<LocalEdge> edges_of(FileId file) const;
  /// Live files with an edge to a symbol, ascending.
  std::vector<FileId> files_using(SymbolId symbol) const;
  /// Live files that consulted the key, ascending.
  std::vector<FileId> files_that_consulted(std::uint64_t hash) const;
  /// Symbols whose degree is not what the first part says.
  std::vector<KeyedNumber> changed_degrees() const;

 private:
  struct Move {
    FileId new_file = kNobody;
    std::vector<SymbolId> symbols;  // by old symbol within its file; among all, kNobody where it is gone
  };
  StoredGraph() = default;
  Status take_moves();
  /// One of the last of `parts`.
  Status take_move(ReplacedFile replaced, std::vector<JoinedPart>& parts);
  /// A symbol and all that it stands in the place of.
  std::vector<SymbolId> names_of(SymbolId symbol) const;
  Edge edge_of(const LocalEdge& edge, const DeclaredFile& file, FileId id) const;
  /// Puts several targets of one place in order of path and place.
  void sort_places(std::vector<Edge>& edges) const;

  Manifest manifest_;
  std::vector<std::shared_ptr<const GraphPart>> parts_;
  std::unique_ptr<JoinedDeclarations> declared_;
  std::unordered_map<FileId, Move> moves_;                   // of dead files
  std::unordered_map<FileId, std::vector<FileId>> origins_;  // of files that replaced others
};

}  // namespace grove::graph
