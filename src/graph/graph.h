#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/file.h"
#include "base/result.h"
#include "graph/declarations.h"
#include "graph/resolver.h"
#include "model/edge.h"
#include "model/facts.h"

namespace grove::graph {

/// One use of a symbol.
struct Edge {
  SymbolId source = kNobody;  ///< The innermost symbol that the name stands in; kNobody at the top of a file.
  SymbolId target = kNobody;
  FileId file = 0;
  std::uint32_t begin = 0;  ///< Byte offset of the name in the decoded text.
  std::uint32_t line = 0;
  Role role = Role::kCall;
  Confidence confidence = Confidence::kExact;
};

struct GraphStats {
  std::uint64_t generation = 0;
  std::uint64_t files = 0, symbols = 0, edges = 0;
  std::uint64_t bytes_on_disk = 0;
};

/// The symbol graph of one repository at one generation: immutable, mapped, thread-safe. Derived from the corpus; can be deleted at any
/// time (docs/formats/graph.md).
class Graph {
 public:
  virtual ~Graph() = default;
  virtual const Declarations& declarations() const = 0;
  /// Uses of a symbol, in order of path and place.
  std::vector<Edge> uses_of(SymbolId target) const { return first_uses_of(target, std::numeric_limits<std::size_t>::max()); }
  /// The first of them, for symbols that half of a repository uses.
  virtual std::vector<Edge> first_uses_of(SymbolId target, std::size_t limit) const = 0;
  /// What stands in a symbol (not in symbols inside it), in source order.
  virtual std::vector<Edge> uses_in(SymbolId source) const = 0;
  /// All resolved names of a file, in source order.
  virtual std::vector<Edge> uses_in_file(FileId file) const = 0;
  /// Distinct callers: callables with a call of it. Costs one read.
  virtual std::uint32_t call_in_degree(SymbolId symbol) const = 0;
  virtual std::uint64_t generation() const = 0;
  virtual GraphStats stats() const = 0;
};

/// The last published graph. kNotFound where none was published; kCorrupt where it is damaged.
Result<std::shared_ptr<const Graph>> open_graph(const std::string& directory);
/// The generation that `open_graph` would open; 0 where there is none. Reads a few bytes.
Result<std::uint64_t> published_graph_generation(const std::string& directory);

/// A file as the graph is told of it.
struct GraphFile {
  std::string path;
  Sha256 hash{};
  Language language = Language::kPlainText;
  std::uint32_t facts_version = 0;  ///< Of the extractor that wrote its facts: another one means other facts.
};

/// Files that may have changed; all others are as the published graph has them.
struct GraphChanges {
  std::vector<GraphFile> present;  ///< Searchable now; in any order.
  std::vector<std::string> gone;   ///< Not searchable any more.
};

/// Everything the graph is made from.
struct GraphSource {
  /// All searchable files, ascending by path. Not called where `only` is enough.
  std::function<Result<std::vector<GraphFile>>()> files;
  /// Called from many threads.
  std::function<Result<Facts>(const GraphFile&)> facts;
  std::optional<GraphChanges> only = {};
};

/// When an update does more than it has to.
struct GraphPolicy {
  std::uint64_t anew_below = 64;   ///< A repository of fewer files is made anew by any change.
  std::uint64_t anew_share = 4;    ///< So is one where more than one file in so many is affected: it costs hardly more.
  std::uint64_t clean_share = 8;   ///< More dead files than one in so many live ones are cleared out, by writing all again.
  std::uint64_t merge_factor = 4;  ///< A part is merged with the new one while it is less than so many times as large.
  /// Bytes of one section, and symbols of all parts: places and numbers have 32 bits. An update that needs more fails.
  std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
};

/// How an update works.
struct GraphUpdate {
  const std::string& directory;
  const GraphSource& source;
  unsigned threads = 1;
  const FileCalls& calls = system_calls();
  std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};  ///< In files; may be empty. Called by the calling thread.
  std::function<std::unique_ptr<Resolver>(const Declarations&, const CancelToken&)> make_resolver = Resolver::make;
  GraphPolicy policy = {};
};

/// What an update did, in files.
struct GraphReport {
  std::uint64_t declared = 0;  ///< Read anew.
  std::uint64_t resolved = 0;
  std::uint64_t edges = 0;  ///< Of the whole graph afterwards.
  /// Paths of files whose facts are damaged: they stand in the graph without symbols, as files that changed since.
  std::vector<std::string> damaged = {};
};

/// Brings a repository's graph up to its files: compares paths and hashes with the published generation, declares what is new, and
/// resolves those files and the ones whose names the change can affect. The result says the same as one made from nothing. Where nothing
/// usable was published, all is made anew. Needs the repository's writer lock. A kill leaves the last generation.
Result<GraphReport> update_graph(const GraphUpdate& update, const CancelToken& cancel);

/// Reads all of a graph and compares checksums.
Status verify_graph(const std::string& directory);

}  // namespace grove::graph
