#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/repository.h"

namespace grove::corpus {

/// People's decisions: which repositories there are (`grove.db`, SQLite; docs/formats/corpus.md). Short transactions; any process may
/// write. Thread-safe.
class Registry {
 public:
  /// Opens, creating and migrating; creates the directory too. `directory` is the data directory.
  static Result<std::unique_ptr<Registry>> open(const std::string& directory);
  virtual ~Registry() = default;

  /// By name.
  virtual Result<std::vector<Repository>> repositories() = 0;
  /// By name or id; kNotFound names near ones.
  virtual Result<Repository> repository(std::string_view name_or_id) = 0;
  /// Gives it an id and a time. kInvalidArgument where the name is none (`check_name`) or the root isn't absolute; kAlreadyExists where the
  /// name is taken, or where a plain folder (one without a URL) is, lies inside or lies around a registered plain folder.
  virtual Result<Repository> add(Repository repository) = 0;
  /// Everything but the id may change, by the rules of `add`. kNotFound where the id is gone.
  virtual Status update(const Repository& repository) = 0;
  /// kNotFound where the id is gone. Leaves the repository's folder alone.
  virtual Status remove(std::string_view id) = 0;
};

/// A name that `check_name` accepts and nobody has, near the wanted one: `shop`, else `shop-2`, `shop-3`, …
std::string propose_name(std::string_view wanted, std::span<const Repository> registered);

/// Names are 1–100 bytes of UTF-8 without spaces, `/`, `\`, `:`, `#` and whatever `printable_line` escapes, and start with neither `-` nor
/// `.`.
Status check_name(std::string_view name);

}  // namespace grove::corpus
