// The engine over real folders: what a client sees when they change under it.
#include "engine/engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <utility>

#include "base/testing/full_disk.h"
#include "base/testing/read_only_folder.h"
#include "base/testing/temporary_folder.h"
#include "corpus/writer_lock.h"
#include "engine/index_job.h"
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

TEST(Engine, SeesAGraphThatAnotherProcessRebuilt) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  const auto server = world.open();
  world.index(*server);
  ASSERT_TRUE(server->definition({.symbol = "first_name"}, CancelToken()));
  world.write("a.py", "def other_name():\n    return 1\n");
  world.index(*world.open(), Depth::kRebuild);
  EXPECT_TRUE(server->definition({.symbol = "other_name"}, CancelToken()));
  EXPECT_FALSE(server->definition({.symbol = "first_name"}, CancelToken()));
}

TEST(Engine, SaysThatASymbolGraphIsDamagedAndNotThatThereIsNone) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  world.index(*world.open());
  for (const auto& entry : std::filesystem::recursive_directory_iterator(world.path("data")))
    if (entry.path().extension() == ".graph") std::filesystem::resize_file(entry.path(), 100);
  const auto found = world.open()->definition({.symbol = "first_name"}, CancelToken());
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kCorrupt);
  EXPECT_TRUE(found.error().message.contains("damaged")) << found.error().message;
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

TEST(Engine, ShowsOnlyFilesThatBelongToTheRepository) {
  const EngineWorld world;
  world.write(".gitignore", ".env\nsecret/\n");
  world.write("a.py", "def first_name():\n    return 1\n");
  world.write(".env", "PASSWORD=hunter2\n");
  world.write("secret/key.txt", "hunter2\n");
  world.write(".git/config", "[remote]\n  url = https://me:hunter2@example.com/x\n");
  world.write("node_modules/left/index.js", "module.exports = 1;\n");
  std::filesystem::create_symlink("a.py", world.path("shop/link.py"));
  const auto engine = world.open();
  world.index(*engine);
  world.write("new.py", "def second_name():\n    return 2\n");
  for (const std::string file : {"a.py", "new.py", ".gitignore"}) {
    EXPECT_TRUE(engine->file({.file = file, .repository = "shop"}, CancelToken())) << file;
    EXPECT_TRUE(engine->outline({.file = file, .repository = "shop"}, CancelToken())) << file;
  }
  for (const std::string file : {".env", "secret/key.txt", ".git/config", "node_modules/left/index.js", "link.py", "../shop/.env",
                                 "secret/../.env", "./.env", ".git/../.env"}) {
    const auto found = engine->file({.file = file, .repository = "shop"}, CancelToken());
    ASSERT_FALSE(found) << file;
    EXPECT_EQ(found.error().code, ErrorCode::kNotFound) << file << ": " << found.error().message;
    const auto outline = engine->outline({.file = file, .repository = "shop"}, CancelToken());
    ASSERT_FALSE(outline) << file;
    EXPECT_EQ(outline.error().code, ErrorCode::kNotFound) << file << ": " << outline.error().message;
  }
}

TEST(Engine, ShowsWhatStandsAtTheEndOfAFileWithoutALastLineBreak) {
  const EngineWorld world;
  world.write("a.py", "import os\n\n\ndef last_one():\n    return 1");
  world.write("b.yml", "one:\n  two: 1\nlast_key: x");
  const auto engine = world.open();
  world.index(*engine);
  EXPECT_TRUE(EngineWorld::best(*engine, "last_one").code.ends_with("\n    return 1"));
  EXPECT_TRUE(EngineWorld::best(*engine, "last_key").code.ends_with("last_key: x"));
}

