#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file.h"
#include "tests/e2e/program.h"

// From an ontology to an approved schema card, as people and scripts see it.
namespace grove::e2e {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kShips = R"(@prefix s: <http://example.org/ships#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
s:Ship a owl:Class ; rdfs:comment "What floats." . s:mast a owl:DatatypeProperty ; rdfs:domain s:Ship ; rdfs:range xsd:integer .)";

constexpr std::string_view kAlignment = R"({"classes": [{"induced_name": "Ferry", "action": "extend", "baseline_name": "Ship",
  "baseline_origin": "ships", "confidence": "high", "rationale": "It floats.", "evidence": [{"chunk_id": "d#p1#c0000", "quote": "the ferry"}]}],
  "datatype_properties": [], "object_properties": [], "warnings": []})";

class KbSchema : public ::testing::Test {
 protected:
  void SetUp() override {
    world_.write("ships.ttl", kShips);
    world_.write("alignment.json", kAlignment);
    ASSERT_EQ(world_.run({"kb", "register-ontology", "ships", "ships.ttl", "--tags", "sea,boats"}).exit_code, 0);
    ASSERT_EQ(world_.run({"kb", "init-schema-card", "--baselines", "ships", "--namespace", "http://my.org/ns/", "--out", "kb/card.json"})
                  .exit_code,
              0);
    ASSERT_EQ(world_.run({"kb", "build-schema-card", "--previous", "kb/card.json", "--proposal", "alignment.json", "--out", "kb/next.json"})
                  .exit_code,
              0);
  }
  Outcome review(std::vector<std::string> more) {
    std::vector<std::string> words = {"kb",         "review",       "--approved", "kb/card.json",
                                      "--proposed", "kb/next.json", "--evidence", "alignment.json"};
    words.insert(words.end(), more.begin(), more.end());
    return world_.run(words);
  }
  World world_;
};

TEST_F(KbSchema, AnOntologyIsRegisteredAndCounted) {
  const Outcome outcome = world_.run({"kb", "register-ontology", "again", "ships.ttl", "--label", "Ships", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
  const auto entry = outcome.json();
  EXPECT_EQ(entry["namespace"], "http://example.org/ships#");
  EXPECT_EQ(entry["classes"], 1);
  EXPECT_EQ(entry["datatype_properties"], 1);
  EXPECT_TRUE(read_file(world_.path("data/ontologies/ships.ttl")));
  EXPECT_EQ(world_.run({"kb", "register-ontology", "../x", "ships.ttl"}).exit_code, 2);
  EXPECT_EQ(world_.run({"kb", "register-ontology", "bad", world_.write("bad.ttl", "no turtle")}).exit_code, 1) << "the file is wrong";
  EXPECT_THAT(world_.run({"kb", "init-schema-card", "--baselines", "none", "--out", "x.json"}).error_output,
              HasSubstr("it has again, ships"));
}

TEST_F(KbSchema, TheCardIsExportedWithTheIrisOfItsBaselines) {
  ASSERT_EQ(world_.run({"kb", "export-schema-ttl", "--schema-card", "kb/next.json", "--out", "schema.ttl"}).exit_code, 0);
  const std::string turtle = *read_file(world_.path("schema.ttl"));
  EXPECT_THAT(turtle, HasSubstr("biz:Ferry a owl:Class"));
  EXPECT_THAT(turtle, HasSubstr("rdfs:subClassOf ships:Ship"));
}

TEST_F(KbSchema, AReviewListsDecidesAndTakesBack) {
  const auto open = review({"--json"}).json()["pending"];
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(open[0]["term"], "class:Ferry");
  EXPECT_EQ(open[0]["evidence"][0]["quote"], "the ferry");
  EXPECT_THAT(review({}).output, HasSubstr("\"the ferry\" (d#p1#c0000)"));
  EXPECT_EQ(review({"--accept", "ferry", "--reject", "class:Ferry", "--by", "Ada"}).exit_code, 2) << "one or the other";
  EXPECT_EQ(review({"--json"}).json()["decisions"].size(), 0U);
  const Outcome decided = review({"--accept", "ferry", "--by", "Ada", "--reason", "We have three."});
  EXPECT_EQ(decided.output, "0 changes are open, 1 decisions were made\n") << decided.error_output;
  EXPECT_THAT(*read_file(world_.path("kb/card.json")), HasSubstr("\"Ferry\""));
  EXPECT_THAT(*read_file(world_.path("kb/decisions.ttl")), HasSubstr("We have three."));
  EXPECT_EQ(review({"--accept", "ferry", "--by", "Ada"}).exit_code, 3);
  ASSERT_EQ(review({"--take-back", "Ferry", "--by", "Bob"}).exit_code, 0);
  EXPECT_EQ(review({"--json"}).json()["pending"].size(), 1U);
}

}  // namespace
}  // namespace grove::e2e
