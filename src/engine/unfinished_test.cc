// What a client is told of a repository whose indexing was interrupted, or goes on.
#include "engine/unfinished.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/text.h"
#include "corpus/unfinished_mark.h"
#include "corpus/writer_lock.h"
#include "engine/testing/engine_world.h"

namespace grove::engine {
namespace {

using State = RepositoryState::State;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Unfinished : public ::testing::Test {
 protected:
  void SetUp() override {
    world_.write("a.py", "def first_name():\n    return 1\n\n\ndef second_name():\n    return first_name()\n");
    engine_ = world_.open();
    world_.index(*engine_);
    folder_ = world_.path("data/repos/" + engine_->repository("shop")->repository.id);
  }
  /// As a process that was killed leaves it.
  void interrupt() const { ASSERT_TRUE(corpus::UnfinishedMark::raise(folder_)); }
  Result<SearchResult> search(const std::string& query = "first_name") const {
    SearchCommand command;
    command.request.query = query;
    return engine_->search(command, CancelToken());
  }
  Check finding() const {
    const auto checks = engine_->doctor();
    const auto found = std::ranges::find(*checks, "repository shop", &Check::name);
    return found == checks->end() ? Check{} : *found;
  }

  EngineWorld world_;
  std::unique_ptr<Engine> engine_;
  std::string folder_;
};

TEST_F(Unfinished, AWholeRunLeavesNothingToSay) {
  EXPECT_EQ(engine_->repository("shop")->state, State::kReady);
  EXPECT_EQ(engine_->repository("shop")->problem, "");
  EXPECT_FALSE(search()->stale);
  EXPECT_THAT(search()->warnings, IsEmpty());
  EXPECT_EQ(finding().outcome, Check::Outcome::kOk) << finding().message;
}

TEST_F(Unfinished, AFolderWithoutFilesIsWholeToo) {
  std::filesystem::remove(world_.sources() + "/a.py");
  world_.index(*engine_, IndexRequest::Depth::kRebuild);
  EXPECT_EQ(engine_->repository("shop")->state, State::kReady);
  EXPECT_EQ(finding().outcome, Check::Outcome::kOk) << finding().message;
}

TEST_F(Unfinished, AnInterruptedRunIsToldByTheListAndTheDoctor) {
  interrupt();
  const auto state = engine_->repository("shop");
  EXPECT_EQ(state->state, State::kBroken);
  EXPECT_THAT(state->problem, HasSubstr("interrupted"));
  EXPECT_THAT(state->problem, HasSubstr("`grove sync shop`"));
  EXPECT_EQ(finding().outcome, Check::Outcome::kFailed);
  EXPECT_THAT(finding().message, HasSubstr("interrupted"));
  EXPECT_THAT(finding().hint, HasSubstr("grove sync shop"));
}

/// As a container leaves it that was killed: each has a name of its own, and the pid 1 that always lives.
TEST_F(Unfinished, AnInterruptedRunOfAnotherMachineDoesNotGoOn) {
  interrupt();
  std::ofstream(folder_ + "/writer.lock") << "1\nbox-a\n2026-01-01 00:00:00 UTC\nindexing shop\n";
  EXPECT_EQ(engine_->repository("shop")->state, State::kBroken);
  EXPECT_THAT(engine_->repository("shop")->problem, HasSubstr("`grove sync shop`"));
  EXPECT_EQ(finding().outcome, Check::Outcome::kFailed);
  EXPECT_THAT(search()->warnings, Contains(HasSubstr("interrupted")));
}

TEST_F(Unfinished, EveryAnswerFromIncompleteDataSaysSo) {
  interrupt();
  const auto found = search();
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_TRUE(found->stale);
  EXPECT_EQ(found->hits.size(), 1U);
  EXPECT_THAT(found->warnings, Contains(HasSubstr("interrupted")));
  const SymbolRequest request{.symbol = "first_name"};
  const auto definitions = engine_->definition(request, CancelToken());
  EXPECT_TRUE(definitions->stale);
  EXPECT_THAT(definitions->warnings, Contains(HasSubstr("interrupted")));
  EXPECT_TRUE(engine_->references(request, CancelToken())->stale);
  EXPECT_TRUE(engine_->callers({.symbol = request}, CancelToken())->stale);
  const auto missing = engine_->definition({.symbol = "no_such_name"}, CancelToken());
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().hint, HasSubstr("interrupted"));
}

TEST_F(Unfinished, TheNextRunCompletesIt) {
  interrupt();
  world_.index(*engine_);
  EXPECT_EQ(engine_->repository("shop")->state, State::kReady);
  EXPECT_FALSE(search()->stale);
  EXPECT_EQ(finding().outcome, Check::Outcome::kOk);
}

TEST_F(Unfinished, ARunThatGoesOnIsNoInterruptedOne) {
  interrupt();
  const auto lock = corpus::WriterLock::acquire(folder_, "indexing shop");
  ASSERT_TRUE(lock);
  const auto state = engine_->repository("shop");
  EXPECT_EQ(state->state, State::kReady) << "what was whole once stays";
  EXPECT_THAT(state->problem, HasSubstr("is indexing shop"));
  EXPECT_EQ(finding().outcome, Check::Outcome::kWarning);
  EXPECT_TRUE(search()->stale);
  EXPECT_THAT(search()->warnings, Contains(HasSubstr("is indexing shop")));
}

TEST_F(Unfinished, WhileItIsRebuiltNothingPassesForAnAnswer) {
  const auto lock = corpus::WriterLock::acquire(folder_, "indexing shop");
  interrupt();
  std::filesystem::remove_all(folder_ + "/index");
  std::filesystem::remove_all(folder_ + "/graph");
  const auto found = search();
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(found.error().message, HasSubstr("is indexing shop"));
  const auto callers = engine_->callers({.symbol = {.symbol = "first_name"}}, CancelToken());
  ASSERT_FALSE(callers);
  EXPECT_EQ(callers.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(callers.error().message, HasSubstr("is indexing shop"));
}

TEST_F(Unfinished, CoverageCountsOnlyWhatTheIndexHas) {
  world_.write("b.py", "def third_name():\n    return 1\n");
  world_.index(*engine_);
  EXPECT_EQ(engine_->coverage({})->front().indexed, 2U);
  std::filesystem::remove_all(folder_ + "/index");
  interrupt();
  const auto coverage = engine_->coverage({});
  ASSERT_TRUE(coverage);
  EXPECT_EQ(coverage->front().files, 2U);
  EXPECT_EQ(coverage->front().indexed, 0U);
  EXPECT_THAT(coverage->front().omissions.front().reason, HasSubstr("interrupted"));
}

TEST_F(Unfinished, AMissingGraphIsNotSound) {
  std::filesystem::remove_all(folder_ + "/graph");
  EXPECT_EQ(finding().outcome, Check::Outcome::kFailed);
  EXPECT_THAT(finding().hint, HasSubstr("grove sync shop"));
}

TEST_F(Unfinished, AGraphOfAWrongChecksumIsMadeAnewByTheNextRun) {
  for (const auto& entry : std::filesystem::directory_iterator(folder_ + "/graph")) {
    if (entry.path().extension() != ".graph") continue;
    std::string bytes = read_file(entry.path().string()).value();
    const std::size_t name = bytes.find("second_name");
    ASSERT_NE(name, std::string::npos);
    bytes[name] = 'r';
    ASSERT_TRUE(write_file(entry.path().string(), bytes));
  }
  EXPECT_EQ(finding().outcome, Check::Outcome::kFailed);
  EXPECT_THAT(finding().message, HasSubstr("checksum"));
  EXPECT_THAT(finding().hint, HasSubstr("grove sync shop"));
  world_.index(*engine_);
  EXPECT_EQ(finding().outcome, Check::Outcome::kOk) << finding().message;
}

TEST_F(Unfinished, AnIndexThatIsGoneIsBrokenAndTheNextRunMakesIt) {
  std::filesystem::remove_all(folder_ + "/index");
  EXPECT_EQ(engine_->repository("shop")->state, State::kBroken);
  EXPECT_THAT(engine_->repository("shop")->problem, HasSubstr("the index of shop is gone"));
  EXPECT_EQ(finding().outcome, Check::Outcome::kFailed);
  EXPECT_THAT(finding().hint, HasSubstr("grove sync shop"));
  const auto found = search();
  ASSERT_FALSE(found) << "nothing passes for an answer";
  EXPECT_EQ(found.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(found.error().message, HasSubstr("the index of shop is gone"));
  EXPECT_EQ(engine_->coverage({})->front().indexed, 0U);
  EXPECT_THAT(engine_->coverage({})->front().omissions.front().reason, HasSubstr("the index is gone"));
  EXPECT_EQ(engine_->stats()->files, 0U);
  world_.index(*engine_);
  EXPECT_EQ(engine_->repository("shop")->state, State::kReady);
  EXPECT_EQ(search()->hits.size(), 1U);
}

TEST_F(Unfinished, ACorpusThatIsGoneIsBrokenAndTheNextRunReadsItAgain) {
  engine_.reset();
  for (const char* name : {"/corpus.db", "/corpus.db-wal", "/corpus.db-shm"}) std::filesystem::remove(folder_ + name);
  engine_ = world_.open();
  EXPECT_EQ(engine_->repository("shop")->state, State::kBroken);
  EXPECT_THAT(engine_->repository("shop")->problem, HasSubstr("the corpus of shop is gone"));
  EXPECT_EQ(finding().outcome, Check::Outcome::kFailed);
  EXPECT_TRUE(search()->stale);
  EXPECT_EQ(engine_->stats()->files, 1U) << "as many as are found";
  world_.index(*engine_);
  EXPECT_EQ(engine_->repository("shop")->state, State::kReady);
  EXPECT_EQ(finding().outcome, Check::Outcome::kOk) << finding().message;
}

TEST_F(Unfinished, WhatGraphsAnswerFailsWhereThereIsNone) {
  std::filesystem::remove_all(folder_ + "/graph");
  EXPECT_EQ(engine_->callers({.symbol = {.symbol = "first_name"}}, CancelToken()).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(engine_->endpoints({}, CancelToken()).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(engine_->links({}, CancelToken()).error().code, ErrorCode::kNotFound);
  const auto map = engine_->services({}, CancelToken());
  ASSERT_FALSE(map);
  EXPECT_EQ(map.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(map.error().hint, HasSubstr("`grove sync shop` makes it"));
  interrupt();
  EXPECT_EQ(engine_->callers({.symbol = {.symbol = "first_name"}}, CancelToken()).error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(engine_->endpoints({}, CancelToken()).error().code, ErrorCode::kUnavailable);
  EXPECT_EQ(engine_->links({}, CancelToken()).error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(engine_->services({}, CancelToken()).error().message, HasSubstr("interrupted"));
}

TEST_F(Unfinished, CountsAreOfWhatIsFound) {
  world_.write("b.py", "def third_name():\n    return 1\n");
  world_.index(*engine_);
  EXPECT_EQ(engine_->stats()->files, 2U);
  // As a run leaves it that was killed once its corpus was written.
  std::filesystem::copy(folder_ + "/corpus.db", folder_ + "/kept.db");
  std::filesystem::remove(world_.sources() + "/b.py");
  world_.index(*engine_);
  engine_.reset();
  std::filesystem::remove(folder_ + "/corpus.db-wal");
  std::filesystem::rename(folder_ + "/kept.db", folder_ + "/corpus.db");
  interrupt();
  engine_ = world_.open();
  EXPECT_EQ(engine_->stats()->files, 1U);
  EXPECT_EQ(engine_->repository("shop")->index.files, 1U);
}

TEST_F(Unfinished, ADamagedSegmentIsToldWithNothingFound) {
  for (const auto& entry : std::filesystem::directory_iterator(folder_ + "/index"))
    if (entry.path().extension() == ".seg") std::filesystem::remove(entry.path());
  EXPECT_EQ(engine_->repository("shop")->state, State::kReady) << "what is open stays open";
  engine_ = world_.open();
  EXPECT_EQ(engine_->repository("shop")->state, State::kBroken);
  EXPECT_EQ(search().error().code, ErrorCode::kCorrupt);
  EXPECT_EQ(engine_->stats()->files, 0U);
  world_.index(*engine_);
  EXPECT_EQ(engine_->repository("shop")->state, State::kReady);
}

/// How the files of vectors are damaged.
class DamagedVectors : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Each, DamagedVectors, ::testing::Values("cut", "gone", "a folder"),
                         [](const auto& one) { return replace_all(one.param, " ", "_"); });

TEST_P(DamagedVectors, AreToldByTheDoctorAndWordsAnswerWithoutThem) {
  const EngineWorld world;
  world.write("a.py", "def first_name():\n    return 1\n");
  EngineOptions options = world.options();
  options.vectors = true;
  world.index(*EngineWorld::open(options));
  std::vector<std::filesystem::path> damaged;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(world.path("data")))
    if (entry.path().extension() == ".vec") damaged.push_back(entry.path());
  ASSERT_FALSE(damaged.empty());
  for (const std::filesystem::path& file : damaged) {
    if (std::string(GetParam()) == "cut") std::filesystem::resize_file(file, std::filesystem::file_size(file) - 7);
    if (std::string(GetParam()) != "cut") std::filesystem::remove(file);
    if (std::string(GetParam()) == "a folder") std::filesystem::create_directory(file);
  }
  const auto engine = EngineWorld::open(options);
  SearchCommand command;
  command.request.query = "first_name";
  const auto hybrid = engine->search(command, CancelToken());
  ASSERT_TRUE(hybrid) << hybrid.error().message;
  EXPECT_EQ(hybrid->hits.size(), 1U);
  EXPECT_THAT(hybrid->warnings, Contains(HasSubstr("only words of shop were searched")));
  command.request.mode = search::Mode::kSemantic;
  const auto semantic = engine->search(command, CancelToken());
  ASSERT_FALSE(semantic);
  EXPECT_THAT(semantic.error().message, HasSubstr(".vec"));
  EXPECT_EQ(engine->repository("shop")->state, State::kBroken);
  EXPECT_THAT(engine->repository("shop")->problem, HasSubstr(".vec"));
  EXPECT_EQ(engine->repository("shop")->index.files, 1U) << "its words are found";
  EXPECT_GT(engine->stats()->units, 0U);
  const auto checks = engine->doctor();
  const auto check = std::ranges::find(*checks, "repository shop", &Check::name);
  ASSERT_NE(check, checks->end());
  EXPECT_EQ(check->outcome, Check::Outcome::kFailed) << check->message;
  EXPECT_THAT(check->message, HasSubstr(".vec"));
  world.index(*engine);
  EXPECT_THAT(engine->search(command, CancelToken())->hits, ::testing::SizeIs(1)) << "the next run makes them anew";
  EXPECT_EQ(engine->repository("shop")->state, State::kReady);
}

}  // namespace
}  // namespace grove::engine
