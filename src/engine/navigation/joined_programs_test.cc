#include "engine/navigation/joined_programs.h"

#include <gtest/gtest.h>

namespace grove::engine {
namespace {

std::shared_ptr<const WebPrograms> programs() {
  return std::make_shared<WebPrograms>(std::vector<std::shared_ptr<const graph::web::WebModel>>(), graph::web::FlowTargets({}));
}

const JoinedPrograms::Of kAll{{{"a", 1}, {"b", 1}}, 1};
const JoinedPrograms::Of kOne{{{"a", 1}}, 1};
const JoinedPrograms::Of kOther{{{"b", 1}}, 1};

TEST(JoinedPrograms, ThoseOfSeveralScopesAreKeptBesideEachOther) {
  JoinedPrograms kept;
  const auto all = programs(), one = programs();
  kept.keep(kAll, all);
  kept.keep(kOne, one);
  EXPECT_EQ(kept.find(kAll), all);
  EXPECT_EQ(kept.find(kOne), one);
  EXPECT_EQ(kept.find(kOther), nullptr);
}

TEST(JoinedPrograms, TheOrderOfRepositoriesCounts) {
  JoinedPrograms kept;
  kept.keep(kAll, programs());
  EXPECT_EQ(kept.find({{{"b", 1}, {"a", 1}}, 1}), nullptr) << "their numbers are places in it";
}

TEST(JoinedPrograms, OfTooManyThoseNotAskedForLongestGo) {
  JoinedPrograms kept({.values = 2, .weight = JoinedPrograms::kLimits.weight});
  kept.keep(kAll, programs());
  kept.keep(kOne, programs());
  EXPECT_NE(kept.find(kAll), nullptr);
  kept.keep(kOther, programs());
  EXPECT_NE(kept.find(kAll), nullptr);
  EXPECT_EQ(kept.find(kOne), nullptr);
}

TEST(JoinedPrograms, OfTooMuchOnlyTheLastIsKept) {
  const auto all = programs(), one = programs();
  ASSERT_GT(all->targets.bytes(), 0U);
  JoinedPrograms kept({.values = 8, .weight = all->targets.bytes() / 2});
  kept.keep(kAll, all);
  EXPECT_EQ(kept.find(kAll), all);
  kept.keep(kOne, one);
  EXPECT_EQ(kept.find(kAll), nullptr);
  EXPECT_EQ(kept.find(kOne), one);
}

TEST(JoinedPrograms, WhatAnotherGenerationOrTopologyOutdatesIsGone) {
  JoinedPrograms kept;
  kept.keep(kAll, programs());
  kept.keep(kOther, programs());
  kept.keep({{{"a", 2}}, 1}, programs());
  EXPECT_EQ(kept.find(kAll), nullptr);
  EXPECT_NE(kept.find(kOther), nullptr);
  kept.keep({{{"a", 2}}, 2}, programs());
  EXPECT_EQ(kept.find(kOther), nullptr);
}

TEST(JoinedPrograms, AForgottenRepositoryTakesAlongWhatItIsIn) {
  JoinedPrograms kept;
  kept.keep(kAll, programs());
  kept.keep(kOther, programs());
  kept.forget("a");
  EXPECT_EQ(kept.find(kAll), nullptr);
  EXPECT_NE(kept.find(kOther), nullptr);
}

}  // namespace
}  // namespace grove::engine
