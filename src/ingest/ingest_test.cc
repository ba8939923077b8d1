#include "ingest/ingest.h"

#include <gmock/gmock.h>

#include <random>

#include "base/testing/few_threads.h"
#include "corpus/writer_lock.h"
#include "ingest/run.h"
#include "ingest/testing/repository_state.h"
#include "ingest/testing/test_world.h"

namespace grove::ingest {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Key;

/// Vectors that tell texts and models apart.
class FakeEmbedder final : public inference::Embedder {
 public:
  FakeEmbedder(const std::string& fingerprint, bool immediate) : immediate_(immediate) {
    info_ = {.provider = "fake", .model = "m", .dimensions = 4, .fingerprint = fingerprint};
  }
  const inference::EmbedderInfo& info() const override { return info_; }
  Status embed_query(std::string_view, std::span<float>, const CancelToken&) override { return {}; }
  Status embed_passages(std::span<const inference::Passage> passages, std::span<float> out, const CancelToken&) override {
    ++calls;
    for (const inference::Passage& passage : passages)
      if (!refused.empty() && passage.code.contains(refused)) return fail(ErrorCode::kInvalidArgument, "that text is refused");
    for (std::size_t i = 0; i < passages.size(); ++i) {
      ++embedded;
      out[i * 4] = static_cast<float>(passages[i].code.size() + 1);
      out[i * 4 + 1] = static_cast<float>(info_.fingerprint.size());
    }
    return {};
  }
  bool is_immediate() const override { return immediate_; }
  std::size_t passages_at_once() const override { return at_once; }

  std::atomic<int> embedded{0}, calls{0};
  std::size_t at_once = 1;
  std::string refused;  // whoever has it in its code

