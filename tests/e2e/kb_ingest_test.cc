#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/e2e/program.h"

// Documents become chunks, as people and scripts see it.
namespace grove::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

class KbIngest : public ::testing::Test {
 protected:
  World world_;
};

TEST_F(KbIngest, DocumentsBecomeRecordsAndChunks) {
  world_.write("docs/guide.md", "# Guide\n\nHow to do it.\n");
  const Outcome outcome = world_.run({"kb", "ingest", "docs", "--out", "dto", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
  const auto document = outcome.json()["documents"][0];
  EXPECT_EQ(document["status"], "ingested");
  EXPECT_EQ(document["title"], "Guide");
  EXPECT_EQ(document["chunks"], 1);
  const std::string id = document["document_id"];
  EXPECT_TRUE(read_file(world_.path("dto/documents/" + id + ".json")));
  const auto chunk = nlohmann::json::parse(*read_file(world_.path("dto/chunks/" + id + ".jsonl")));
  EXPECT_EQ(chunk["text"], "# Guide\n\nHow to do it.");
  EXPECT_EQ(chunk["provenance"]["section"], "Guide");
}

TEST_F(KbIngest, KnownContentIsSkippedInTheWordsThatScriptsLookFor) {
  world_.write("a.md", "# One\n");
  ASSERT_EQ(world_.run({"kb", "ingest", "a.md"}).exit_code, 0);
  const Outcome again = world_.run({"kb", "ingest", "a.md"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_THAT(again.output, MatchesRegex("SKIP ingest: already ingested \\(document_id=doc_[0-9a-f]+, hash=[0-9a-f]+\\)\n"));
  EXPECT_THAT(world_.run({"kb", "ingest", "a.md", "--force"}).output, HasSubstr("a.md: 1 chunk"));
}

TEST_F(KbIngest, WhatCannotBeReadIsToldAndTheRestIsDone) {
  world_.write("a.md", "# One\n");
  world_.write("b.png", "\x89PNG\r\n\x1A\n");
  const Outcome outcome = world_.run({"kb", "ingest", "b.png", "a.md"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.error_output, HasSubstr("cannot ingest b.png: it is in no format that is read here"));
  EXPECT_THAT(outcome.output, HasSubstr("a.md: 1 chunk"));
}

TEST_F(KbIngest, AnEngineThatIsNotThereSaysHowToGetIt) {
  world_.write("a.pdf", "%PDF-1.4");
  world_.set("ONTORAG_INGEST_ENGINE", "pageindex");
  const Outcome outcome = world_.run({"kb", "ingest", "a.pdf"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.error_output, HasSubstr("the ingest engine pageindex isn't there\n  set PAGEINDEX_API_KEY"));
  EXPECT_EQ(world_.run({"kb", "ingest", "a.pdf", "--engine", "tesseract"}).exit_code, 2);
}

TEST_F(KbIngest, TheDoctorSaysWhatIsInEffectAndNeverAKey) {
  world_.set("OPENROUTER_API_KEY", "sk-very-secret");
  world_.set("OPENROUTER_MODEL", "qwen2.5:14b");
  const Outcome outcome = world_.run({"kb", "doctor"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("OntoRAG environment\n  LLM: OpenRouter (model=qwen2.5:14b)\n"));
  EXPECT_THAT(outcome.output, HasSubstr("API key: set"));
  EXPECT_THAT(outcome.output, HasSubstr("ingest engines: builtin ✓  pageindex (set PAGEINDEX_API_KEY)"));
  EXPECT_THAT(outcome.output + outcome.error_output, ::testing::Not(HasSubstr("sk-very-secret")));
  EXPECT_EQ(world_.run({"kb", "doctor", "--json"}).json()["ingest_engines"][0]["name"], "builtin");
}

TEST_F(KbIngest, APathThatDoesNotExistIsSaidSo) {
  const Outcome outcome = world_.run({"kb", "ingest", "nowhere.md"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_THAT(outcome.error_output, HasSubstr("there is no file or folder nowhere.md"));
}

}  // namespace
}  // namespace grove::e2e
