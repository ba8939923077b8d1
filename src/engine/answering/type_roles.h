#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

#include "base/cancel.h"
#include "engine/data_directory.h"
#include "engine/navigation/scope.h"
#include "graph/web/layers.h"

namespace grove::engine {

/// What a type is for, and the module that it stands in.
struct TypePlace {
  graph::web::Layer layer = graph::web::Layer::kNone;
  std::string module;  ///< Name of the folder that is built as one thing; of the repository for its root.
};

/// All types of the JVM code of a repository that are for something, tests left out, in order of path and place.
using TypeRoles = std::map<graph::SymbolId, TypePlace>;

/// Those of each repository, found once for each generation of its graph. Thread-safe; one repository is read at a time.
class TypeRoleSets {
 public:
  explicit TypeRoleSets(const DataDirectory& directory) : directory_(directory) {}

  Result<std::shared_ptr<const TypeRoles>> of(const GraphScope& scope, const CancelToken& cancel);
  void forget(const std::string& repository_id);

 private:
  struct Known {
    std::uint64_t generation = 0;
    std::shared_ptr<const TypeRoles> roles;
  };
  std::shared_ptr<const TypeRoles> known(const GraphScope& scope);

  const DataDirectory& directory_;
  std::mutex making_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

}  // namespace grove::engine
