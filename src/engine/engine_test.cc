// The engine over real folders: what a client sees when they change under it.
#include "engine/engine.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "engine/testing/engine_world.h"

namespace grove::engine {
namespace {

using Depth = IndexRequest::Depth;

TEST(Engine, AnswersFromANewIndexOnceOneWasRebuilt) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  const auto engine = world.open();
  world.index(*engine);
  EXPECT_EQ(EngineWorld::best(*engine, "first_name").name, "first_name");
  world.write("a.py", "def other_name():\n    return 1\n");
  world.index(*engine, Depth::kRebuild);
  EXPECT_EQ(EngineWorld::best(*engine, "other_name").name, "other_name");
}

TEST(Engine, SeesAnIndexThatAnotherProcessRebuilt) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  const auto server = world.open();
  world.index(*server);
  EXPECT_EQ(EngineWorld::best(*server, "first_name").name, "first_name");
  world.write("a.py", "def other_name():\n    return 1\n");
  world.index(*world.open(), Depth::kRebuild);
  EXPECT_EQ(EngineWorld::best(*server, "other_name").name, "other_name");
}

TEST(Engine, ShowsTheCodeOfFilesAsLargeAsItWasToldToIndex) {
  const EngineWorld world;
  std::string text;
  while (text.size() < (5U << 20U)) text += "Nothing of interest stands in this line, nor in many others like it.\n";
  world.write("large.txt", text + "Only here is a needle.\n");
  EngineOptions options = world.options();
  options.max_file_bytes = 8U << 20U;
  const auto engine = EngineWorld::open(options);
  world.index(*engine);
  const UnitHit hit = EngineWorld::best(*engine, "needle");
  EXPECT_FALSE(hit.stale);
  EXPECT_TRUE(hit.code.contains("a needle")) << hit.code.substr(0, 200);
}

TEST(Engine, ReadsTheFolderThatStandsThereNow) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  const auto engine = world.open();
  world.index(*engine);
  EXPECT_TRUE(EngineWorld::best(*engine, "first_name").code.contains("return 1"));
  // As a fresh clone in the place of an old one.
  std::filesystem::rename(world.sources(), world.path("old"));
  std::filesystem::create_directories(world.sources());
  world.write("a.py", "def first_name():\n    return 2\n");
  const UnitHit moved = EngineWorld::best(*engine, "first_name");
  EXPECT_TRUE(moved.code.contains("return 2")) << moved.code;
  std::filesystem::remove_all(world.sources());
  EXPECT_TRUE(EngineWorld::best(*engine, "first_name").stale);
}

TEST(Engine, TakesOnlyAddressesOfRemotesForTheirs) {
  const EngineWorld world;
  const auto engine = world.open();
  NullProgress progress;
  const auto added =
      engine->add({.name = "far", .location = "https://example.org/far.git", .clone = AddRequest::Clone::kLater}, progress, CancelToken());
  ASSERT_TRUE(added) << added.error().message;
  for (const char* url : {"", "/src/far", "far"}) {
    const auto updated = engine->update({.repository = "far", .url = url});
    ASSERT_FALSE(updated) << url;
    EXPECT_EQ(updated.error().code, ErrorCode::kInvalidArgument) << url;
  }
  EXPECT_EQ(engine->update({.repository = "far", .url = "git@example.org:far.git"})->url, "git@example.org:far.git");
}

}  // namespace
}  // namespace grove::engine