 private:
  inference::EmbedderInfo info_;
  bool immediate_;
};

IngestReport ran(World& world) {
  auto report = world.ingest();
  EXPECT_TRUE(report) << describe(report.error());
  return report ? *report : IngestReport{};
}

void fill(World& world) {
  world.tree.write("README.md", "# Shop\n\nSells things.\n");
  world.tree.write("src/a.txt", "alpha\n");
  world.tree.write("src/b.txt", "beta\n\nbeta again\n");
  world.tree.write("logo.bin", std::string("\0\1\2\3", 4));
  world.tree.list_as("huge.txt", FileState::kTooLarge, "9 MB, limit 4 MB");
}

TEST(Ingest, ReportsWhatItFoundAndWhatItLeftOut) {
  World world;
  fill(world);
  const IngestReport report = ran(world);
  EXPECT_EQ(report.name, "shop");
  EXPECT_EQ(report.added, 3U);
  EXPECT_EQ(report.modified + report.deleted + report.unchanged, 0U);
  EXPECT_EQ(report.files, 3U);
  EXPECT_EQ(report.lines, 7U);
  EXPECT_EQ(report.bytes, 45U);
  EXPECT_GE(report.units, 3U);
  ASSERT_EQ(report.skipped.size(), 2U);
  EXPECT_EQ(report.skipped[0].path, "huge.txt");
  EXPECT_EQ(report.skipped[0].reason, "9 MB, limit 4 MB");
  EXPECT_EQ(report.skipped[1].path, "logo.bin");
  EXPECT_THAT(world.index.published, ElementsAre(Key("README.md"), Key("src/a.txt"), Key("src/b.txt")));
}

TEST(Ingest, AMachineWithFewThreadsLeftIndexesEverything) {
  World world;
  for (int i = 0; i < 1000; ++i) world.tree.write("f" + std::to_string(i) + ".txt", "alpha " + std::to_string(i) + "\n");
  const int outcome = run_with_few_threads([&] {
    IngestRequest request = world.request();
    request.threads = 16;
    const auto report = world.ingest(request);
    return report && report->added == 1000 && world.index.published.size() == 1000 ? 0 : 1;
  });
  EXPECT_EQ(outcome, 0);
}

TEST(Ingest, ReadsNothingTwiceThatDidNotChange) {
  World world;
  fill(world);
  const IngestReport first = ran(world);
  world.tree.forget_reads();
  const int publishes = world.index.publishes;
  const IngestReport second = ran(world);
  EXPECT_EQ(world.tree.reads(), 0);
  EXPECT_EQ(world.index.publishes, publishes);
  EXPECT_EQ(second.unchanged, 3U);
  EXPECT_EQ(second.added + second.modified + second.deleted, 0U);
  EXPECT_EQ(second.skipped.size(), first.skipped.size());
  EXPECT_EQ(second.lines, first.lines);
}

TEST(Ingest, AFileThatWasOnlyTouchedIsReadOnceAndNotParsed) {
  World world;
  fill(world);
  ran(world);
  world.tree.touch("src/a.txt");
  const int parses = world.parses;
  EXPECT_EQ(ran(world).unchanged, 3U);
  EXPECT_EQ(world.parses, parses);
  world.tree.forget_reads();
  ran(world);
  EXPECT_EQ(world.tree.reads(), 0);
}

TEST(Ingest, FollowsEditsDeletionsAndKindsThatChange) {
  World world;
  fill(world);
  ran(world);
  world.tree.write("src/a.txt", "alpha two\n");
  world.tree.remove("README.md");
  world.tree.write("src/b.txt", std::string("\0\0\0\0", 4));
  world.tree.write("src/c.txt", "gamma\n");
  const IngestReport report = ran(world);
  EXPECT_EQ(report.added, 1U);
  EXPECT_EQ(report.modified, 1U);
  EXPECT_EQ(report.deleted, 2U);
  EXPECT_EQ(report.unchanged, 0U);
  EXPECT_THAT(world.index.published, ElementsAre(Key("src/a.txt"), Key("src/c.txt")));
  EXPECT_EQ(world.index.published.at("src/a.txt").text, "alpha two\n");
}

TEST(Ingest, AReadErrorIsListedAndTheRestIsDone) {
  World world;
  fill(world);
  world.tree.refuse("src/a.txt");
  const IngestReport report = ran(world);
  EXPECT_EQ(report.added, 2U);
  EXPECT_EQ(report.skipped.size(), 3U);
  EXPECT_EQ(report.skipped[2].path, "src/a.txt");
  EXPECT_THAT(report.skipped[2].reason, HasSubstr("disk error"));
  world.tree.allow("src/a.txt");
  EXPECT_EQ(ran(world).added, 1U);
  EXPECT_EQ(world.index.published.size(), 3U);
}

TEST(Ingest, ForceParsesEverythingAgainAndChangesNothing) {
  World world;
  fill(world);
  ran(world);
  const std::string before = world.state();
  const int parses = world.parses;
  IngestRequest request = world.request();
  request.force = true;
  const auto report = world.ingest(request);
  ASSERT_TRUE(report);
  EXPECT_EQ(world.parses, parses + 3);
  EXPECT_EQ(report->unchanged, 3U);
  EXPECT_EQ(first_difference(world.state(), before), "");
}

TEST(Ingest, ANewExtractorParsesItsLanguageOnly) {
  World world;
  fill(world);
  ran(world);
  const int parses = world.parses;
  world.raised_versions[Language::kMarkdown] = 2;
  const IngestReport report = ran(world);
  EXPECT_EQ(report.unchanged, 3U);
  EXPECT_EQ(report.reparsed, 1U);
  EXPECT_EQ(world.parses, parses + 1);
  EXPECT_EQ(world.corpus()->file("README.md").value()->extractor_version, 2U);
  const IngestReport again = ran(world);
  EXPECT_EQ(again.unchanged, 3U);
  EXPECT_EQ(again.reparsed, 0U);
  EXPECT_EQ(again.resolved, 0U);
  EXPECT_EQ(world.parses, parses + 1);
}

TEST(Ingest, ALostIndexIsBuiltFromStoredFactsWithoutParsing) {
  World world;
  fill(world);
  ran(world);
  const std::string before = world.state();
  const int parses = world.parses;
  world.index.published.clear();
  EXPECT_EQ(ran(world).unchanged, 3U);
  EXPECT_EQ(first_difference(world.state(), before), "");
  EXPECT_EQ(world.parses, parses);
}

TEST(Ingest, WhatTheIndexHasBeyondTheCorpusIsRemoved) {
  World world;
  fill(world);
  ran(world);
  world.index.published["ghost.txt"] = {};
  world.index.published["logo.bin"] = {};
  ran(world);
  EXPECT_THAT(world.index.published, ElementsAre(Key("README.md"), Key("src/a.txt"), Key("src/b.txt")));
}

TEST(Ingest, ANewModelEmbedsAgainWithoutParsing) {
  for (const bool immediate : {true, false}) {
    World world;
    fill(world);
    FakeEmbedder first("1", immediate);
    IngestRequest request = world.request();
    request.embedder = &first;
    const auto report = world.ingest(request);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->embedded, report->units);
    for (const auto& [path, file] : world.index.published) EXPECT_THAT(file.vectors, ::testing::Not(IsEmpty())) << path;
    const int parses = world.parses;
    for (auto& [path, file] : world.index.published) file.vectors.clear();  // as the index does for another vector space
    FakeEmbedder second("22", immediate);
    request.embedder = &second;
    ASSERT_TRUE(world.ingest(request));
    EXPECT_EQ(world.parses, parses);
    EXPECT_EQ(second.embedded, first.embedded);
    for (const auto& [path, file] : world.index.published) EXPECT_THAT(file.vectors, ::testing::Not(IsEmpty())) << path;
  }
}

