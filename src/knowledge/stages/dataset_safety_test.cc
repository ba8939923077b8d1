#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/testing/temporary_folder.h"
#include "knowledge/ingest/document_folder.h"
#include "knowledge/testing/staged_dataset.h"

// What runs of stages may not do: lose what is there, or touch what isn't the dataset's.
namespace grove::knowledge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

TEST(DatasetSafety, ChunksThatAnotherProgramCutStayAsTheyAre) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  json theirs = json::parse(dataset.read("content/chunks.jsonl").substr(0, dataset.read("content/chunks.jsonl").find('\n')));
  theirs["text"] = "Charles Babbage";
  ASSERT_TRUE(remove_tree(dataset.root + "/.grove"));
  dataset.write("content/chunks.jsonl", theirs.dump() + '\n');
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_THAT(dataset.read("content/chunks.jsonl"), HasSubstr(R"("text":"Charles Babbage")"));
  EXPECT_THAT(dataset.read("content/chunks.jsonl"), HasSubstr("Mary Somerville")) << "what they haven't is read";
}

TEST(DatasetSafety, ChunksWhoseFilesAreMissingAreNotThrownAway) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  const std::string chunks = dataset.read("content/chunks.jsonl");
  ASSERT_TRUE(remove_tree(dataset.root + "/.grove"));  // as where somebody publishes a dataset without its documents
  ASSERT_TRUE(remove_tree(dataset.root + "/content/sources"));
  const auto status = dataset.extract(server);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kConflict);
  EXPECT_THAT(status.error().message, HasSubstr("content/sources/engines.md and 1 more"));
  EXPECT_EQ(dataset.read("content/chunks.jsonl"), chunks);

  dataset.write("content/sources/engines.md", "# Engines\n\nSomebody else built engines.\n");
  dataset.write("content/sources/lives.md", "# Lives\n\nNobody lived.\n");
  EXPECT_TRUE(dataset.extract(server)) << "files that have changed are read anew";
}

TEST(DatasetSafety, AFolderThatIsALinkOutOfTheDatasetIsRefused) {
  const TemporaryFolder folder;
  Server server;
  ASSERT_TRUE(create_directories(folder / "private"));
  ASSERT_TRUE(write_file(folder / "private/key.md", "# Key\n\nNobody gave this away.\n"));
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(remove_tree(dataset.root + "/content/sources"));
  fs::create_symlink(folder / "private", dataset.root + "/content/sources");
  const auto status = dataset.extract(server);
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, HasSubstr("lives/content/sources is a symbolic link that leads out of the dataset"));
  EXPECT_FALSE(fs::exists(dataset.root + "/content/chunks.jsonl"));
  fs::remove(dataset.root + "/content/sources");
  fs::create_symlink("texts", dataset.root + "/content/sources");
  dataset.write("content/texts/a.md", "# A\n\nText.\n");
  EXPECT_TRUE(DatasetFolder(dataset.root).check_stays_inside()) << "a link within it is none of that";
}

TEST(DatasetSafety, AFileThatIsALinkOutOfTheDatasetIsRefused) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  ASSERT_TRUE(create_directories(folder / "private"));
  ASSERT_TRUE(write_file(folder / "private/card.json", dataset.read("ontology/schema_card.json")));
  for (const auto& [name, target] : {std::pair{"ontology/schema_card.json", "private/card.json"}, std::pair{".grove/dto", "private"}}) {
    const std::string own = dataset.root + '/' + name, aside = folder / "aside";
    fs::rename(own, aside);
    fs::create_symlink(folder / target, own);
    const auto status = dataset.extract(server);
    ASSERT_FALSE(status) << name;
    EXPECT_THAT(status.error().message, HasSubstr(std::string(name) + " is a symbolic link that leads out of the dataset"));
    fs::remove(own);
    fs::rename(aside, own);
  }
}

TEST(DatasetSafety, ARecordThatCallsItselfAnotherNameThanItsFileIsNone) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(write_file(folder / "victim.json", "{}"));
  dataset.write(".grove/dto/documents/doc_0123456789abcdef.json",
                R"({"document_id": "../../../../victim", "source_path": "content/sources/none.md", "source_mime": "text/plain",
                    "content_hash": "ab", "title": "None", "created_at": "2026-01-01T00:00:00Z", "chunks": []})");
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_EQ(read_file(folder / "victim.json").value_or("gone"), "{}");
}

