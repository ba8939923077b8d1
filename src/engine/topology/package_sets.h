#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "engine/navigation/scope.h"
#include "engine/topology/suggestions.h"
#include "engine/unit_code.h"
#include "graph/packages/package_file.h"

namespace grove::engine {

/// What the package files of each repository publish and need, read once for each generation of its graph. Thread-safe.
class PackageSets {
 public:
  /// `texts` is borrowed.
  explicit PackageSets(UnitReader& texts) : texts_(texts) {}

  /// Of the files as they stand on disk now; those of tests and examples are no part of what a repository offers or needs.
  Result<std::shared_ptr<const graph::packages::PackageNames>> of(const GraphScope& scope, const CancelToken& cancel);
  void forget(const std::string& repository_id);

 private:
  struct Known {
    std::uint64_t generation = 0;
    std::shared_ptr<const graph::packages::PackageNames> names;
  };

  UnitReader& texts_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

/// The addresses of a repository's Git remotes, as `graph::packages::plain_address` writes them: what it was cloned from, and for a working
/// tree the remote `origin`. Reads files only.
std::vector<std::string> remote_addresses(const Repository& repository);

/// Adds the dependencies that package files speak of.
Status suggest_by_packages(const std::vector<GraphScope>& scopes, PackageSets& sets, SuggestionBook& book, const CancelToken& cancel);

}  // namespace grove::engine
