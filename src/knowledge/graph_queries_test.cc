#include "knowledge/graph_queries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "rdf/quad_store.h"

namespace grove::knowledge {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr std::string_view kNow = R"(
@prefix e: <http://e/> .
@prefix orp: <https://ontorag.org/provenance#> .
@prefix oa: <http://www.w3.org/ns/oa#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
e:ann a e:Person ; rdfs:label "Ann" ; e:knows e:bob ; orp:hasMention e:m1 .
e:bob a e:Person .
e:m1 a orp:Mention ; orp:mentions e:ann ; orp:inChunk <http://e/chunk/d%23p2%23c0001> ;
  oa:hasTarget [ a oa:SpecificResource ; oa:hasSource <http://e/file/d> ;
    oa:hasSelector [ a oa:TextQuoteSelector ; oa:exact "Ann knows Bob." ], [ a orp:PageSelector ; orp:pageStart 2 ; orp:pageLabel "ii" ],
      [ a orp:SectionSelector ; orp:sectionTitle "People" ] ] .
<http://e/chunk/d%23p2%23c0001> a orp:Chunk ; dcterms:identifier "d#p2#c0001" .
<http://e/file/d> orp:fileOf <http://e/source/book> .
<http://e/source/book> a orp:Source ; dcterms:title "The book" .
)";

constexpr std::string_view kOlder = R"(
@prefix e: <http://e/> .
@prefix mcp: <http://e/mcp/> .
@prefix prov: <http://www.w3.org/ns/prov#> .
e:old prov:wasDerivedFrom [ a mcp:Mention ; prov:value "Once." ; mcp:chunkId "c7" ; mcp:sourcePath "old.pdf" ; mcp:page 3 ; mcp:section "Past" ] .
)";

class GraphQueriesTest : public testing::Test {
 protected:
  GraphQueriesTest() {
    load(kNow, "http://e/graph/book");
    load(kOlder, std::nullopt);
  }
  void load(std::string_view text, std::optional<std::string> graph) {
    const Status loaded = store_->load({.text = text, .syntax = rdf::Syntax::kTurtle, .graph = std::move(graph)}, {});
    EXPECT_TRUE(loaded) << describe(loaded.error());
  }
  static std::vector<std::string> values(const Result<std::string>& answer, const char* variable) {
    std::vector<std::string> values;
    EXPECT_TRUE(answer) << grove::describe(answer.error());
    if (!answer) return values;
    const json parsed = json::parse(*answer);
    for (const json& row : parsed["results"]["bindings"]) values.push_back(row.contains(variable) ? row[variable]["value"] : "-");
    return values;
  }

  std::unique_ptr<rdf::TripleStore> store_ = rdf::open_store_in_process();
  GraphQueries queries_{*store_, {}};
};

TEST_F(GraphQueriesTest, InstancesAndNeighboursAreFoundInAllGraphs) {
  EXPECT_EQ(values(queries_.list_by_class("http://e/Person", 10, {}), "label"), (std::vector<std::string>{"Ann", "-"}));
  EXPECT_EQ(values(queries_.list_by_class("http://e/Person", 1, {}), "s"), std::vector<std::string>{"http://e/ann"});
  EXPECT_THAT(values(queries_.outgoing("http://e/ann", 10, {}), "o"), testing::Contains("http://e/bob"));
  EXPECT_EQ(values(queries_.incoming("http://e/bob", 10, {}), "s"), std::vector<std::string>{"http://e/ann"});
  EXPECT_THAT(*queries_.describe("http://e/ann", rdf::Syntax::kTurtle, {}), HasSubstr("\"Ann\""));
}

TEST_F(GraphQueriesTest, MentionsOfBothKindsSayWhereAFactStands) {
  const auto answer = queries_.mentions({"http://e/ann", "http://e/old", "http://e/bob"}, 8, {});
  EXPECT_EQ(values(answer, "s"), (std::vector<std::string>{"http://e/ann", "http://e/old"}));
  EXPECT_EQ(values(answer, "quote"), (std::vector<std::string>{"Ann knows Bob.", "Once."}));
  EXPECT_EQ(values(answer, "source"), (std::vector<std::string>{"The book", "old.pdf"}));
  EXPECT_EQ(values(answer, "chunkId"), (std::vector<std::string>{"d#p2#c0001", "c7"}));
  EXPECT_EQ(values(answer, "page"), (std::vector<std::string>{"2", "3"}));
  EXPECT_EQ(values(answer, "section"), (std::vector<std::string>{"People", "Past"}));
}

TEST_F(GraphQueriesTest, WhatIsNoIriIsAskedOfNobody) {
  for (const char* iri : {"ann", "http://e/ann> ?p ?o } #", "http://e/\\u003E"}) {
    EXPECT_EQ(queries_.describe(iri, rdf::Syntax::kTurtle, {}).error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(queries_.mentions({iri}, 8, {}).error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(queries_.incoming(iri, 8, {}).error().code, ErrorCode::kInvalidArgument);
  }
}

TEST_F(GraphQueriesTest, AQueryWithoutFromIsAskedOfAllGraphs) {
  EXPECT_THAT(values(queries_.select("SELECT ?s { ?s a <http://e/Person> } ORDER BY ?s", {}), "s"),
              testing::ElementsAre("http://e/ann", "http://e/bob"));
  EXPECT_THAT(values(queries_.select("SELECT ?g { GRAPH ?g { <http://e/ann> a ?class } }", {}), "g"),
              testing::ElementsAre("http://e/graph/book"));
  EXPECT_THAT(values(queries_.select("SELECT ?s FROM <http://e/none> { ?s a <http://e/Person> }", {}), "s"), testing::IsEmpty());
  EXPECT_THAT(*queries_.construct("CONSTRUCT { ?s a ?c } WHERE { ?s a ?c FILTER(?s = <http://e/bob>) }", rdf::Syntax::kNTriples, {}),
              HasSubstr("<http://e/bob>"));
}

TEST_F(GraphQueriesTest, EachToolTakesItsOwnFormOfQuery) {
  EXPECT_THAT(*queries_.select("ASK { ?s ?p ?o }", {}), HasSubstr("true"));
  EXPECT_THAT(*queries_.construct("CONSTRUCT { ?s a ?c } WHERE { GRAPH ?g { ?s a ?c } }", rdf::Syntax::kNTriples, {}), HasSubstr("bob"));
  EXPECT_THAT(queries_.select("DESCRIBE <http://e/ann>", {}).error().hint, HasSubstr("sparql_construct"));
  EXPECT_THAT(queries_.construct("ASK {}", rdf::Syntax::kTurtle, {}).error().hint, HasSubstr("sparql_select"));
  EXPECT_FALSE(queries_.select("CLEAR ALL", {}));
}

}  // namespace
}  // namespace grove::knowledge