TEST(Engine, SaysWhichFilesAreBrokenThatServeSomething) {
  const EngineWorld world;
  const auto engine = world.open();
  world.write("src/main/java/a/Whole.java",
              "package a;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass Whole {\n  @GetMapping(\"/x\") String "
              "x() { return \"\"; }\n}\n");
  world.write("src/main/java/a/Torn.java",
              "package a;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass Torn {\n  @GetMapping(\"/y\" String "
              "y() { ret {\n");
  world.write("src/main/resources/application.yml", "server:\n  port: 80\n   other: 1\n");
  world.write("pom.xml", "<project>\n  <artifactId>shop</artifactId>\n  <build>\n");
  world.write("src/main/resources/templates/feed.xml.vm", "<a>#if\n");
  world.write("src/test/java/a/TornTest.java", "class {\n");
  world.index(*engine);
  const std::string said =
      "3 files of shop could not be parsed whole, something may be missing from there: "
      "pom.xml:3, src/main/java/a/Torn.java:5, src/main/resources/application.yml:3";
  for (int i = 0; i < 2; ++i) {
    const auto list = engine->endpoints({}, CancelToken());
    ASSERT_TRUE(list);
    ASSERT_EQ(list->endpoints.size(), 1U);
    EXPECT_EQ(list->endpoints[0].route, "/x");
    EXPECT_EQ(list->warnings, std::vector{said});
  }
  EXPECT_EQ(engine->services({}, CancelToken())->warnings, std::vector{said});
  EXPECT_EQ(engine->beans({}, CancelToken())->warnings, std::vector{said});
  EXPECT_EQ(engine->answer({.text = "GET /x"}, CancelToken())->warnings, std::vector{said});
  EXPECT_EQ(engine->answer({.text = "no such thing anywhere"}, CancelToken())->warnings, std::vector{said});
  EXPECT_EQ(engine->links({}, CancelToken())->warnings, std::vector{said});
  EXPECT_EQ(engine->flows({.endpoint = "/x"}, CancelToken())->warnings, std::vector{said});
  EXPECT_EQ(engine->flows({.endpoint = "/y"}, CancelToken()).error().hint, said);
}

TEST(Engine, TakesNoRouteForAnotherOneThatEndsWithAParameter) {
  const EngineWorld world;
  const auto engine = world.open();
  world.write("src/main/java/a/Users.java",
              "package a;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass Users {\n"
              "  @PostMapping(\"/api/user/{id}\") String rename() { return \"\"; }\n}\n");
  world.index(*engine);
  EXPECT_EQ(engine->flows({.endpoint = "POST /todos"}, CancelToken()).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(engine->flows({.endpoint = "POST /user/7"}, CancelToken())->flows[0].route, "/api/user/{id}");
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

TEST(Engine, QuestionsCreateNothing) {
  const EngineWorld world;
  const auto engine = world.open();
  EXPECT_TRUE(engine->repositories()->empty());
  EXPECT_EQ(EngineWorld::best(*engine, "x").name, "");
  EXPECT_TRUE(engine->stats());
  EXPECT_TRUE(engine->coverage({}));
  EXPECT_TRUE(engine->doctor());
  EXPECT_TRUE(engine->model_status());
  EXPECT_TRUE(engine->warm_up());
  EXPECT_FALSE(engine->definition({.symbol = "x"}, CancelToken()));
  EXPECT_FALSE(engine->remove("shop"));
  EXPECT_FALSE(std::filesystem::exists(world.path("data")));
}

TEST(Engine, AnswersFromADataDirectoryThatCannotBeWritten) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return second_name()\n\n\ndef second_name():\n    return missing()\n");
  world.index(*world.open());
  const ReadOnlyFolder held(world.path("data"));
  const auto engine = world.open();
  EXPECT_TRUE(EngineWorld::best(*engine, "first_name").code.contains("def first_name"));
  EXPECT_EQ(engine->callers({.symbol = {.symbol = "second_name"}}, CancelToken())->edges.size(), 1U);
  const auto callees = engine->callees({.symbol = {.symbol = "second_name"}}, CancelToken());
  ASSERT_TRUE(callees) << callees.error().message;
  EXPECT_EQ(callees->unresolved.size(), 1U) << "which stands in corpus.db";
  EXPECT_EQ(engine->stats()->files, 1U);
  EXPECT_EQ(engine->coverage({})->size(), 1U);
  NullProgress progress;
  const auto refused = engine->index({.repository = "shop"}, progress, CancelToken());
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().message.contains("cannot")) << refused.error().message;
  EXPECT_TRUE(refused.error().hint.contains("may write")) << refused.error().hint;
  EXPECT_FALSE(engine->add({.location = world.path("data")}, progress, CancelToken()));
}

