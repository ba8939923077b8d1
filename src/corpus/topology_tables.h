#pragma once

#include <string>
#include <vector>

#include "corpus/registry.h"
#include "corpus/sqlite.h"

/// Groups and dependencies in `grove.db` (docs/formats/corpus.md).
namespace grove::corpus {

/// What the tables say of some repositories, which are sorted by name. REQUIRES: a transaction that they were read in.
Result<Topology> read_topology(Database& database, std::vector<Repository> repositories);

/// Makes a change to `present`, as `Registry::change_topology` describes. REQUIRES: a transaction for writing that `present` was read in;
/// a failure leaves it to be rolled back.
Status apply_change(Database& database, const Topology& present, const TopologyChange& change);

/// Ids from `from` to `to` and back to `from`, by the fewest steps, where a dependency of `from` on `to` would close a cycle; else empty.
/// `from` itself is one of itself.
std::vector<std::string> closed_cycle(const std::vector<RepositoryDependency>& dependencies, const std::string& from,
                                      const std::string& to);

}  // namespace grove::corpus
