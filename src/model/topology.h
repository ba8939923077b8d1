#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "model/repository.h"

namespace grove {

/// A named set of repositories. Repositories may be in several, and in none.
struct RepositoryGroup {
  std::string name = {};
  std::vector<std::string> members = {};  ///< Ids, in the order of their names.
};

/// That one repository needs another one, as a person said.
struct RepositoryDependency {
  std::string from = {};  ///< Id of the one that depends.
  std::string to = {};    ///< Id of the one that it depends on.
  /// How a person said so. The values stand on disk: append only, never renumber.
  enum class Origin : std::uint8_t {
    kDeclared = 0,  ///< By naming the two.
    kAccepted = 1,  ///< By accepting a suggestion.
  } origin = Origin::kDeclared;
};

/// How repositories belong together, at one moment. Dependencies never make a cycle.
struct Topology {
  std::uint64_t version = 0;  ///< Raised by everything that changes what follows, repositories' names included; 0 where nothing is yet.
  std::vector<Repository> repositories = {};            ///< By name.
  std::vector<RepositoryGroup> groups = {};             ///< By name.
  std::vector<RepositoryDependency> dependencies = {};  ///< By the names of both ends.
  std::vector<RepositoryDependency> dismissed = {};     ///< Suggestions that nobody wants to see again; likewise.
};

/// One decision about groups and dependencies. Repositories are named by name or id.
struct TopologyChange {
  enum class Action : std::uint8_t {
    kCreateGroup,      ///< `group` with `repositories`, which may be none.
    kDeleteGroup,      ///< `group`; its repositories stay.
    kAddToGroup,       ///< `repositories` to `group`; those that are in it stay there.
    kRemoveFromGroup,  ///< `repositories` from `group`.
    kAddDependency,    ///< `repository` depends on `depends_on`; nothing changes where that is known. Undoes a dismissal.
    kRemoveDependency,
    kAccept,   ///< As kAddDependency, of a suggestion. One that is declared stays declared.
    kDismiss,  ///< The suggestion that `repository` depends on `depends_on` is not made again. A dependency that is known stays.
  } action = Action::kCreateGroup;
  std::string group = {};
  std::vector<std::string> repositories = {};
  std::string repository = {}, depends_on = {};
  std::optional<std::uint64_t> expected_version = {};  ///< Of the topology that the decision was made on; unset: whatever there is.
};

}  // namespace grove
