#include <gmock/gmock.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "knowledge/alignment.h"
#include "knowledge/facts/statements.h"
#include "knowledge/ingest/dto.h"
#include "knowledge/proposal.h"
#include "knowledge/schema_card.h"
#include "rdf/quad_store.h"
#include "rdf/syntax.h"
#include "serve/testing/raw_client.h"
#include "tests/e2e/program.h"

// From a book to an answer over SPARQL, with a real model that is very small. What it says may be poor; the files may not.
namespace grove::e2e {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;
using Words = std::vector<std::string>;

/// A chapter of a book that a package of Debian ships.
struct Chapter {
  std::string name, path;
  friend void PrintTo(const Chapter& chapter, std::ostream* out) { *out << chapter.name; }
};

std::string shares() {
  const char* const set = std::getenv("GROVE_BOOKS");
  return set == nullptr ? "/usr/share" : set;
}

std::vector<Chapter> chapters() {
  return {{"policy", shares() + "/doc/debian-policy/policy.html/ch-scope.html"},
          {"reference", shares() + "/developers-reference/new-maintainer.html"}};
}

constexpr std::string_view kBaseline = R"(@prefix a: <http://example.org/acting#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
a:Agent a owl:Class ; rdfs:comment "Who acts." . a:Person a owl:Class ; rdfs:subClassOf a:Agent ; rdfs:comment "A human being." .
a:Document a owl:Class ; rdfs:comment "Something written." .
a:title a owl:DatatypeProperty ; rdfs:domain a:Document ; rdfs:range xsd:string .
a:maintains a owl:ObjectProperty ; rdfs:domain a:Agent ; rdfs:range a:Document .)";

class KbPipeline : public testing::TestWithParam<Chapter> {
 protected:
  void SetUp() override {
    if (!fs::exists(model_)) GTEST_SKIP() << "the package with the weights of SmolLM2 cannot be had here";
    if (!fs::exists(GetParam().path)) GTEST_SKIP() << "no book: install debian-policy and developers-reference";
    fs::create_directories(world_.path("raw"));
    fs::create_directories(world_.path("set/content/sources"));
    fs::copy_file(GetParam().path, world_.path("raw/book.html"));
    fs::copy_file(GetParam().path, world_.path("set/content/sources/book.html"));
    world_.write("acting.ttl", kBaseline);
  }

  std::string read(const std::string& name) const {
    std::ifstream in(world_.path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void run(Words words) const {
    words.insert(words.begin(), "kb");
    const Outcome outcome = world_.run(words);
    ASSERT_EQ(outcome.exit_code, 0) << words[1] << ": " << outcome.error_output;
    std::cout << words[1] << ": " << outcome.output;
  }
  /// So small a model may have no answer that can be read; that is told, and what it does answer is kept.
  void ask(Words words) const {
    words.insert(words.begin(), "kb");
    words.insert(words.end(), {"--model", model_, "--limit", "2", "--answer-tokens", "360", "--slim-card"});
    const Outcome outcome = world_.run(words);
    ASSERT_LE(outcome.exit_code, 1) << words[1] << ": " << outcome.error_output;
    if (outcome.exit_code == 1) {
      EXPECT_THAT(outcome.error_output, AnyOf(HasSubstr("have no answer"), HasSubstr("no question had an answer")));
    }
    std::cout << words[1] << ": " << outcome.output << outcome.error_output;
  }

  void propose() {
    run({"register-ontology", "acting", "acting.ttl"});
    run({"init-schema-card", "--baselines", "acting", "--namespace", "http://example.org/ns/", "--out", "card.json"});
    run({"ingest", "raw/book.html", "--out", "dto", "--chunk-words", "100"});
    for (const auto& entry : fs::directory_iterator(world_.path("dto/chunks"))) chunks_ = "dto/chunks/" + entry.path().filename().string();
    ask({"extract-schema", "--chunks", chunks_, "--schema-card", "card.json", "--out", "proposal.json"});
    run({"align-schema", "--proposal", "proposal.json", "--baseline", "card.json", "--out", "alignment.json", "--model", model_,
         "--answer-tokens", "360"});
    run({"build-schema-card", "--previous", "card.json", "--proposal", "alignment.json", "--out", "next.json"});
    fs::copy_file(world_.path("card.json"), world_.path("approved.json"));
    run({"review", "--approved", "approved.json", "--proposed", "next.json", "--evidence", "alignment.json", "--accept-all", "--by", "me"});
    run({"export-schema-ttl", "--schema-card", "approved.json", "--out", "schema.ttl"});
  }

  void extract() {
    ask({"extract-instances", "--chunks", chunks_, "--schema-card", "approved.json", "--out-ttl", "facts.ttl"});
    world_.write("set/manifest.json", R"({"dataset": {"base_iri": "http://example.org/ns/"}})");
    world_.write("set/ontology/schema_card.json", read("approved.json"));
    ask({"run-stage", "extract", "set"});
    run({"build-dataset", "set", "--name", "Book", "--license", "GPL-2.0-or-later"});
  }

  const std::string model_ = std::string(GROVE_SMOLLM_FOLDER) + "/model.gguf";
  World world_;
  std::string chunks_;
};

INSTANTIATE_TEST_SUITE_P(Books, KbPipeline, testing::ValuesIn(chapters()), [](const auto& info) { return info.param.name; });

/// What a graph says of its entities that no mention bears out whose quote stands in its chunk.
constexpr std::string_view kUnsupported = R"(
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> PREFIX orp: <https://ontorag.org/provenance#> PREFIX oa: <http://www.w3.org/ns/oa#>
SELECT ?s ?p ?o WHERE {
  ?s orp:attestedIn ?source ; ?p ?o . FILTER(?p NOT IN (orp:attestedIn, orp:hasMention))
  FILTER NOT EXISTS {
    ?fact a rdf:Statement ; rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o ; orp:hasMention ?mention . ?s orp:hasMention ?mention .
    ?mention a orp:Mention ; orp:mentions ?s ; orp:inChunk ?chunk ; oa:hasTarget/oa:hasSelector/oa:exact ?quote .
    ?chunk <urn:test:text> ?text . FILTER(CONTAINS(?text, ?quote)) } })";

void expect_quotes(const std::string& turtle, const std::vector<knowledge::ChunkDto>& chunks) {
  const auto store = rdf::open_store_in_process();
  const auto loaded = store->load({.text = turtle, .syntax = rdf::Syntax::kTurtle}, CancelToken());
  ASSERT_TRUE(loaded) << loaded.error().message;
  std::vector<rdf::Quad> texts;
  for (const knowledge::ChunkDto& chunk : chunks)
    texts.push_back(
        {rdf::iri("http://example.org/ns/chunk/" + rdf::iri_segment(chunk.chunk_id)), rdf::iri("urn:test:text"), rdf::literal(chunk.text)});
  const std::string triples = rdf::serialize(texts, {.syntax = rdf::Syntax::kNTriples}).value();
  ASSERT_TRUE(store->load({.text = triples, .syntax = rdf::Syntax::kNTriples}, CancelToken()));
  const auto answer = store->query({.text = std::string(kUnsupported)}, CancelToken());
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(json::parse(answer->body)["results"]["bindings"], json::array());
}

void expect_lines_of_json(const std::string& text, std::initializer_list<const char*> keys) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const json object = json::parse(line, nullptr, false);
    ASSERT_TRUE(object.is_object()) << line;
    for (const char* key : keys) EXPECT_TRUE(object.contains(key)) << key << ": " << line;
  }
}

