#include "knowledge/stages/run_stage.h"

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/folder_lock.h"
#include "base/testing/temporary_folder.h"
#include "knowledge/testing/staged_dataset.h"

namespace grove::knowledge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(RunStage, FromFilesToAGraphWithAQuoteForEveryFact) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  const auto status = dataset.run(server, 2);
  ASSERT_TRUE(status) << status.error().message;
  const std::string world = dataset.read("ontology/world.ttl");
  EXPECT_THAT(world, HasSubstr("<http://example.org/ns/entity/Person/ada-lovelace>"));
  EXPECT_THAT(world, HasSubstr("oa:exact \"Ada Lovelace\""));
  EXPECT_THAT(dataset.read("ontology/world.trig"), HasSubstr("graph/lives"));
  EXPECT_THAT(dataset.read("ontology/schema.ttl"), HasSubstr("Person"));
  const json manifest = json::parse(dataset.read("manifest.json"));
  EXPECT_EQ(manifest["ontorag"], "0.1");
  EXPECT_EQ(manifest["dataset"]["note"], "kept");
  EXPECT_EQ(manifest["dataset"]["license"], "CC-BY-4.0");
  EXPECT_EQ(manifest["hub"]["state"], "x");
  EXPECT_EQ(manifest["content"]["chunks_glob"], "content/chunks/*.jsonl");
  const json sources = json::parse(dataset.read("content/sources.json"));
  EXPECT_EQ(sources["lives"]["path"], "content/sources/lives.md");
  EXPECT_EQ(sources["lives"]["sha256"].get<std::string>().size(), 64U);
  const std::string shard = dataset.read("content/chunks/lives.jsonl");
  const json chunk = json::parse(shard.substr(0, shard.find('\n')));
  for (const char* key : {"id", "doc", "text"}) EXPECT_TRUE(chunk.contains(key)) << key;
  EXPECT_FALSE(chunk["entities"].empty());
  EXPECT_THAT(dataset.read("ontology/entities.jsonl"), HasSubstr(R"("label":"Charles Babbage")"));
}

TEST(RunStage, TheSameTwiceWhateverTheConcurrencyAndThePlace) {
  const TemporaryFolder folder;
  Server server;
  const Dataset one(folder / "one/lives"), eight(folder / "eight/lives");
  ASSERT_TRUE(one.run(server, 1));
  ASSERT_TRUE(eight.run(server, 8));
  EXPECT_EQ(one.files(), eight.files());
  const auto before = one.files();
  ASSERT_TRUE(one.run(server, 1));
  EXPECT_EQ(one.files(), before) << "a run without anything new changes nothing";
}

TEST(RunStage, OnlyNewDocumentsReachTheModelAndThoseThatGoAreWithdrawn) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  const int first = server.model.asked();
  ASSERT_TRUE(remove_tree(dataset.root + "/.grove/answers"));
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_EQ(server.model.asked(), first) << "also without the kept answers";

  dataset.write("content/sources/more.md", "# More\n\nMary Somerville wrote.\n");
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_EQ(dataset.last.pending, 1U);
  EXPECT_THAT(dataset.read("ontology/world.trig"), HasSubstr("graph/more"));

  fs::remove(dataset.root + "/content/sources/engines.md");
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_THAT(dataset.read("ontology/world.trig"), Not(HasSubstr("graph/engines")));
  EXPECT_THAT(dataset.read("ontology/world.ttl"), HasSubstr("charles-babbage")) << "the other document speaks of him too";
  EXPECT_FALSE(fs::exists(dataset.root + "/content/chunks/engines.jsonl"));

  Server other;
  const Dataset fresh(folder / "fresh/lives");
  fs::remove(fresh.root + "/content/sources/engines.md");
  fresh.write("content/sources/more.md", "# More\n\nMary Somerville wrote.\n");
  ASSERT_TRUE(fresh.run(other, 1));
  EXPECT_EQ(dataset.read("ontology/world.trig"), fresh.read("ontology/world.trig")) << "as if it had always been so";
}

/// A dataset of which one document goes and one changes, after it has got another name. What was said of both is withdrawn.
void expect_that_it_is_followed(const std::function<std::string(const std::string& root)>& rename) {
  const TemporaryFolder folder;
  Server server;
  const Dataset before(folder / "before/lives");
  ASSERT_TRUE(before.run(server, 1));
  const int first = server.model.asked();
  const Dataset after(rename(before.root), Dataset::Begin::kAsItIs);
  fs::remove(after.root + "/content/sources/engines.md");
  after.write("content/sources/lives.md", "# Lives\n\nMary Somerville taught.\n");
  ASSERT_TRUE(after.run(server, 1));
  EXPECT_EQ(server.model.asked(), first + 2) << "the changed document, in each of two stages";
  EXPECT_EQ(after.last.documents, 1U);

  const Dataset fresh(folder / "fresh/lives");
  fs::remove(fresh.root + "/content/sources/engines.md");
  fresh.write("content/sources/lives.md", "# Lives\n\nMary Somerville taught.\n");
  ASSERT_TRUE(fresh.run(server, 1));
  for (const char* file : {"content/chunks.jsonl", "ontology/world.trig", "ontology/world.ttl", "ontology/entities.jsonl"})
    EXPECT_EQ(after.read(file), fresh.read(file)) << file;
}

