#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <thread>

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
    if (all_broken_ || (broken_ && asked.passage.starts_with("Chunk 1"))) return {.text = "swordfish is no answer"};
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
  bool all_broken_ = false;
  std::string authorization_;
  ScriptedModel server_{[this](const ScriptedModel::Asked& asked) {
    authorization_ = asked.authorization;
    return reply(asked);
  }};
  /// Decides classes, and says nothing of properties.
  ScriptedModel silent_{[this](const ScriptedModel::Asked& asked) {
    ScriptedModel::Reply said = reply(asked);
    if (asked.question.find("These are classes") == std::string::npos) said.pause_ms = 20'000;
    return said;
  }};
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

TEST_F(KbModels, APriceThatIsSetCountsForAnyModel) {
  world_.set("OPENROUTER_MODEL", "mine");
  EXPECT_FALSE(extract_schema({"--dry-run", "--json"}).json().contains("dollars")) << "nobody knows what it costs";
  const json dry = extract_schema({"--dry-run", "--price-in", "2", "--price-out", "10", "--json"}).json();
  EXPECT_DOUBLE_EQ(dry["dollars"], (dry["tokens_in"].get<double>() * 2 + dry["tokens_out"].get<double>() * 10) / 1e6);
  EXPECT_THAT(extract_schema({"--dry-run", "--price-in", "cheap"}).error_output, HasSubstr("no amount of dollars"));
}

TEST_F(KbModels, ALimitShowsTheModelTheFirstChunks) {
  EXPECT_EQ(extract_schema({"--limit", "2", "--json"}).json()["asked"], 2);
  EXPECT_EQ(extract_schema({"--json"}).json()["kept"], 2);
  EXPECT_EQ(extract_schema({"--limit", "0"}).exit_code, 2);
}

TEST_F(KbModels, AnswersThatCannotBeUsedAreAskedForAgainWhereThatIsWanted) {
  broken_ = true;
  EXPECT_EQ(extract_schema({"--json"}).json()["failed"], 1);
  broken_ = false;
  const json kept = extract_schema({"--json"}).json();
  EXPECT_EQ(kept["failed"], 1);
  EXPECT_EQ(kept["asked"], 0);
  const json again = extract_schema({"--retry-failed", "--json"}).json();
  EXPECT_EQ(again["failed"], 0);
  EXPECT_EQ(again["asked"], 1);
  EXPECT_EQ(read("out/proposal.failures.jsonl"), "");
}

TEST_F(KbModels, ADatasetsServerGetsNoKeyOfYours) {
  World world;
  world.set("OPENROUTER_API_KEY", "swordfish");
  const auto manifest = [&](const std::string& key, const std::string& value) {
    world.write("lives/manifest.json", json{{"dataset", {{"base_iri", "http://example.org/ns/"}, {key, value}}}}.dump());
  };
  manifest("openrouter_base_url", server_.base_url());
  world.write("lives/content/sources/lives.md", "# Lives\n\nAda Lovelace was a maintainer.\n");
  ASSERT_EQ(world.run({"kb", "run-stage", "propose", "lives"}).exit_code, 0);
  EXPECT_EQ(server_.asked(), 1);
  EXPECT_EQ(authorization_, "");
  const std::vector<std::string> again{"kb", "run-stage", "propose", "lives", "--full", "--cache", "other"};
  world.set("OPENROUTER_BASE_URL", server_.base_url());
  ASSERT_EQ(world.run(again).exit_code, 0);
  EXPECT_EQ(authorization_, "Bearer swordfish") << "you named that server yourself";
  manifest("openrouter_model", "/etc/model.gguf");
  EXPECT_THAT(world.run(again).error_output, HasSubstr("a file of this machine"));
}

TEST_F(KbModels, DoctorSaysWhetherAModelOfThisProcessCanBeUsed) {
  world_.set("OPENROUTER_MODEL", "llama:smollm2-135m-instruct");
  const Outcome doctor = world_.run({"kb", "doctor"});
  EXPECT_THAT(doctor.output, HasSubstr("LLM: in this process (model=llama:smollm2-135m-instruct)"));
  EXPECT_THAT(doctor.output, HasSubstr("grove models pull smollm2-135m-instruct"));
  EXPECT_EQ(world_.run({"kb", "doctor", "--json"}).json()["llm"]["in_process"], true);
  world_.write("broken.gguf", "no model");
  EXPECT_EQ(extract_schema({"--model", "broken.gguf"}).exit_code, 1);
}

