#include "knowledge/facts/facts.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "base/file.h"
#include "knowledge/facts/instance_graph.h"
#include "rdf/quad_store.h"

namespace grove::knowledge {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

/// A folder of golden cases: `card.json`, `chunks.jsonl`, `answers.jsonl` (one answer of a model a chunk), `splits.jsonl`; and what comes
/// of them: `graph.trig`, `rejects.jsonl`, `merges.jsonl`, `warnings.txt`.
struct World {
  explicit World(const std::string& name) : folder(fs::path(GROVE_SOURCE_DIR) / "tests/golden/facts" / name) {
    card = read_schema_card((folder / "card.json").string()).value();
    chunks = read_chunks((folder / "chunks.jsonl").string()).value();
    splits = read_splits((folder / "splits.jsonl").string()).value();
    std::ifstream answers(folder / "answers.jsonl");
    for (std::string line; std::getline(answers, line);)
      statements.push_back(parse_statements(line, chunks.at(statements.size()).chunk_id).value());
  }

  Facts assemble() const { return assemble_facts({.chunks = chunks, .statements = statements, .card = card, .splits = splits}).value(); }
  std::vector<DocumentGraph> graphs() const { return graphs_of(assemble()); }
  std::vector<DocumentGraph> graphs_of(const Facts& facts) const {
    return instance_graphs({.facts = facts, .chunks = chunks, .documents = {}, .name_space = card.name_space}).value();
  }
  std::string trig() const {
    return rdf::serialize(named_quads(graphs()), {.syntax = rdf::Syntax::kTriG, .prefixes = instance_prefixes(card.name_space)}).value();
  }

  fs::path folder;
  SchemaCard card;
  std::vector<ChunkDto> chunks;
  std::vector<ChunkStatements> statements;
  std::vector<Split> splits;
};

void expect_file(const fs::path& path, const std::string& text) {
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    ASSERT_TRUE(text.empty() ? remove_file(path.string()) : write_file(path.string(), text, Durability::kProcess));
    return;
  }
  const auto expected = read_file(path.string());
  EXPECT_EQ(text, expected ? *expected : std::string()) << path;
}

std::vector<std::string> worlds() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(GROVE_SOURCE_DIR) / "tests/golden/facts"))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

class FactsGolden : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Golden, FactsGolden, testing::ValuesIn(worlds()), [](const auto& info) { return info.param; });

TEST_P(FactsGolden, ComeOfAnswersAsTheCaseSays) {
  const World world(GetParam());
  const Facts facts = world.assemble();
  expect_file(world.folder / "graph.trig", world.trig());
  expect_file(world.folder / "rejects.jsonl", rejects_json(facts.rejects));
  expect_file(world.folder / "merges.jsonl", merges_json(facts.merges));
  std::string warnings;
  for (const std::string& warning : facts.warnings) warnings += warning + '\n';
  expect_file(world.folder / "warnings.txt", warnings);
}

TEST_P(FactsGolden, TheOrderOfTheAnswersMakesNoDifference) {
  World world(GetParam());
  const std::string first = world.trig();
  std::ranges::reverse(world.statements);
  EXPECT_EQ(world.trig(), first);
}

/// The triples about the domain that no mention bears out whose quote stands in its chunk. The texts of the chunks are put beside the
/// graph.
constexpr std::string_view kUnsupported = R"(
PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
PREFIX orp: <https://ontorag.org/provenance#>
PREFIX oa: <http://www.w3.org/ns/oa#>
SELECT ?s ?p ?o WHERE {
  ?s orp:attestedIn ?source ; ?p ?o .
  FILTER(?p NOT IN (orp:attestedIn, orp:hasMention))
  FILTER NOT EXISTS {
    ?fact a rdf:Statement ; rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o ; orp:hasMention ?mention .
    ?s orp:hasMention ?mention .
    ?mention a orp:Mention ; orp:mentions ?s ; orp:inChunk ?chunk ; oa:hasTarget/oa:hasSelector/oa:exact ?quote .
    ?chunk <urn:test:text> ?text .
    FILTER(CONTAINS(?text, ?quote))
  }
})";

std::size_t rows(rdf::TripleStore& store, std::string_view query) {
  const auto answer = store.query({.text = std::string(query), .dataset = {.union_default_graph = true}}, CancelToken());
  EXPECT_TRUE(answer) << answer.error().message;
  return json::parse(answer->body)["results"]["bindings"].size();
}

std::unique_ptr<rdf::TripleStore> store_of(const World& world) {
  auto store = rdf::open_store_in_process();
  const std::string trig = world.trig();
  EXPECT_TRUE(store->load({.text = trig, .syntax = rdf::Syntax::kTriG}, CancelToken()));
  std::vector<rdf::Quad> texts;
  for (const ChunkDto& chunk : world.chunks)
    texts.push_back({rdf::iri(world.card.name_space + "chunk/" + rdf::iri_segment(chunk.chunk_id)), rdf::iri("urn:test:text"),
                     rdf::literal(chunk.text)});
  const std::string triples = rdf::serialize(texts, {.syntax = rdf::Syntax::kNTriples}).value();
  EXPECT_TRUE(store->load({.text = triples, .syntax = rdf::Syntax::kNTriples, .graph = "urn:test:texts"}, CancelToken()));
  return store;
}