TEST(DatasetSafety, FactsStandUntilTheirChunksAreAnsweredAnew) {
  const TemporaryFolder folder;
  Server server;
  Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  const auto before = dataset.files();
  json card = json::parse(dataset.read("ontology/schema_card.json"));
  card["classes"][0]["description"] = "Somebody.";  // so that all is asked again
  dataset.write("ontology/schema_card.json", card.dump());
  server.is_sorry = true;
  ASSERT_TRUE(dataset.extract(server));
  EXPECT_GT(dataset.last.spent.failed, 0U);
  EXPECT_EQ(dataset.read("ontology/world.trig"), before.at("ontology/world.trig"));
  EXPECT_EQ(dataset.read("ontology/entities.jsonl"), before.at("ontology/entities.jsonl"));

  card["classes"][0]["description"] = "Anybody.";
  dataset.write("ontology/schema_card.json", card.dump());
  server.is_sorry = false;
  dataset.limit = 1;
  ASSERT_TRUE(dataset.extract(server));
  EXPECT_EQ(dataset.read("ontology/world.trig"), before.at("ontology/world.trig")) << "of chunks that were not shown, too";
}

TEST(DatasetSafety, ChunksOfAFileThatOnlyAnotherProgramCanReadStay) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  json theirs = json::parse(dataset.read("content/chunks.jsonl").substr(0, dataset.read("content/chunks.jsonl").find('\n')));
  const std::string scan("\x00\x01\xFF\xFE scanned", 12);
  const std::string id = document_id_of(content_hash_of(scan));
  theirs["document_id"] = id, theirs["chunk_id"] = id + "#pNA#c0000", theirs["text"] = "Charles Babbage";
  theirs["provenance"]["source_path"] = "content/sources/scan.bin";
  dataset.write("content/sources/scan.bin", scan);
  dataset.write("content/chunks.jsonl", dataset.read("content/chunks.jsonl") + theirs.dump() + '\n');
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_THAT(dataset.read("content/chunks.jsonl"), HasSubstr(id));
}

TEST(DatasetSafety, ADocumentIsForgottenByItsDatasetBeforeItsRecordGoes) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  fs::remove(dataset.root + "/content/sources/engines.md");
  std::ptrdiff_t records = 0;
  const auto count = [&](const std::string& name) {
    if (name != "content/chunks.jsonl" || records > 0) return;
    for (const auto& entry : fs::directory_iterator(dataset.root + "/.grove/dto/documents")) records += entry.path().extension() == ".json";
  };
  ASSERT_TRUE(dataset.run(server, 1, count));
  EXPECT_EQ(records, 2) << "or a kill in between would leave chunks that nobody has read here";
}

TEST(DatasetSafety, FilesThatCannotBeReadAreCounted) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(write_file(folder / "private.md", "# Private\n"));
  fs::create_symlink(folder / "private.md", dataset.root + "/content/sources/link.md");
  ASSERT_TRUE(dataset.run(server, 1));
  EXPECT_EQ(dataset.last.unread, 1U);
  EXPECT_EQ(dataset.last.documents, 2U);
}

TEST(DatasetSafety, AFolderOfSourcesThatIsGoneWithdrawsNothing) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  const auto before = dataset.files();
  fs::rename(dataset.root + "/content/sources", folder / "aside");
  const auto status = dataset.extract(server);
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kConflict);
  EXPECT_THAT(status.error().message, HasSubstr("content/sources is gone, with the files of 2 documents"));
  fs::rename(folder / "aside", dataset.root + "/content/sources");
  EXPECT_EQ(dataset.files(), before);
}

TEST(DatasetSafety, WhatAFileSaidBeforeItCouldNoLongerBeReadIsWithdrawn) {
  const TemporaryFolder folder;
  Server server;
  const Dataset dataset(folder / "lives");
  ASSERT_TRUE(dataset.run(server, 1));
  dataset.write("content/sources/engines.md", std::string("\x00\x01\xFF\xFE", 4));
  ASSERT_TRUE(dataset.extract(server));
  EXPECT_THAT(dataset.read("ontology/world.trig"), Not(HasSubstr("graph/engines")));
}

}  // namespace
}  // namespace grove::knowledge