TEST(RunStage, ADatasetThatWasMovedWithdrawsWhatIsGone) {
  expect_that_it_is_followed([](const std::string& root) {
    const fs::path moved = fs::path(root).parent_path().parent_path() / "moved";
    fs::rename(root, moved);
    return moved.string();
  });
}

TEST(RunStage, ACopyOfADatasetWithdrawsWhatIsGoneFromIt) {
  expect_that_it_is_followed([](const std::string& root) {
    fs::copy(root, root + "-copy", fs::copy_options::recursive);
    return root + "-copy";
  });
}

TEST(RunStage, ADatasetIsTheSameByWhateverPathItIsCalled) {
  expect_that_it_is_followed([](const std::string& root) { return fs::relative(root).string(); });
}

TEST(RunStage, OnAnotherMachineNothingIsAskedAgain) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  const int first = server.model.asked();
  const auto before = dataset.files();
  ASSERT_TRUE(remove_tree(dataset.root + "/.grove"));
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_EQ(server.model.asked(), first);
  EXPECT_EQ(dataset.files(), before);
}

TEST(RunStage, ADocumentWithoutAnswersIsAskedAgainWhateverTheLedgerSays) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  const auto before = dataset.files();
  fs::remove(dataset.root + "/ontology/instances.raw.jsonl");
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_EQ(dataset.last.pending, 2U);
  EXPECT_EQ(dataset.files(), before);
}

TEST(RunStage, AnotherCardMeansThatAllIsReadAgain) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_EQ(dataset.last.pending, 0U);
  json card = json::parse(dataset.read("ontology/schema_card.proposed.json"));
  card["classes"].push_back({{"name", "Engine"}, {"description", "It computes."}, {"origin", "induced"}});
  dataset.write("ontology/schema_card.proposed.json", card.dump());
  dataset.write("ontology/schema_card.json", card.dump());
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_EQ(dataset.last.pending, 2U);
}