TEST_P(FactsGolden, EveryTripleOfTheDomainHasAMentionWhoseQuoteStandsInItsSource) {
  const World world(GetParam());
  const auto store = store_of(world);
  EXPECT_EQ(rows(*store, kUnsupported), 0U);
  // The query can find one: a triple that nothing bears out.
  if (world.assemble().entities.empty()) return;
  const std::string entity = world.assemble().entities[0].iri;
  const std::string update = "INSERT DATA { GRAPH <urn:test:more> { <" + entity + "> <http://example.org/invented> 1 } }";
  ASSERT_TRUE(store->update({.text = update}, CancelToken()));
  EXPECT_EQ(rows(*store, kUnsupported), 1U);
}

TEST_P(FactsGolden, NoTripleIsAboutWhatNoEntityIs) {
  const World world(GetParam());
  constexpr std::string_view kOrphans = R"(
    PREFIX orp: <https://ontorag.org/provenance#> PREFIX oa: <http://www.w3.org/ns/oa#> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
    SELECT DISTINCT ?s WHERE { ?s ?p ?o FILTER(?p != <urn:test:text>)
      FILTER NOT EXISTS { ?s orp:attestedIn ?source }
      FILTER NOT EXISTS { ?s a ?type FILTER(?type IN (orp:Mention, orp:Source, orp:SourceFile, orp:Pack, orp:Chunk, rdf:Statement, oa:SpecificResource,
        oa:TextQuoteSelector, oa:TextPositionSelector, orp:PageSelector, orp:SectionSelector)) } })";
  EXPECT_EQ(rows(*store_of(world), kOrphans), 0U);
}

/// The things of `before` that are called otherwise in `after`, or gone.
std::set<std::string> renamed(const Facts& before, const Facts& after) {
  std::set<std::pair<std::string, std::string>> names;
  for (const Entity& entity : after.entities) names.emplace(entity.iri, entity.label);
  std::set<std::string> iris;
  for (const Entity& entity : before.entities)
    if (!names.contains({entity.iri, entity.label})) iris.insert(entity.iri);
  return iris;
}

/// How many graphs of other documents are looked at: those that speak of nothing that the document lent a name.
std::size_t expect_others_stay(const World& world, const std::string& gone) {
  World without = world;
  std::erase_if(without.chunks, [&](const ChunkDto& chunk) { return chunk.document_id == gone; });
  const auto before = world.graphs(), after = without.graphs();
  const std::set<std::string> others = renamed(world.assemble(), without.assemble());
  const auto is_other = [&](const rdf::Quad& quad) { return others.contains(quad.subject.value) || others.contains(quad.object.value); };
  std::size_t looked_at = 0;
  EXPECT_EQ(std::ranges::count(before, gone, &DocumentGraph::document_id), 1);
  EXPECT_EQ(after.size() + 1, before.size());
  for (const DocumentGraph& graph : before) {
    if (graph.document_id == gone || std::ranges::any_of(graph.quads, is_other)) continue;
    const auto same = std::ranges::find(after, graph.document_id, &DocumentGraph::document_id);
    if (same == after.end()) {
      ADD_FAILURE() << graph.document_id << " went with " << gone;
      continue;
    }
    EXPECT_EQ(same->graph, graph.graph);
    EXPECT_EQ(same->quads, graph.quads) << graph.document_id << " without " << gone;
    ++looked_at;
  }
  return looked_at;
}

TEST_P(FactsGolden, ADocumentThatGoesTakesOnlyItsOwnFactsWithIt) {
  const World world(GetParam());
  std::set<std::string> documents;
  for (const DocumentGraph& graph : world.graphs()) documents.insert(graph.document_id);
  std::size_t looked_at = 0;
  for (const std::string& gone : documents) looked_at += expect_others_stay(world, gone);
  EXPECT_EQ(looked_at > 0, documents.size() > 1);
}

TEST(Facts, MentionsOfManyChunksAreOfOneEntity) {
  const World world("library");
  const Facts facts = world.assemble();
  const auto ada = std::ranges::find(facts.entities, "Ada Lovelace", &Entity::label);
  ASSERT_NE(ada, facts.entities.end());
  const auto entity = static_cast<std::size_t>(ada - facts.entities.begin());
  EXPECT_EQ(std::ranges::count(facts.mentions, entity, &FactMention::entity), 4);
}

TEST(Facts, ANamespaceThatMakesNoIrisIsRefused) {
  World world("library");
  world.card.name_space = "not an iri";
  const auto facts = assemble_facts({.chunks = world.chunks, .statements = world.statements, .card = world.card});
  ASSERT_FALSE(facts);
  EXPECT_THAT(facts.error().message, HasSubstr("namespace"));
}

TEST(Facts, SlugsNeverLeaveTheirFolder) {
  EXPECT_EQ(source_slug("/data/raw/The Handbook (v2).pdf", "doc_1"), "the-handbook-v2");
  EXPECT_EQ(source_slug("../../etc/..", "doc_1"), "doc_1");
  EXPECT_EQ(source_slug("日本語.pdf", "doc_1"), "doc_1");
  EXPECT_EQ(source_slug("", "doc_1"), "doc_1");
  const std::vector<DocumentDto> same{
      {.document_id = "doc_1", .source_path = "a/x.pdf", .source_mime = {}, .content_hash = {}, .title = {}, .created_at = {}},
      {.document_id = "doc_2", .source_path = "b/x.pdf", .source_mime = {}, .content_hash = {}, .title = {}, .created_at = {}}};
  EXPECT_EQ(source_slugs(same), (std::vector<std::string>{"x-doc_1", "x-doc_2"}));
}

}  // namespace
}  // namespace grove::knowledge