TEST(Engine, CountsTheOthersWhereOneRepositoryIsDamaged) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  const auto engine = world.open();
  world.index(*engine);
  std::filesystem::create_directories(world.path("other"));
  ASSERT_TRUE(write_file(world.path("other/b.py"), "def second_name():\n    return 2\n", Durability::kProcess));
  NullProgress progress;
  const auto other = engine->add({.location = world.path("other")}, progress, CancelToken());
  ASSERT_TRUE(other);
  ASSERT_TRUE(engine->index({.repository = other->id}, progress, CancelToken()));
  ASSERT_EQ(engine->stats()->files, 2U);
  const std::uint64_t symbols = engine->stats()->symbols;
  ASSERT_TRUE(write_file(world.path("data/repos/" + other->id + "/corpus.db"), std::string(4096, 'x'), Durability::kProcess));
  const auto stats = world.open()->stats();
  ASSERT_TRUE(stats) << describe(stats.error());
  EXPECT_EQ(stats->repositories, 2U);
  EXPECT_EQ(stats->files, 2U) << "what the index has is found still";
  EXPECT_EQ(stats->symbols, symbols / 2);
}

TEST(Engine, AnswersFromAFullDisk) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return second_name()\n\n\ndef second_name():\n    return missing()\n");
  world.index(*world.open());
  const FullDisk full;
  const auto engine = world.open();
  EXPECT_EQ(engine->repository("shop")->state, RepositoryState::State::kReady);
  EXPECT_TRUE(EngineWorld::best(*engine, "first_name").code.contains("def first_name"));
  EXPECT_EQ(engine->callers({.symbol = {.symbol = "second_name"}}, CancelToken())->edges.size(), 1U);
  const auto callees = engine->callees({.symbol = {.symbol = "second_name"}}, CancelToken());
  ASSERT_TRUE(callees) << callees.error().message;
  EXPECT_EQ(callees->unresolved.size(), 1U) << "which stands in corpus.db";
  EXPECT_EQ(engine->stats()->files, 1U);
  EXPECT_EQ(engine->coverage({})->size(), 1U);
  NullProgress progress;
  EXPECT_FALSE(engine->index({.repository = "shop", .depth = IndexRequest::Depth::kForce}, progress, CancelToken()));
  EXPECT_TRUE(EngineWorld::best(*engine, "first_name").code.contains("def first_name"));
}

/// Names of what lies in `repos` of the data directory.
std::vector<std::string> kept_folders(const EngineWorld& world) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(world.path("data/repos"))) names.push_back(entry.path().filename());
  return names;
}

TEST(Engine, WhatAKilledRemoveLeftIsDeletedLater) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  const auto engine = world.open();
  world.index(*engine);
  const std::string id = engine->repository("shop")->repository.id;
  // Killed between moving it away and forgetting it: it is there, without an index, and can be removed or indexed.
  std::filesystem::rename(world.path("data/repos/" + id), world.path("data/repos/.removed-" + id));
  EXPECT_EQ(engine->repository("shop")->state, RepositoryState::State::kNotIndexed);
  SearchCommand command;
  command.request.query = "first_name";
  const auto unsearched = engine->search(command, {});
  ASSERT_TRUE(unsearched);
  const std::vector<std::string> warnings{"shop was not searched: it is not indexed yet; `grove sync shop` does it"};
  EXPECT_EQ(unsearched->warnings, warnings);
  world.index(*engine);
  EXPECT_EQ(EngineWorld::best(*engine, "first_name").name, "first_name");
  EXPECT_EQ(kept_folders(world), std::vector{id});
  // Killed while deleting.
  std::filesystem::create_directories(world.path("data/repos/.removed-gone/index"));
  ASSERT_TRUE(engine->remove("shop"));
  EXPECT_TRUE(kept_folders(world).empty());
}

