// Groups and dependencies of repositories, as people decide on them.
#include <gmock/gmock.h>

#include <thread>

#include "base/testing/read_only_folder.h"
#include "base/testing/temporary_folder.h"
#include "base/text.h"
#include "corpus/corpus_schema.h"
#include "corpus/registry.h"
#include "corpus/topology_tables.h"

namespace grove::corpus {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Action = TopologyChange::Action;

std::unique_ptr<Registry> open_in(const TemporaryFolder& directory) {
  auto registry = Registry::open(directory.path());
  EXPECT_TRUE(registry) << describe(registry.error());
  return std::move(*registry);
}

/// Repositories `a`, `b`, `c`, `d`.
std::unique_ptr<Registry> four_in(const TemporaryFolder& directory) {
  auto registry = open_in(directory);
  for (const char* name : {"d", "b", "a", "c"}) EXPECT_TRUE(registry->add({.name = name, .root = std::string("/") + name}));
  return registry;
}

Result<Topology> group(Registry& registry, Action action, const std::string& name, std::vector<std::string> repositories = {}) {
  return registry.change_topology({.action = action, .group = name, .repositories = std::move(repositories)});
}
Result<Topology> edge(Registry& registry, Action action, const std::string& from, const std::string& to) {
  return registry.change_topology({.action = action, .repository = from, .depends_on = to});
}

std::string name_of(const Topology& topology, const std::string& id) { return (*find_repository(topology.repositories, id))->name; }

/// `core: a b | web: ` and `a>b c>d`
std::string shown_groups(const Topology& topology) {
  std::vector<std::string> lines;
  for (const RepositoryGroup& group : topology.groups) {
    std::string line = group.name + ":";
    for (const std::string& id : group.members) line += " " + name_of(topology, id);
    lines.push_back(line);
  }
  return join(lines, " | ");
}
std::string shown_pairs(const Topology& topology, const std::vector<RepositoryDependency>& pairs) {
  std::vector<std::string> all;
  for (const RepositoryDependency& one : pairs)
    all.push_back(name_of(topology, one.from) + (one.origin == RepositoryDependency::Origin::kAccepted ? "~" : ">") +
                  name_of(topology, one.to));
  return join(all, " ");
}
std::string shown_edges(const Topology& topology) { return shown_pairs(topology, topology.dependencies); }

TEST(Topology, GroupsAreFlatSetsOfRepositories) {
  const TemporaryFolder directory;
  auto registry = four_in(directory);
  ASSERT_TRUE(group(*registry, Action::kCreateGroup, "web"));
  ASSERT_TRUE(group(*registry, Action::kCreateGroup, "core", {"b", "a", "a"}));
  EXPECT_EQ(shown_groups(*open_in(directory)->topology()), "core: a b | web:");
  ASSERT_TRUE(group(*registry, Action::kAddToGroup, "core", {"c", "a"}));
  EXPECT_EQ(shown_groups(*group(*registry, Action::kRemoveFromGroup, "core", {"b"})), "core: a c | web:");
}

TEST(Topology, DeletingAGroupDeletesNoRepository) {
  const TemporaryFolder directory;
  auto registry = four_in(directory);
  ASSERT_TRUE(group(*registry, Action::kCreateGroup, "core", {"a", "b"}));
  const Topology after = group(*registry, Action::kDeleteGroup, "core").value();
  EXPECT_THAT(after.groups, IsEmpty());
  EXPECT_EQ(after.repositories.size(), 4U);
  ASSERT_TRUE(group(*registry, Action::kCreateGroup, "core")) << "the name is free again";
  EXPECT_EQ(shown_groups(*registry->topology()), "core:");
}

TEST(Topology, RemovingARepositoryTakesItOutOfGroupsAndDependencies) {
  const TemporaryFolder directory;
  auto registry = four_in(directory);
  ASSERT_TRUE(group(*registry, Action::kCreateGroup, "core", {"a", "b"}));
  ASSERT_TRUE(edge(*registry, Action::kAddDependency, "a", "b"));
  ASSERT_TRUE(edge(*registry, Action::kAddDependency, "b", "c"));
  ASSERT_TRUE(edge(*registry, Action::kAddDependency, "c", "d"));
  ASSERT_TRUE(edge(*registry, Action::kDismiss, "b", "d"));
  const std::uint64_t before = registry->topology()->version;
  ASSERT_TRUE(registry->remove(registry->repository("b")->id));
  const Topology after = registry->topology().value();
  EXPECT_EQ(shown_groups(after), "core: a");
  EXPECT_EQ(shown_edges(after), "c>d");
  EXPECT_THAT(after.dismissed, IsEmpty());
  EXPECT_GT(after.version, before);
}

TEST(Topology, GroupsAndRepositoriesAreNamedWithCare) {
  const TemporaryFolder directory;
  auto registry = four_in(directory);
  ASSERT_TRUE(group(*registry, Action::kCreateGroup, "platform", {"a"}));
  for (const char* bad : {"", "-x", "a b", "a/b", "a#b", "a\xFF"})
    EXPECT_EQ(group(*registry, Action::kCreateGroup, bad).error().code, ErrorCode::kInvalidArgument) << bad;
  EXPECT_EQ(group(*registry, Action::kCreateGroup, "platform").error().code, ErrorCode::kAlreadyExists);
  const Error missing = group(*registry, Action::kAddToGroup, "platfrom", {"a"}).error();
  EXPECT_EQ(missing.code, ErrorCode::kNotFound);
  EXPECT_THAT(missing.hint, HasSubstr("platform"));
  EXPECT_EQ(group(*registry, Action::kAddToGroup, "platform", {"b", "nobody"}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(group(*registry, Action::kAddToGroup, "platform").error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(group(*registry, Action::kRemoveFromGroup, "platform", {"a", "b"}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(shown_groups(*registry->topology()), "platform: a") << "a change is made as a whole, or not at all";
}

TEST(Topology, DependenciesAreDirectedAndNotedOnce) {
  const TemporaryFolder directory;
  auto registry = four_in(directory);
  ASSERT_TRUE(edge(*registry, Action::kAddDependency, "a", "b"));
  const Topology once = edge(*registry, Action::kAddDependency, "c", registry->repository("a")->id).value();
  EXPECT_EQ(shown_edges(once), "a>b c>a");
  const Topology again = edge(*registry, Action::kAddDependency, "a", "b").value();
  EXPECT_EQ(again.version, once.version) << "nothing changed";
  EXPECT_EQ(shown_edges(*edge(*registry, Action::kRemoveDependency, "a", "b")), "c>a");
  EXPECT_EQ(edge(*registry, Action::kRemoveDependency, "a", "b").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(edge(*registry, Action::kAddDependency, "a", "nobody").error().code, ErrorCode::kNotFound);
}

TEST(Topology, ACycleIsRefusedAndNamed) {
  const TemporaryFolder directory;
  auto registry = four_in(directory);
  for (const auto& [from, to] : {std::pair("a", "b"), {"b", "c"}, {"c", "d"}, {"b", "d"}})
    ASSERT_TRUE(edge(*registry, Action::kAddDependency, from, to));
  const Error cycle = edge(*registry, Action::kAddDependency, "d", "a").error();
  EXPECT_EQ(cycle.code, ErrorCode::kDependencyCycle);
  EXPECT_EQ(code_name(cycle.code), "dependency_cycle");
  EXPECT_EQ(cycle.message, "DependencyCycleError: d cannot depend on a, since that closes the cycle d → a → b → d");
  EXPECT_THAT(edge(*registry, Action::kAddDependency, "b", "a").error().message, HasSubstr("b → a → b"));
  EXPECT_THAT(edge(*registry, Action::kAddDependency, "a", "a").error().message, HasSubstr("the cycle a → a"));
  EXPECT_EQ(edge(*registry, Action::kAccept, "d", "a").error().code, ErrorCode::kDependencyCycle);
  EXPECT_EQ(shown_edges(*registry->topology()), "a>b b>c b>d c>d");
}

TEST(Topology, CyclesAreFoundInGraphsOfManyPathsAtOnce) {
  std::vector<RepositoryDependency> dependencies;
  const auto name = [](int layer, int place) { return std::to_string(layer) + "." + std::to_string(place); };
  for (int layer = 0; layer < 200; ++layer)
    for (int from = 0; from < 4; ++from)
      for (int to = 0; to < 4; ++to) dependencies.push_back({.from = name(layer, from), .to = name(layer + 1, to)});
  EXPECT_EQ(closed_cycle(dependencies, "200.0", "0.0").size(), 202U) << "4^200 paths lead there";
  EXPECT_THAT(closed_cycle(dependencies, "0.0", "200.0"), IsEmpty());
}

TEST(Topology, ADeclaredDependencyIsNotOverwrittenBySuggestions) {
  const TemporaryFolder directory;
  auto registry = four_in(directory);
  ASSERT_TRUE(edge(*registry, Action::kAddDependency, "a", "b"));
  EXPECT_EQ(shown_edges(*edge(*registry, Action::kAccept, "a", "b")), "a>b");
  EXPECT_EQ(shown_edges(*edge(*registry, Action::kDismiss, "a", "b")), "a>b");
  EXPECT_EQ(shown_edges(*edge(*registry, Action::kAccept, "c", "d")), "a>b c~d");
}

TEST(Topology, ADismissalStandsUntilTheDependencyIsAdded) {
  const TemporaryFolder directory;
  auto registry = four_in(directory);
  ASSERT_TRUE(edge(*registry, Action::kDismiss, "a", "b"));
  const Topology dismissed = edge(*registry, Action::kDismiss, "a", "b").value();
  EXPECT_EQ(shown_pairs(dismissed, dismissed.dismissed), "a>b");
  const Topology added = edge(*registry, Action::kAddDependency, "a", "b").value();
  EXPECT_THAT(added.dismissed, IsEmpty());
}

TEST(Topology, AWriteOnAnOldVersionIsRefused) {
  const TemporaryFolder directory;
  auto mine = four_in(directory);
  auto theirs = open_in(directory);
  const std::uint64_t seen = mine->topology()->version;
  const TopologyChange change{.action = Action::kCreateGroup, .group = "core", .expected_version = seen};
  ASSERT_TRUE(theirs->change_topology({.action = Action::kCreateGroup, .group = "web", .expected_version = seen}));
  const Error stale = mine->change_topology(change).error();
  EXPECT_EQ(stale.code, ErrorCode::kStaleVersion);
  EXPECT_EQ(code_name(stale.code), "stale_version");
  TopologyChange again = change;
  again.expected_version = mine->topology()->version;
  EXPECT_EQ(shown_groups(*mine->change_topology(again)), "core: | web:");
}

TEST(Topology, TheVersionTellsOfRenamedRepositoriesAndNotOfIndexing) {
  const TemporaryFolder directory;
  auto registry = four_in(directory);
  const std::string id = registry->repository("a")->id;
  const std::uint64_t before = registry->topology()->version;
  ASSERT_TRUE(registry->change(id, {.name = "a", .commit = "1234", .indexed_at_ms = 7}));
  EXPECT_EQ(registry->topology()->version, before);
  ASSERT_TRUE(registry->change(id, {.name = "z"}));
  EXPECT_GT(registry->topology()->version, before);
}

TEST(Topology, ManyWritersAtOnceLoseNothing) {
  const TemporaryFolder directory;
  auto registry = open_in(directory);
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(registry->add({.name = "r" + std::to_string(i), .root = "/" + std::to_string(i)}));
  ASSERT_TRUE(group(*registry, Action::kCreateGroup, "all"));
  std::vector<std::jthread> writers;
  for (int writer = 0; writer < 4; ++writer)
    writers.emplace_back([&, writer] {
      auto own = open_in(directory);
      for (int i = writer; i < 40; i += 4) {
        EXPECT_TRUE(group(*own, Action::kAddToGroup, "all", {"r" + std::to_string(i)}));
        if (i == 0) continue;
        EXPECT_TRUE(edge(*own, Action::kAddDependency, "r" + std::to_string(i), "r" + std::to_string(i / 2)));
      }
    });
  writers.clear();
  const Topology after = registry->topology().value();
  EXPECT_EQ(after.groups.front().members.size(), 40U);
  EXPECT_EQ(after.dependencies.size(), 39U);
}

TEST(Topology, TwoWhoCloseACycleTogetherDoNotBothSucceed) {
  const TemporaryFolder directory;
  const auto setup = four_in(directory);
  for (int round = 0; round < 10; ++round) {
    std::atomic<int> made = 0;
    {
      std::jthread one([&] { made += edge(*open_in(directory), Action::kAddDependency, "a", "b").has_value() ? 1 : 0; });
      std::jthread other([&] { made += edge(*open_in(directory), Action::kAddDependency, "b", "a").has_value() ? 1 : 0; });
    }
    EXPECT_EQ(made, 1);
    const Topology topology = setup->topology().value();
    ASSERT_EQ(topology.dependencies.size(), 1U);
    ASSERT_TRUE(edge(*setup, Action::kRemoveDependency, topology.dependencies[0].from, topology.dependencies[0].to));
  }
}

TEST(Topology, ThereIsNoneBeforeTheFirstRepository) {
  const TemporaryFolder directory;
  auto registry = open_in(directory);
  EXPECT_EQ(registry->topology()->version, 0U);
  EXPECT_THAT(registry->topology()->groups, IsEmpty());
}

TEST(Topology, CanBeReadWhereItCannotBeWritten) {
  const TemporaryFolder directory;
  ASSERT_TRUE(group(*four_in(directory), Action::kCreateGroup, "core", {"a"}));
  const ReadOnlyFolder held(directory.path());
  auto registry = open_in(directory);
  EXPECT_EQ(shown_groups(*registry->topology()), "core: a");
  EXPECT_EQ(group(*registry, Action::kDeleteGroup, "core").error().code, ErrorCode::kIo);
}

TEST(Topology, ComesToADatabaseFromBeforeGroups) {
  const TemporaryFolder directory;
  {
    const Schema old{.application_id = registry_schema().application_id, .scripts = registry_schema().scripts.first(1)};
    const auto database =
        Database::open({.path = directory.path() + "/grove.db", .access = DatabaseRequest::Access::kWrite, .corrupt_hint = ""}).value();
    ASSERT_TRUE(migrate(*database, old));
    ASSERT_TRUE(database->execute("INSERT INTO repositories VALUES ('a-1', 'a', '/a', '', '', '', '', 1, 2)"));
  }
  auto registry = open_in(directory);
  EXPECT_EQ(shown_groups(*group(*registry, Action::kCreateGroup, "core", {"a"})), "core: a");
  EXPECT_EQ(registry->repository("a")->indexed_at_ms, 2);
}

}  // namespace
}  // namespace grove::corpus