TEST(Ingest, VectorsAreTheSameWhetherMadeAtOnceOrAfterwards) {
  World inline_world, later_world;
  for (World* world : {&inline_world, &later_world}) {
    fill(*world);
    world->tree.write("chunks.jsonl", R"({"id": "d#c0", "doc": "d", "text": "Bees dance."})");
    FakeEmbedder embedder("1", world == &inline_world);
    IngestRequest request = world->request();
    request.embedder = &embedder;
    ASSERT_TRUE(world->ingest(request));
  }
  EXPECT_EQ(inline_world.index.published, later_world.index.published);
}

TEST(Ingest, SmallFilesAreEmbeddedTogetherAsTheEmbedderLikesIt) {
  World one_by_one, together;
  for (World* world : {&one_by_one, &together}) {
    fill(*world);
    for (int i = 0; i < 20; ++i) world->tree.write("src/n" + std::to_string(i) + ".txt", "number " + std::to_string(i) + "\n");
    FakeEmbedder embedder("1", false);
    if (world == &together) embedder.at_once = 10;
    IngestRequest request = world->request();
    request.embedder = &embedder;
    ASSERT_TRUE(world->ingest(request));
    EXPECT_LE(embedder.calls, world == &together ? 3 : 23);
    EXPECT_GE(embedder.calls, world == &together ? 1 : 23);
  }
  EXPECT_EQ(together.index.published, one_by_one.index.published);
}

TEST(Ingest, AFileThatTheEmbedderRefusesCostsThoseBesideItNothing) {
  World world;
  fill(world);
  FakeEmbedder embedder("1", false);
  embedder.at_once = 100;
  embedder.refused = "beta again";
  IngestRequest request = world.request();
  request.embedder = &embedder;
  const auto report = world.ingest(request);
  ASSERT_TRUE(report);
  EXPECT_THAT(report->warnings, ElementsAre(HasSubstr("1 of 3 files have no vectors yet")));
  for (const auto& [path, file] : world.index.published) EXPECT_EQ(file.vectors.empty(), path == "src/b.txt") << path;
}

TEST(Ingest, VectorsAreMadeOnlyWhereWhoeverPaysApproves) {
  World world;
  fill(world);
  FakeEmbedder embedder("1", false);
  IngestRequest request = world.request();
  request.embedder = &embedder;
  std::vector<EmbeddingEstimate> asked;
  request.approve = [&](const EmbeddingEstimate& estimate) -> Status {
    asked.push_back(estimate);
    if (asked.size() == 1) return fail(ErrorCode::kResourceLimit, "too dear");
    return {};
  };
  const auto refused = world.ingest(request);
  ASSERT_TRUE(refused);
  EXPECT_EQ(embedder.calls, 0);
  EXPECT_THAT(refused->warnings, ElementsAre(HasSubstr("too dear")));
  ASSERT_EQ(asked.size(), 1U);
  EXPECT_EQ(asked[0].files, 3U);
  EXPECT_EQ(asked[0].units, refused->units);
  EXPECT_GT(asked[0].tokens, 3 * asked[0].units);
  const auto approved = world.ingest(request);
  ASSERT_TRUE(approved);
  EXPECT_THAT(approved->warnings, IsEmpty());
  EXPECT_EQ(embedder.embedded, static_cast<int>(approved->units));
  ASSERT_TRUE(world.ingest(request));
  EXPECT_EQ(asked.size(), 2U) << "nothing is missing";
}

TEST(Ingest, ASecondWriterIsToldWhoHoldsTheLock) {
  World world;
  fill(world);
  ran(world);
  const auto lock = corpus::WriterLock::acquire(world.request().directory, "watching shop");
  ASSERT_TRUE(lock);
  const auto report = world.ingest();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kLocked);
  EXPECT_THAT(report.error().message, HasSubstr("watching shop"));
}