TEST_P(KbPipeline, LeavesFilesThatAreWhatTheyShouldBe) {
  ASSERT_NO_FATAL_FAILURE(propose());
  ASSERT_NO_FATAL_FAILURE(extract());
  const auto chunks = knowledge::read_chunks(world_.path(chunks_));
  ASSERT_TRUE(chunks);
  EXPECT_TRUE(knowledge::parse_proposal(read("proposal.json"), "proposal"));
  EXPECT_TRUE(knowledge::parse_alignment(read("alignment.json"), "alignment"));
  for (const char* card : {"card.json", "next.json", "approved.json"}) EXPECT_TRUE(knowledge::read_schema_card(world_.path(card))) << card;
  for (const char* turtle :
       {"schema.ttl", "decisions.ttl", "facts.ttl", "set/ontology/world.ttl", "set/ontology/shapes.ttl", "set/ontology/validation.ttl"})
    EXPECT_TRUE(rdf::parse({.text = read(turtle)})) << turtle;
  EXPECT_TRUE(rdf::parse({.text = read("set/ontology/world.trig"), .syntax = rdf::Syntax::kTriG}));
  expect_lines_of_json(read("facts.rejects.jsonl"), {"chunk_id", "kind", "reason"});
  expect_lines_of_json(read("facts.failures.jsonl"), {"chunk_id", "stage", "reason"});
  expect_lines_of_json(read("set/content/chunks/book.jsonl"), {"id", "doc", "text"});
  expect_lines_of_json(read("set/ontology/entities.jsonl"), {"iri", "types", "label"});
  const json manifest = json::parse(read("set/manifest.json"), nullptr, false);
  ASSERT_TRUE(manifest.is_object());
  EXPECT_EQ(manifest["dataset"]["base_iri"], "http://example.org/ns/");
  for (const char* key : {"ontorag", "dataset", "ontology", "content"}) EXPECT_TRUE(manifest.contains(key)) << key;

  expect_quotes(read("facts.ttl"), *chunks);
  expect_quotes(read("set/ontology/world.ttl"), knowledge::read_chunks(world_.path("set/content/chunks.jsonl")).value());

  // Once more, of what was kept: the same bytes.
  const std::string proposal = read("proposal.json"), alignment = read("alignment.json"), facts = read("facts.ttl");
  const std::string world = read("set/ontology/world.trig");
  ask({"extract-schema", "--chunks", chunks_, "--schema-card", "card.json", "--out", "proposal.json", "-j", "8"});
  ask({"extract-instances", "--chunks", chunks_, "--schema-card", "approved.json", "--out-ttl", "facts.ttl", "-j", "8"});
  ask({"run-stage", "extract", "set"});
  EXPECT_EQ(read("proposal.json"), proposal);
  EXPECT_EQ(read("facts.ttl"), facts);
  EXPECT_EQ(read("set/ontology/world.trig"), world);

  World::Running server = world_.start(
      {"--json", "kb", "sparql-server", "--port", "0", "--onto", world_.path("schema.ttl"), "--inst", world_.path("facts.ttl")});
  const json where = json::parse(server.read_line(), nullptr, false);
  ASSERT_TRUE(where.is_object());
  const std::string url = where["url"];
  serve::RawClient client(static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1))));
  client.send(serve::http_request("POST", "/sparql", "ASK { <http://example.org/acting#Person> a ?class }",
                                  "Content-Type: application/sparql-query\r\n"));
  EXPECT_THAT(client.receive()->body, HasSubstr("true"));
}

}  // namespace
}  // namespace grove::e2e
