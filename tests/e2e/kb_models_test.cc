#include <gmock/gmock.h>

#include <fstream>

#include "knowledge/testing/scripted_model.h"
#include "tests/e2e/program.h"

// What commands of `grove kb` ask a language model, as people meet it.
namespace grove::e2e {
namespace {

using knowledge::ScriptedModel;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kProposed = R"({"chunk_id": "", "proposed_additions": {"classes": [{"name": "Maintainer",
  "description": "Who looks after a package.", "evidence": [{"quote": "maintainer"}]}], "datatype_properties": [], "object_properties": [], "events": []},
  "reuse_instead_of_create": [], "alias_or_merge_suggestions": [], "warnings": []})";
constexpr std::string_view kAligned =
    R"({"decisions": [{"induced_name": "Maintainer", "induced_domain": "", "induced_range": "", "action": "extend",
  "baseline_name": "person", "baseline_domain": "", "baseline_origin": "", "confidence": "high", "rationale": "Maintainers are people."}]})";
constexpr std::string_view kStated =
    R"({"chunk_id": "", "instances": [{"class": "Person", "id_hint": "", "label": "Ada Lovelace", "attributes": {},
  "relations": [], "mentions": [{"quote": "Ada Lovelace"}]}, {"class": "Robot", "id_hint": "", "label": "R2", "attributes": {}, "relations": [],
  "mentions": [{"quote": "R2"}]}], "warnings": []})";

class KbModels : public testing::Test {
 protected:
  void SetUp() override {
    world_.write("card.json", R"({"version": "2026-05-04T12:00:00Z", "namespace": "http://example.org/ns/",
      "classes": [{"name": "Person", "description": "A human being.", "origin": "foaf", "iri": "http://xmlns.com/foaf/0.1/Person"}],
      "datatype_properties": [], "object_properties": [], "events": [], "aliases": [], "warnings": []})");
    std::string chunks;
    for (int i = 0; i < 3; ++i)
      chunks += json{{"document_id", "doc_0123456789abcdef"},
                     {"chunk_id", "doc_0123456789abcdef#pNA#c000" + std::to_string(i)},
                     {"chunk_index", i},
                     {"text", "Chunk " + std::to_string(i) + ": Ada Lovelace is its maintainer."}}
                    .dump() +
                '\n';
    world_.write("dto/chunks/doc.jsonl", chunks);
    world_.set("OPENROUTER_BASE_URL", server_.base_url());
    world_.set("OPENROUTER_API_KEY", "swordfish");
  }

  ScriptedModel::Reply reply(const ScriptedModel::Asked& asked) const {
    if (broken_ && asked.passage.starts_with("Chunk 1")) return {.text = "swordfish is no answer"};
    if (asked.system.find("close to the vocabularies") != std::string::npos) return {.text = std::string(kAligned)};
    return {.text = std::string(asked.system.find("proposed_additions") != std::string::npos ? kProposed : kStated)};
  }
  std::string read(const std::string& name) const {
    std::ifstream in(world_.path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  Outcome extract_schema(std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"kb",        "extract-schema", "--chunks",         "dto/chunks/doc.jsonl", "--schema-card",
                                   "card.json", "--out",          "out/proposal.json"};
    words.insert(words.end(), more.begin(), more.end());
    return world_.run(words);
  }

  World world_;
  bool broken_ = false;
  ScriptedModel server_{[this](const ScriptedModel::Asked& asked) { return reply(asked); }};
};

TEST_F(KbModels, ProposalsAreMadeAlignedAndKept) {
  const Outcome proposed = extract_schema({"-j", "2", "--json"});
  ASSERT_EQ(proposed.exit_code, 0) << proposed.error_output;
  EXPECT_EQ(proposed.json()["classes"], 1);
  EXPECT_EQ(proposed.json()["asked"], 3);
  EXPECT_EQ(json::parse(read("out/proposal.json"))["classes"][0]["evidence"].size(), 3U);
  EXPECT_EQ(extract_schema({"--json"}).json()["kept"], 3) << "nothing is asked twice";
  const Outcome aligned = world_.run(
      {"kb", "align-schema", "--proposal", "out/proposal.json", "--baseline", "card.json", "--out", "out/alignment.json", "--json"});
  ASSERT_EQ(aligned.exit_code, 0) << aligned.error_output;
  EXPECT_EQ(aligned.json()["extended"], 1);
  const json term = json::parse(read("out/alignment.json"))["classes"][0];
  EXPECT_EQ(term["baseline_name"], "Person") << "as the card spells it";
  EXPECT_EQ(term["baseline_origin"], "foaf");
}