TEST(Ingest, ACancelledRunIsContinuedByTheNext) {
  World world, whole;
  for (int i = 0; i < 300; ++i) {
    world.tree.write("f" + std::to_string(i), "text " + std::to_string(i));
    whole.tree.write("f" + std::to_string(i), "text " + std::to_string(i));
  }
  /// Cancels when some files are done.
  class CancelAt final : public ProgressSink {
   public:
    explicit CancelAt(CancelToken cancel) : cancel_(std::move(cancel)) {}
    void report(const Progress& progress) override {
      if (progress.stage == "reading") cancel_.cancel();
    }

   private:
    CancelToken cancel_;
  };
  const CancelToken cancel;
  CancelAt progress(cancel);
  const auto cancelled = run_ingest(world.request(), world.tools(), progress, cancel);
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
  ran(world);
  ran(whole);
  EXPECT_EQ(first_difference(world.state(), whole.state()), "");
}

TEST(Ingest, WhereverTheIndexFailsTheNextRunComesToTheSameEnd) {
  World whole;
  fill(whole);
  ran(whole);
  whole.tree.write("src/a.txt", "alpha two\n");
  whole.tree.remove("src/b.txt");
  ran(whole);
  for (int calls = 0;; ++calls) {
    World world;
    fill(world);
    world.index.calls_until_failure = calls;
    const bool first = world.ingest().has_value();
    world.tree.write("src/a.txt", "alpha two\n");
    world.tree.remove("src/b.txt");
    const bool second = world.ingest().has_value();
    world.index.calls_until_failure = -1;
    ran(world);
    EXPECT_EQ(first_difference(world.state(), whole.state()), "") << "failing after " << calls;
    if (first && second) break;
    ASSERT_LT(calls, 100);
  }
}

TEST(IngestPaths, LooksAtNothingButTheFilesNamed) {
  World world;
  fill(world);
  ran(world);
  world.tree.write("src/a.txt", "alpha two\n");
  world.tree.write("src/b.txt", "not named\n");
  world.tree.write("src/new.txt", "new\n");
  world.tree.remove("README.md");
  world.tree.forget_reads();
  const auto report = world.ingest_paths({"src/a.txt", "src/new.txt", "README.md", "never/there"});
  ASSERT_TRUE(report) << describe(report.error());
  EXPECT_EQ(world.tree.reads(), 2);
  EXPECT_EQ(report->added, 1U);
  EXPECT_EQ(report->modified, 1U);
  EXPECT_EQ(report->deleted, 1U);
  EXPECT_EQ(report->files, 3U);
  EXPECT_EQ(world.index.published.at("src/a.txt").text, "alpha two\n");
  EXPECT_EQ(world.index.published.at("src/b.txt").text, "beta\n\nbeta again\n");
  EXPECT_FALSE(world.index.published.contains("README.md"));
}

