// Searching groups, and along dependencies, over real folders.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "engine/testing/engine_world.h"

namespace grove::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Action = TopologyChange::Action;

/// `web` → `auth` → `schemas`, and `lone`, each with a function `verify_token` of its own.
class ScopedSearch : public ::testing::Test {
 protected:
  ScopedSearch() : engine_(world_.open()) {
    NullProgress progress;
    for (const char* name : {"web", "auth", "schemas", "lone"}) {
      const std::string folder = world_.path(name);
      std::filesystem::create_directories(folder);
      std::ofstream(folder + "/a.py") << "import jwt\nfrom os import path\n\ndef verify_token(token):\n    return token\n";
      const auto added = engine_->add({.location = folder}, progress, CancelToken());
      EXPECT_TRUE(added && engine_->index({.repository = name}, progress, CancelToken()));
    }
    change({.action = Action::kAddDependency, .repository = "web", .depends_on = "auth"});
    change({.action = Action::kAddDependency, .repository = "auth", .depends_on = "schemas"});
    change({.action = Action::kCreateGroup, .group = "front", .repositories = {"web"}});
    change({.action = Action::kCreateGroup, .group = "empty"});
  }
  void change(const TopologyChange& change) { EXPECT_TRUE(engine_->change_topology(change)); }
  Result<SearchResult> search(RepositoryScope scope) {
    SearchCommand command;
    command.request.query = "verify_token";
    command.scope = std::move(scope);
    return engine_->search(command, CancelToken());
  }
  /// `web auth+1`: the repositories of the hits, the best first.
  std::string found(RepositoryScope scope) {
    std::vector<std::string> all;
    const auto result = search(std::move(scope));
    if (!result) return describe(result.error());
    for (const UnitHit& hit : result->hits)
      all.push_back(hit.relation
                        ? fmt::format("{}{}{}", hit.repository, direction_name(hit.relation->direction).substr(0, 1), hit.relation->hops)
                        : hit.repository);
    return join(all, " ");
  }
  EngineWorld world_;
  std::unique_ptr<Engine> engine_;
};

TEST_F(ScopedSearch, AGroupAnswersAndNobodyElse) {
  EXPECT_EQ(found({.groups = {"front"}}), "web");
  EXPECT_EQ(found({.repositories = {"lone"}, .groups = {"front"}}), "lone web");
}

TEST_F(ScopedSearch, WhatDependenciesLeadToComesAfterWhatWasNamed) {
  EXPECT_EQ(found({.groups = {"front"}, .expand = Expand::kUpstream, .depth = 2}), "web authu1 schemasu2");
  EXPECT_EQ(found({.repositories = {"schemas"}, .expand = Expand::kDownstream}), "schemas authd1");
  EXPECT_EQ(found({.repositories = {"auth"}, .expand = Expand::kBoth}), "auth schemasu1 webd1");
}

TEST_F(ScopedSearch, ScoresFallBy085AHop) {
  const auto result = search({.groups = {"front"}, .expand = Expand::kUpstream, .depth = 2});
  ASSERT_EQ(result->hits.size(), 3U);
  EXPECT_NEAR(result->hits[1].score, 0.85 * result->hits[0].score, 1e-9);
  EXPECT_NEAR(result->hits[2].score, 0.85 * 0.85 * result->hits[0].score, 1e-9);
  EXPECT_THAT(result->scope, ElementsAre("auth", "schemas", "web"));
  ASSERT_EQ(result->expanded.size(), 2U);
  EXPECT_EQ(result->expanded[0].repository, "auth");
  EXPECT_EQ(result->expanded[1].relation.hops, 2U);
}

TEST_F(ScopedSearch, AnEmptyScopeAnswersNothingAndSaysWhy) {
  const auto result = search({.groups = {"empty"}, .expand = Expand::kBoth, .depth = 10});
  ASSERT_TRUE(result);
  EXPECT_THAT(result->hits, IsEmpty());
  EXPECT_THAT(result->scope, IsEmpty());
  EXPECT_THAT(result->warnings, ElementsAre(HasSubstr("the group empty has no repositories")));
}

TEST_F(ScopedSearch, UnknownNamesAreErrors) {
  EXPECT_THAT(found({.groups = {"fornt"}}), HasSubstr("did you mean `front`"));
  EXPECT_THAT(found({.repositories = {"wbe"}, .groups = {"front"}}), HasSubstr("did you mean `web`"));
}

TEST_F(ScopedSearch, QuestionsTakeGroupsToo) {
  const auto answer = engine_->answer({.text = "where is verify_token", .scope = {.groups = {"front"}}}, CancelToken());
  ASSERT_TRUE(answer) << describe(answer.error());
  EXPECT_THAT(answer->scope, ElementsAre("web"));
  EXPECT_THAT(engine_->answer({.text = "verify_token", .scope = {.groups = {"empty"}}}, CancelToken())->hits, IsEmpty());
}

TEST_F(ScopedSearch, HitsNameWhatTheirFilesImport) {
  const auto result = search({.groups = {"front"}});
  ASSERT_FALSE(result->hits.empty());
  EXPECT_THAT(result->hits[0].imports, ElementsAre("jwt", "os"));
}

TEST_F(ScopedSearch, ARepositoryThatIsRemovedLeavesItsGroup) {
  ASSERT_TRUE(engine_->remove("web"));
  EXPECT_THAT(search({.groups = {"front"}})->scope, IsEmpty());
}

}  // namespace
}  // namespace grove::engine
