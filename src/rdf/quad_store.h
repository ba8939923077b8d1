#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rdf/triple_store.h"

struct GroveRdfStore;

namespace grove::rdf {

using ByteSink = std::function<void(std::string_view)>;

/// Quads in this process's memory, with Oxigraph's evaluator. Of a query's limits those on rows and bytes hold; `store_process.h` sees to
/// the others. What changes it is worked out as a delta first (docs/formats/rdf.md) and then applied. Not thread-safe.
class QuadStore {
 public:
  QuadStore();

  std::uint64_t size() const;
  /// Statements removed since the start: their terms take memory until the store is made anew.
  std::uint64_t removed() const;

  /// Hands out the answer piece by piece.
  Result<QueryForm> query(const QueryRequest& request, const ByteSink& out) const;
  Status graph(const std::optional<std::string>& name, Syntax syntax, const ByteSink& out) const;

  /// All of the delta, or nothing where it is damaged.
  Status apply(std::string_view delta);
  /// Gives back the memory of what was removed. Takes as long as reading the store.
  Status tidy();
  /// The delta that makes an empty store the same as this one.
  Status snapshot(const ByteSink& out) const;

  /// The delta of an update. It is made in this store at once, operation by operation, and half of it where it fails: for a copy that is
  /// thrown away.
  Status update(const UpdateRequest& request, const ByteSink& delta);
  /// The delta of a load; blank nodes are labelled after the prefix.
  static Status load(const LoadRequest& request, std::string_view blank_prefix, const ByteSink& delta);
  Status drop_graph(const std::optional<std::string>& name, const ByteSink& delta) const;

 private:
  struct Close {
    void operator()(GroveRdfStore* store) const;
  };
  std::unique_ptr<GroveRdfStore, Close> store_;
};

/// A store of this process, without limits on time and memory: for tests, and for texts of our own. Thread-safe.
std::unique_ptr<TripleStore> open_store_in_process();

}  // namespace grove::rdf