TEST(IngestPaths, AFolderStandsForAllBelowItKnownOrNew) {
  World world, whole;
  for (World* each : {&world, &whole}) {
    fill(*each);
    ran(*each);
    each->tree.remove("src/a.txt");
    each->tree.write("src/deep/er/new.txt", "new\n");
    each->tree.write("src/b.txt", "beta two\n");
    each->tree.list_as("src/node_modules/", FileState::kBuiltInSkip, "a dependency folder");
  }
  ASSERT_TRUE(world.ingest_paths({"src", "src/deep/er/new.txt", "src/node_modules/x.js"}));
  ran(whole);
  EXPECT_EQ(first_difference(world.state(), whole.state()), "");
  EXPECT_THAT(world.index.published, ElementsAre(Key("README.md"), Key("src/b.txt"), Key("src/deep/er/new.txt")));
  world.tree.forget_reads();
  ASSERT_TRUE(world.ingest_paths({"src"}));
  EXPECT_EQ(world.tree.reads(), 0);
}

TEST(IngestPaths, AFolderThatIsGoneTakesItsFilesAlong) {
  World world;
  fill(world);
  ran(world);
  world.tree.remove("src/a.txt");
  world.tree.remove("src/b.txt");
  ASSERT_TRUE(world.ingest_paths({"src"}));
  EXPECT_THAT(world.index.published, ElementsAre(Key("README.md")));
}

TEST(IngestPaths, ReadsEverythingWhereNoRunCameToItsEnd) {
  World world;
  fill(world);
  const auto report = world.ingest_paths({"src/a.txt"});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->added, 3U);
}

TEST(IngestPaths, PaysTheDebtsOfAnInterruptedRun) {
  World world, whole;
  for (World* each : {&world, &whole}) {
    fill(*each);
    ran(*each);
    each->tree.write("src/a.txt", "alpha two\n");
    each->tree.remove("README.md");
    each->index.calls_until_failure = each == &world ? 0 : -1;
    EXPECT_EQ(each->ingest().has_value(), each == &whole);
    each->index.calls_until_failure = -1;
    ASSERT_TRUE(each->ingest_paths({"src/b.txt"}));
  }
  EXPECT_EQ(first_difference(world.state(), whole.state()), "");
}

TEST(Ingest, RandomEditsLeadToTheStateOfAFreshRun) {
  std::mt19937 random(4);
  World world;
  for (int round = 0; round < 25; ++round) {
    for (int edit = 0; edit < 5; ++edit) {
      const std::string path =
          "d" + std::to_string(random() % 4) + "/f" + std::to_string(random() % 12) + (random() % 2 == 0 ? ".md" : ".txt");
      switch (random() % 7) {
        case 0: world.tree.remove(path); break;
        case 1: world.tree.write(path, std::string("\0\1", 2)); break;
        case 2: world.tree.write(path, "\xef\xbb\xbfwith a mark\n"); break;
        case 3: world.tree.write(path, "same everywhere\n"); break;
        case 4: world.tree.list_as(path, FileState::kTooLarge, "too large"); break;
        case 5:
          world.tree.write(path, "secret");
          world.tree.refuse(path);
          break;
        default: world.tree.write(path, "# h\n\ntext " + std::to_string(random() % 50) + "\n"); world.tree.allow(path);
      }
    }
    if (random() % 5 == 0) world.index.calls_until_failure = static_cast<int>(random() % 4);
    (void)world.ingest();
    world.index.calls_until_failure = -1;
    ran(world);
    World fresh;
    fresh.tree.copy(world.tree);
    ran(fresh);
    ASSERT_EQ(first_difference(world.state(), fresh.state()), "") << "round " << round;
  }
}

}  // namespace
}  // namespace grove::ingest
