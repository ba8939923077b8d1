#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/repository.h"
#include "model/topology.h"

namespace grove::corpus {

/// New values of a registered repository; what is unset stays as it is, whoever set it meanwhile.
struct RepositoryChange {
  std::optional<std::string> name = {}, root = {}, url = {}, branch = {}, subpath = {}, commit = {};
  std::optional<std::int64_t> indexed_at_ms = {};
};

/// People's decisions: which repositories there are, and how they belong together (`grove.db`, SQLite; docs/formats/corpus.md). Short
/// transactions; any process may write. Thread-safe.
class Registry {
 public:
  /// `directory` is the data directory. Nothing is created before the first repository is added: until then there are none. Where it can
  /// be read only, what would write fails with kIo, and the rest works.
  static Result<std::unique_ptr<Registry>> open(const std::string& directory);
  virtual ~Registry() = default;

  /// By name.
  virtual Result<std::vector<Repository>> repositories() = 0;
  /// By name or id; kNotFound names near ones.
  virtual Result<Repository> repository(std::string_view name_or_id) = 0;
  /// Gives it an id and a time. kInvalidArgument where the name is none (`check_name`) or the root isn't absolute; kAlreadyExists where the
  /// name is taken, or where a plain folder (one without a URL) is, lies inside or lies around a registered plain folder.
  virtual Result<Repository> add(Repository repository) = 0;
  /// Changes what is set, by the rules of `add`; the repository as it is then. kNotFound where the id is gone.
  virtual Result<Repository> change(std::string_view id, const RepositoryChange& change) = 0;
  /// kNotFound where the id is gone. Leaves the repository's folder alone. Groups and dependencies lose it.
  virtual Status remove(std::string_view id) = 0;

  /// All of one moment.
  virtual Result<Topology> topology() = 0;
  /// One transaction, checks included; the topology as it is then. kNotFound names near ones, and is told too where a group has no such
  /// member or there is no such dependency; kInvalidArgument where a name is none; kAlreadyExists where a group has the name;
  /// kDependencyCycle names the cycle that a dependency would close; kStaleVersion where another version was expected.
  virtual Result<Topology> change_topology(const TopologyChange& change) = 0;
};

/// The one of that name or id; kNotFound names near ones.
Result<const Repository*> find_repository(std::span<const Repository> registered, std::string_view name_or_id);
/// The group of that name; kNotFound names near ones.
Result<const RepositoryGroup*> find_group(std::span<const RepositoryGroup> groups, std::string_view name);

/// A name that `check_name` accepts and nobody has, near the wanted one: `shop`, else `shop-2`, `shop-3`, …
std::string propose_name(std::string_view wanted, std::span<const Repository> registered);

/// Names are 1–100 bytes of UTF-8 without spaces, `/`, `\`, `:`, `#` and whatever `printable_line` escapes, and start with neither `-` nor
/// `.`.
/// `bearer` reads on from "cannot name": "a repository".
Status check_name(std::string_view name, std::string_view bearer = "a repository");

}  // namespace grove::corpus
