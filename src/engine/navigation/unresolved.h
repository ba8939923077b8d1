#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "engine/data_directory.h"
#include "engine/navigation.h"
#include "engine/navigation/scope.h"

namespace grove::engine {

/// Facts of files as they were indexed; keeps the last ones. Thread-safe.
class IndexedFacts {
 public:
  explicit IndexedFacts(const DataDirectory& directory) : directory_(directory) {}
  Result<std::shared_ptr<const Facts>> read(const std::string& repository_id, const graph::DeclaredFile& file);

 private:
  struct Kept {
    std::string repository;
    std::string path;
    Sha256 hash{};
    std::uint32_t version = 0;
    std::shared_ptr<const Facts> facts;
  };
  const DataDirectory& directory_;
  std::mutex mutex_;
  std::list<Kept> kept_;  // most recently used first
};

/// Calls that stand in a symbol and lead to nothing that is known, in source order, each name once a line.
Result<std::vector<UnresolvedCall>> unresolved_calls(const GraphScope& scope, std::span<const graph::SymbolId> in, IndexedFacts& facts);

}  // namespace grove::engine