TEST_F(KbModels, GraphsAreCheckedAgainstTheCardThatMadeThem) {
  ASSERT_EQ(
      world_.run({"kb", "extract-instances", "--chunks", "dto/chunks/doc.jsonl", "--schema-card", "card.json", "--out-ttl", "facts.ttl"})
          .exit_code,
      0);
  EXPECT_EQ(read("facts.validation.ttl"), "") << "nothing to say";
  ASSERT_EQ(world_.run({"kb", "shapes", "--schema-card", "card.json", "--out", "shapes.ttl"}).exit_code, 0);
  EXPECT_EQ(world_.run({"kb", "validate", "facts.ttl", "--shapes", "shapes.ttl"}).exit_code, 0);
  EXPECT_EQ(world_.run({"kb", "validate", "facts.ttl", "--schema-card", "card.json"}).output, "The graph conforms.\n");
  world_.write("rules.ttl",
               "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix foaf: <http://xmlns.com/foaf/0.1/> .\n"
               "<urn:s> a sh:NodeShape ; sh:targetClass foaf:Person ; sh:property [ sh:path foaf:mbox ; sh:minCount 1 ] .\n");
  const Outcome broken = world_.run({"kb", "validate", "facts.ttl", "--shapes", "rules.ttl", "--out", "report.ttl"});
  EXPECT_EQ(broken.exit_code, 1);
  EXPECT_THAT(broken.output, HasSubstr("MinCountConstraintComponent <http://example.org/ns/entity/Person/ada-lovelace>"));
  EXPECT_THAT(read("report.ttl"), HasSubstr("sh:conforms false"));
  const json report = world_.run({"kb", "validate", "facts.ttl", "--shapes", "rules.ttl", "--json"}).json();
  EXPECT_EQ(report["conforms"], false);
  EXPECT_EQ(report["results"][0]["path"], "<http://xmlns.com/foaf/0.1/mbox>");
  EXPECT_EQ(world_.run({"kb", "validate", "facts.ttl"}).exit_code, 2);
  EXPECT_EQ(world_.run({"kb", "validate", "none.ttl", "--shapes", "rules.ttl"}).exit_code, 3);
}

TEST_F(KbModels, AnAlignmentThatWasKilledGoesOnWhereItWas) {
  world_.write("proposal.json", R"({"classes": [{"name": "Maintainer", "description": "", "evidence": []}],
    "datatype_properties": [{"name": "called", "domain": "Maintainer", "range": "string", "description": "", "evidence": []}],
    "object_properties": [{"name": "trusts", "domain": "Maintainer", "range": "Maintainer", "description": "", "evidence": []}], "events": [],
    "merge_suggestions": [], "warnings": []})");
  const auto words = [](const std::string& out) {
    return std::vector<std::string>{"kb",        "align-schema", "--proposal", "proposal.json", "--baseline",
                                    "card.json", "--out",        out,          "--cache",       out + ".kept"};
  };
  ASSERT_EQ(world_.run(words("whole.json")).exit_code, 0);
  // A server that never answers for properties: it is killed while it waits.
  world_.set("OPENROUTER_BASE_URL", silent_.base_url());
  const World::Running run = world_.start(words("out.json"));
  const auto is_saved = [&] { return read("out.json").find("_partial") != std::string::npos; };
  for (int i = 0; i < 500 && !is_saved(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  run.signal(SIGKILL);
  ASSERT_TRUE(is_saved());
  const json partial = json::parse(read("out.json"));
  EXPECT_EQ(partial["classes"].size(), 1U);
  EXPECT_EQ(partial["datatype_properties"].size(), 0U);
  world_.set("OPENROUTER_BASE_URL", server_.base_url());
  world_.remove("out.json.kept");
  Outcome resumed = world_.run([&] {
    auto list = words("out.json");
    list.push_back("--json");
    return list;
  }());
  ASSERT_EQ(resumed.exit_code, 0) << resumed.error_output;
  EXPECT_EQ(resumed.json()["asked"], 2) << "classes were decided";
  EXPECT_EQ(read("out.json"), read("whole.json"));
}

TEST_F(KbModels, AFailedChunkIsToldAndTheKeyNever) {
  broken_ = true;
  const Outcome run = extract_schema();
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.error_output, HasSubstr("1 of 3"));
  EXPECT_THAT(read("out/proposal.failures.jsonl"), HasSubstr("doc_0123456789abcdef#pNA#c0001"));
  EXPECT_THAT(run.output + run.error_output, Not(HasSubstr("swordfish")));
}

TEST_F(KbModels, FactsThatAreThereOutliveARunWithoutAnyAnswer) {
  const std::vector<std::string> extract{"kb",        "extract-instances", "--chunks", "dto/chunks/doc.jsonl", "--schema-card",
                                         "card.json", "--out-ttl",         "facts.ttl"};
  ASSERT_EQ(world_.run(extract).exit_code, 0);
  const std::string facts = read("facts.ttl"), rejects = read("facts.rejects.jsonl");
  all_broken_ = true;
  std::vector<std::string> again = extract;
  again.insert(again.end(), {"--model", "another"});
  const Outcome run = world_.run(again);
  EXPECT_EQ(run.exit_code, 1);
  EXPECT_THAT(run.error_output, HasSubstr("facts.ttl stays as it was"));
  EXPECT_EQ(read("facts.ttl"), facts);
  EXPECT_EQ(read("facts.rejects.jsonl"), rejects);
  EXPECT_THAT(read("facts.failures.jsonl"), HasSubstr("doc_0123456789abcdef#pNA#c0002"));
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