TEST(Engine, HoldsNothingOpenOfARemovedRepository) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  const auto engine = world.open();
  world.index(*engine);
  const auto open_there = [&] {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code gone;
      const std::string to = std::filesystem::read_symlink(entry.path(), gone).string();
      if (to.starts_with(world.sources())) ++count;
    }
    return count;
  };
  EXPECT_TRUE(EngineWorld::best(*engine, "first_name").code.contains("def first_name"));
  EXPECT_TRUE(engine->file({.file = "a.py", .repository = "shop"}, CancelToken()));
  EXPECT_GT(open_there(), 0);
  ASSERT_TRUE(engine->remove("shop"));
  EXPECT_EQ(open_there(), 0);
}

TEST(Engine, ARemovalThatCannotBeNotedLeavesTheRepositoryWhole) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  world.index(*world.open());
  const auto engine = world.open();
  {
    const ReadOnlyFolder held(world.path("data"));
    EXPECT_FALSE(engine->remove("shop"));
  }
  EXPECT_EQ(EngineWorld::best(*engine, "first_name").name, "first_name");
  EXPECT_TRUE(engine->remove("shop"));
}

TEST(Engine, ARemovalOnAFullDiskMakesTheRoomThatItNeeds) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  world.index(*world.open());
  const auto engine = world.open();
  {
    const FullDisk full;  // and it stays full, whatever is deleted
    const auto removed = engine->remove("shop");
    ASSERT_FALSE(removed);
    EXPECT_EQ(removed.error().code, ErrorCode::kResourceLimit);
    EXPECT_TRUE(removed.error().message.contains("still registered")) << removed.error().message;
    EXPECT_TRUE(kept_folders(world).empty());
    EXPECT_EQ(engine->repository("shop")->state, RepositoryState::State::kNotIndexed);
  }
  EXPECT_TRUE(engine->remove("shop"));
  EXPECT_TRUE(engine->repositories()->empty());
}

TEST(Engine, APathThatIsNoFolderIsNoEmptyDataDirectory) {
  const EngineWorld world;
  world.write("a.py", "");
  for (const std::string& place : {world.sources() + "/a.py", world.sources() + "/a.py/below", std::string("/dev/null")}) {
    EngineOptions options = world.options();
    options.data_directory = place;
    const auto engine = Engine::open(options);
    ASSERT_FALSE(engine) << place;
    EXPECT_EQ(engine.error().code, ErrorCode::kIo);
    EXPECT_TRUE(engine.error().message.contains(place) && engine.error().message.contains("not a folder")) << engine.error().message;
  }
  EngineOptions options = world.options();
  options.data_directory = world.path("not/yet");
  EXPECT_TRUE(Engine::open(options));
}

TEST(Engine, ItsOwnDataIsNotRegistered) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  const auto engine = world.open();
  world.index(*engine);
  NullProgress quiet;
  std::filesystem::create_directory_symlink(world.path("data"), world.path("alias"));
  for (const char* place : {"data", "data/repos", "alias"}) {
    const auto added = engine->add({.name = "own", .location = world.path(place)}, quiet, CancelToken());
    ASSERT_FALSE(added) << place;
    EXPECT_EQ(added.error().code, ErrorCode::kInvalidArgument);
    EXPECT_TRUE(added.error().message.contains("its own data")) << added.error().message;
    EXPECT_TRUE(added.error().hint.contains("--data-dir"));
  }
}