TEST_F(KbModels, FactsAreWrittenAndRejectsLeftBeside) {
  const Outcome run = world_.run(
      {"kb", "extract-instances", "--chunks", "dto/chunks/doc.jsonl", "--schema-card", "card.json", "--out-ttl", "facts.ttl", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.error_output;
  EXPECT_EQ(run.json()["entities"], 1);
  EXPECT_EQ(run.json()["rejects"], 3);
  EXPECT_THAT(read("facts.ttl"), HasSubstr("<http://xmlns.com/foaf/0.1/Person>"));
  EXPECT_THAT(read("facts.rejects.jsonl"), HasSubstr("Robot"));
}

TEST_F(KbModels, ADryRunAsksNobodyAndSaysTheCost) {
  const Outcome dry = extract_schema({"--dry-run", "--json"});
  ASSERT_EQ(dry.exit_code, 0) << dry.error_output;
  EXPECT_EQ(server_.asked(), 0);
  EXPECT_EQ(dry.json()["questions"], 3);
  EXPECT_EQ(dry.json()["model"], "openai/gpt-4o-mini");
  EXPECT_GT(dry.json()["dollars"], 0);
}

TEST_F(KbModels, AFailedChunkIsToldAndTheKeyNever) {
  broken_ = true;
  const Outcome run = extract_schema();
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.error_output, HasSubstr("1 of 3"));
  EXPECT_THAT(read("out/proposal.failures.jsonl"), HasSubstr("doc_0123456789abcdef#pNA#c0001"));
  EXPECT_THAT(run.output + run.error_output, Not(HasSubstr("swordfish")));
}

TEST_F(KbModels, OptionsOfTheModelStandBeforeTheCommandToo) {
  world_.set("OPENROUTER_BASE_URL", "http://127.0.0.1:1/v1");
  const std::vector<std::string> rest{"--chunks", "dto/chunks/doc.jsonl", "--schema-card", "card.json", "--out", "out/p.json", "--json"};
  for (const bool early : {true, false}) {
    std::vector<std::string> words{"--model", early ? "a" : "b", "kb", "--base-url", server_.base_url(), "extract-schema"};
    if (!early) words = {"kb", "extract-schema", "--base-url", server_.base_url(), "--model", "b", "--api-key", "k"};
    words.insert(words.end(), rest.begin(), rest.end());
    const Outcome run = world_.run(words);
    ASSERT_EQ(run.exit_code, 0) << run.error_output;
    EXPECT_EQ(run.json()["asked"], 3);
  }
  const Outcome wrong = world_.run({"--model", "a", "list"});
  EXPECT_EQ(wrong.exit_code, 2) << "a command that asks no model has no such option";
  EXPECT_EQ(world_.run({"kb", "extract-schema"}).exit_code, 2);
}

TEST_F(KbModels, ADatasetGoesThroughItsStages) {
  world_.write("lives/manifest.json", R"({"dataset": {"base_iri": "http://example.org/ns/"}})");
  world_.write("lives/content/sources/lives.md", "# Lives\n\nAda Lovelace was a maintainer.\n");
  ASSERT_EQ(world_.run({"kb", "run-stage", "propose", "lives"}).exit_code, 0);
  world_.write("lives/ontology/schema_card.json", read("card.json"));
  const Outcome run = world_.run({"kb", "run-stage", "extract", "lives", "--json"});
  ASSERT_EQ(run.exit_code, 0) << run.error_output;
  EXPECT_EQ(run.json()["entities"], 1);
  const Outcome built =
      world_.run({"kb", "build-dataset", "lives", "--name", "Lives", "--license", "CC0-1.0", "--embedding-model", "static", "--json"});
  ASSERT_EQ(built.exit_code, 0) << built.error_output;
  EXPECT_EQ(json::parse(read("lives/manifest.json"))["dataset"]["name"], "Lives");
  EXPECT_EQ(json::parse(read("lives/manifest.json"))["embeddings"]["dim"], 256);
  const std::string vectors = read("lives/embeddings/vectors/lives.jsonl");
  EXPECT_EQ(json::parse(vectors.substr(0, vectors.find('\n')))["vector"].size(), 256U);
  EXPECT_EQ(world_.run({"kb", "run-stage", "publish", "lives"}).exit_code, 2);
}

}  // namespace
}  // namespace grove::e2e