/// Runs in a process of its own that may be killed. Whether it came to its end.
bool ends(Server& server, const Dataset& dataset, int writes, int answers) {
  const pid_t child = ::fork();
  if (child == 0) {
    int left = writes;
    // Not a word more, as if it had been killed: no destructor runs, nothing is flushed.
    const auto status = dataset.run(server, 1, [&](const std::string&) {
      if (left-- == 0) ::_exit(9);
    });
    ::_exit(status ? 0 : 1);
  }
  server.until_kill = answers;
  server.victim = answers > 0 ? child : 0;
  int status = 0;
  ::waitpid(child, &status, 0);
  server.victim = 0;
  EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << "it failed";
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// `prepare` changes the dataset before it is first run.
void expect_that_a_kill_costs_nothing(const std::function<void(const Dataset&)>& prepare) {
  const TemporaryFolder folder;
  Server plain;
  const Dataset whole(folder / "whole/lives");
  prepare(whole);
  ASSERT_TRUE(whole.run(plain, 1));
  const auto expected = whole.files();
  ASSERT_GT(expected.size(), 15U);

  // Killed before each file that it replaces, and started again.
  int writes = 0;
  for (bool ended = false; !ended; ++writes) {
    ASSERT_LT(writes, 100);
    Server server;
    const Dataset broken(folder / "broken" + std::to_string(writes) + "/lives");
    prepare(broken);
    ended = ends(server, broken, writes, 0);
    ASSERT_TRUE(ends(server, broken, 1'000'000, 0));
    EXPECT_EQ(broken.files(), expected) << writes;
    for (const auto& [question, times] : server.times) EXPECT_EQ(times, 1) << "answered, and asked again: " << question;
  }
  EXPECT_GT(writes, 15);

  // Killed as the model answers.
  Server strict;
  const Dataset asked(folder / "asked/lives");
  prepare(asked);
  for (int round = 0; !ends(strict, asked, 1'000'000, 1 + round % 2);) ASSERT_LT(++round, 100);
  EXPECT_EQ(asked.files(), expected);
}

TEST(RunStage, AKillAnywhereCostsNothing) {
  expect_that_a_kill_costs_nothing([](const Dataset&) {});
}

TEST(RunStage, AKillAnywhereCostsNothingWhileTermsAreAligned) { expect_that_a_kill_costs_nothing(&Dataset::take_baseline); }

TEST(RunStage, TermsAreAlignedWithTheBaselinesThatTheManifestNames) {
  const TemporaryFolder folder;
  Server server;
  const Dataset one(folder / "one/lives"), eight(folder / "eight/lives");
  one.take_baseline(), eight.take_baseline();
  ASSERT_TRUE(one.run(server, 1));
  ASSERT_TRUE(eight.run(server, 8));
  EXPECT_EQ(one.files(), eight.files());
  EXPECT_THAT(one.read("ontology/schema_card.baseline.json"), HasSubstr("http://example.org/acting#Agent"));
  const json alignment = json::parse(one.read("ontology/alignment.json"));
  EXPECT_FALSE(alignment.contains("_partial")) << "nothing is open";
  EXPECT_EQ(alignment["classes"][0]["action"], "extend");
  EXPECT_EQ(alignment["classes"][0]["baseline_name"], "Agent") << "as the baseline spells it";
  EXPECT_EQ(alignment["classes"][0]["baseline_origin"], "acting");
  const json card = json::parse(one.read("ontology/schema_card.proposed.json"));
  const auto person = std::ranges::find_if(card["classes"], [](const json& item) { return item["name"] == "Person"; });
  ASSERT_NE(person, card["classes"].end());
  EXPECT_EQ((*person)["subclass_of"], json::array({"Agent"}));
  EXPECT_THAT(one.read("ontology/schema.ttl"), HasSubstr("rdfs:subClassOf"));
  one.write("ontology/baselines/acting.ttl",
            one.read("ontology/baselines/acting.ttl") + "<http://example.org/acting#Group> a <http://www.w3.org/2002/07/owl#Class> .\n");
  ASSERT_TRUE(one.run(server, 1));
  EXPECT_THAT(one.read("ontology/schema_card.baseline.json"), HasSubstr("acting#Group")) << "people edit their baselines";
}

TEST(RunStage, ALimitShowsTheModelTheFirstChunksAndLeavesTheOthersPending) {
  const TemporaryFolder folder;
  Server server;
  Dataset dataset(folder / "lives");
  dataset.limit = 1;
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_EQ(server.model.asked(), 2) << "one chunk, in each of two stages";
  EXPECT_EQ(dataset.last.left, 2U);
  EXPECT_THAT(dataset.read("content/chunks.pending.jsonl"), HasSubstr("Mary Somerville"));
  const auto before = dataset.files();
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_EQ(server.model.asked(), 4) << "the first document is done, and a chunk of the other is shown";
  EXPECT_NE(dataset.files(), before);
  dataset.limit.reset();
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_EQ(dataset.last.left, 0U);
  Server other;
  const Dataset whole(folder / "whole/lives");
  ASSERT_TRUE(whole.run(other, 1));
  EXPECT_EQ(dataset.read("ontology/proposals.raw.jsonl"), whole.read("ontology/proposals.raw.jsonl"));
}

TEST(RunStage, FactsAreCheckedAgainstTheCard) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_THAT(dataset.read("ontology/shapes.ttl"), HasSubstr("sh:NodeShape"));
  EXPECT_THAT(dataset.read("ontology/validation.ttl"), HasSubstr("sh:conforms true"));
  json card = json::parse(dataset.read("ontology/schema_card.proposed.json"));
  card["datatype_properties"][0]["range"] = "integer";
  dataset.write("ontology/schema_card.proposed.json", card.dump());
  // What the model reads of the card is another question, and the answers are the same: names, which are no integers.
  dataset.write("ontology/schema_card.json", card.dump());
  ASSERT_TRUE(dataset.extract(server));
  EXPECT_THAT(dataset.read("ontology/validation.ttl"), HasSubstr("sh:DatatypeConstraintComponent"));
  EXPECT_THAT(dataset.last.notes, testing::Contains(HasSubstr("ontology/validation.ttl")));
}

TEST(RunStage, OneStageAtATimeRunsOverADataset) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  const auto lock = FolderLock::try_take(dataset.root);
  ASSERT_TRUE(lock);
  EXPECT_EQ(dataset.run(server, 1).error().code, ErrorCode::kLocked);
  EXPECT_EQ(server.model.asked(), 0);
}

TEST(RunStage, SaysWhatIsMissing) {
  const TemporaryFolder folder;
  Server server;
  ASSERT_TRUE(create_directories(folder / "empty"));
  const DatasetFolder none(folder / "empty/");
  EXPECT_EQ(none.path("manifest.json"), folder / "empty/manifest.json");
  EXPECT_THAT(none.manifest().error().hint, HasSubstr("base_iri"));
  ASSERT_TRUE(write_file(folder / "empty/manifest.json", R"({"dataset": {"base_iri": "nothing"}})"));
  EXPECT_THAT(none.manifest().error().message, HasSubstr("no IRI"));

  const Dataset dataset(folder / "lives");
  dataset.take_baseline();
  fs::remove(dataset.root + "/ontology/baselines/acting.ttl");
  const auto status = dataset.run(server, 1);
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().hint, HasSubstr("lives/ontology/baselines/acting.ttl"));
}

}  // namespace
}  // namespace grove::knowledge
