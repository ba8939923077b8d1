#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/repository.h"

namespace grove::corpus {

/// People's decisions: which repositories there are (`grove.db`, SQLite). Short transactions; any process may write. Thread-safe.
class Registry {
 public:
  /// Opens, creating and migrating. `directory` is the data directory.
  static Result<std::unique_ptr<Registry>> open(const std::string& directory);
  virtual ~Registry() = default;

  virtual Result<std::vector<Repository>> repositories() = 0;
  /// By name or id; kNotFound names near ones.
  virtual Result<Repository> repository(std::string_view name_or_id) = 0;
  /// Gives it an id. kAlreadyExists where the name is taken, or the root lies inside a registered one or around one.
  virtual Result<Repository> add(Repository repository) = 0;
  virtual Status update(const Repository& repository) = 0;
  virtual Status remove(std::string_view id) = 0;
};

}  // namespace grove::corpus