TEST(Engine, ANameGivenWhileItIsIndexedStays) {
  const EngineWorld world;
  for (int i = 0; i < 50; ++i) world.write("f" + std::to_string(i) + ".py", "def f():\n    return 1\n");
  const auto engine = world.open();
  NullProgress quiet;
  ASSERT_TRUE(engine->add({.location = world.sources()}, quiet, CancelToken()));
  class Renaming final : public ProgressSink {
   public:
    explicit Renaming(Engine& other) : other_(other) {}
    void report(const Progress&) override {
      if (std::exchange(done_, true)) return;
      EXPECT_TRUE(other_.update({.repository = "shop", .name = "store"}));
    }

   private:
    Engine& other_;
    bool done_ = false;
  };
  const auto other = world.open();
  Renaming renaming(*other);
  const auto report = engine->index({.repository = "shop"}, renaming, CancelToken());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->name, "store");
  EXPECT_GT(engine->repository("store")->repository.indexed_at_ms, 0);
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

TEST(Engine, ABareRepositoryIsRefusedAndNotKept) {
  const EngineWorld world;
  const auto engine = world.open();
  const TemporaryFolder folder;
  for (const char* part : {"objects", "refs"}) std::filesystem::create_directories(folder / part);
  std::ofstream(folder / "HEAD") << "ref: refs/heads/main\n";
  NullProgress progress;
  const auto added = engine->add({.location = folder.path()}, progress, CancelToken());
  ASSERT_FALSE(added);
  EXPECT_THAT(added.error().hint, testing::HasSubstr("file://"));
  EXPECT_TRUE(engine->repositories()->empty());
}

/// What a job comes to in which a remote can't be reached.
Result<ingest::IngestReport> run_in_vain(const JobSpec& job) {
  NullProgress progress;
  auto report = job.work(progress, CancelToken());
  EXPECT_FALSE(report);
  return report;
}

TEST(Engine, ARepositoryWhoseRemoteIsAwayStaysWithWhatPeopleSaidOfIt) {
  const EngineWorld world;
  const auto engine = world.open();
  NullProgress progress;
  const AddRequest request{.name = "far", .location = "file:///nowhere/far.git", .clone = AddRequest::Clone::kLater};
  const IndexRequest fetching{.remote = IndexRequest::Remote::kFetch};
  auto far = engine->add(request, progress, CancelToken());
  ASSERT_TRUE(far) << far.error().message;
  static_cast<void>(run_in_vain(index_job(*engine, *far, fetching, "sync")));
  EXPECT_TRUE(engine->repository("far"));

  ASSERT_TRUE(engine->change_topology({.action = TopologyChange::Action::kCreateGroup, .group = "team", .repositories = {"far"}}));
  static_cast<void>(run_in_vain(first_index_job(*engine, *far, fetching)));
  EXPECT_TRUE(engine->repository("far"));
  EXPECT_EQ(engine->topology()->groups.at(0).members.size(), 1U);

  ASSERT_TRUE(engine->change_topology({.action = TopologyChange::Action::kDeleteGroup, .group = "team"}));
  static_cast<void>(run_in_vain(first_index_job(*engine, *far, fetching)));
  EXPECT_FALSE(engine->repository("far"));
}

TEST(Engine, FoldersOfRepositoriesThatAreGoneAreSweptAwayUnlessSomebodyWorksInThem) {
  const EngineWorld world;
  const auto engine = world.open();
  world.index(*engine);
  for (const char* id : {"left", "busy"}) std::filesystem::create_directories(world.path("data/repos/") + id + "/clone");
  const auto lock = corpus::WriterLock::acquire(world.path("data/repos/busy"), "cloning");
  ASSERT_TRUE(lock);
  ASSERT_TRUE(engine->remove("shop"));
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(world.path("data/repos"))) names.push_back(entry.path().filename().string());
  EXPECT_EQ(names, std::vector<std::string>{"busy"});
}

}  // namespace
}  // namespace grove::engine
