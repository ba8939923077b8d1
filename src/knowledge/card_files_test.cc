#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "knowledge/alignment.h"
#include "knowledge/proposal.h"
#include "knowledge/schema_card.h"

namespace grove::knowledge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kCard = R"({
  "version": "2026-02-12T10:00:00Z",
  "namespace": "http://my.org/ns/",
  "classes": [
    {
      "name": "Person",
      "description": "Ein Mensch, „so“ gesagt.",
      "origin": "foaf",
      "iri": "http://xmlns.com/foaf/0.1/Person",
      "reviewed": true
    }
  ],
  "datatype_properties": [],
  "object_properties": [
    {
      "name": "knows",
      "domain": "Person",
      "range": "Person",
      "description": "",
      "origin": "foaf"
    }
  ],
  "events": [],
  "aliases": [],
  "warnings": [],
  "owner": {
    "team": "A"
  }
}
)";

TEST(SchemaCardFile, IsWrittenAsItWasReadWithKeysOfOthers) {
  const auto card = parse_schema_card(kCard, "card.json");
  ASSERT_TRUE(card) << describe(card.error());
  EXPECT_EQ(schema_card_json(*card), kCard);
  EXPECT_EQ(card->classes.front().iri, "http://xmlns.com/foaf/0.1/Person");
}

TEST(SchemaCardFile, MissingFieldsAndNullsAreEmpty) {
  const auto card =
      parse_schema_card(R"({"version":null,"classes":[{"name":" A ","description":null},null,"B"],"aliases":[["A","B"]]})", "c");
  ASSERT_TRUE(card) << describe(card.error());
  ASSERT_EQ(card->classes.size(), 2U);
  EXPECT_EQ(card->classes[0], (CardClass{.name = "A", .description = "", .origin = ""}));
  EXPECT_EQ(card->classes[1].name, "B");
  EXPECT_THAT(card->aliases.front().names, ElementsAre("A", "B"));
}

struct Refused {
  std::string_view text;
  std::string_view why;
};

TEST(SchemaCardFile, SaysWhereATextIsNoCard) {
  constexpr Refused kRefused[] = {
      {"", "schema card c.json is no JSON: at byte 1"},
      {"[]", "schema card c.json is no JSON object but array"},
      {"{}", "schema card c.json can't be read: it has neither `classes` nor"},
      {R"({"classes": {}})", "`classes` is no list but object"},
      {R"({"classes": [{"name": "A"}, {"description": "x"}]})", "classes[1] has no `name`"},
      {R"({"classes": [], "events": [7]})", "events[0] is no object but number"},
      {R"({"classes": [], "classes": []})", "an object has two members named \"classes\""},
  };
  for (const Refused& one : kRefused) {
    const auto card = parse_schema_card(one.text, "c.json");
    ASSERT_FALSE(card) << one.text;
    EXPECT_EQ(card.error().code, ErrorCode::kCorrupt);
    EXPECT_THAT(card.error().message, HasSubstr(one.why));
  }
  EXPECT_EQ(parse_schema_card(std::string(5000, '['), "c").error().code, ErrorCode::kResourceLimit);
}

TEST(DatatypeRanges, AreWhatOntologiesAndPeopleCallThem) {
  EXPECT_EQ(datatype_range("http://www.w3.org/2001/XMLSchema#dateTime"), DatatypeRange::kDateTime);
  EXPECT_EQ(datatype_range("xsd:nonNegativeInteger"), DatatypeRange::kInteger);
  EXPECT_EQ(datatype_range(" Float "), DatatypeRange::kNumber);
  EXPECT_EQ(datatype_range("rdfs:Literal"), DatatypeRange::kAny);
  EXPECT_EQ(datatype_range("a b"), DatatypeRange::kAny);
  EXPECT_EQ(range_datatype(DatatypeRange::kNumber), "http://www.w3.org/2001/XMLSchema#decimal");
  EXPECT_EQ(range_datatype(DatatypeRange::kEnum), "http://www.w3.org/2001/XMLSchema#string");
}

TEST(ChunkProposal, TakesEvidenceAsOfItsOwnChunkAndWarnsOfWhatIsNone) {
  const auto proposal = parse_chunk_proposal(
      R"({"chunk_id":"doc_x#p9#c0009","proposed_additions":{"classes":[{"name":"Invoice","evidence":[{"chunk_id":"?","quote":"an invoice"}]},
          {"description":"nameless"}],"datatype_properties":"none","object_properties":null},
          "reuse_instead_of_create":[{"proposed":"Human","existing":"Person"}],
          "alias_or_merge_suggestions":[{"names":["Bill","Invoice"],"rationale":"same"},{"from":"A","to":"B","reason":"r"}],"warnings":null})",
      "doc_x#p1#c0000");
  ASSERT_TRUE(proposal) << describe(proposal.error());
  EXPECT_EQ(proposal->chunk_id, "doc_x#p1#c0000");
  EXPECT_THAT(proposal->additions.classes.front().evidence, ElementsAre(Evidence{"doc_x#p1#c0000", "an invoice"}));
  EXPECT_THAT(proposal->warnings,
              ElementsAre("Left out: classes[1] has no `name`.", "Left out: `datatype_properties` is no list but string."));
  EXPECT_THAT(proposal->merges, ElementsAre(MergeSuggestion{{"Bill", "Invoice"}, "same"}, MergeSuggestion{{"A", "B"}, "r"}));
  const auto again = parse_chunk_proposal(chunk_proposal_json(*proposal), proposal->chunk_id);
  EXPECT_EQ(again, *proposal);
}

TEST(Aggregation, IsTheSameInAnyOrderOfChunks) {
  const auto chunk = [](std::string id, std::string name, std::string description) {
    ChunkProposal one{.chunk_id = id, .additions = {}, .reuse = {}, .merges = {}, .warnings = {"w"}};
    one.additions.classes.push_back({.name = name, .description = description, .evidence = {{id, "q " + name}}});
    one.additions.datatype_properties.push_back({.name = "total", .domain = name, .range = "number", .description = "", .evidence = {}});
    return one;
  };
  std::vector<ChunkProposal> chunks{chunk("d#p2#c0010", "invoice ", "longer text"), chunk("d#p1#c0002", "Invoice", "text"),
                                    chunk("d#p1#c0003", "Alpha", "")};
  const Proposal proposal = aggregate(chunks);
  ASSERT_EQ(proposal.terms.classes.size(), 2U);
  EXPECT_EQ(proposal.terms.classes[0].name, "Alpha");
  EXPECT_EQ(proposal.terms.classes[1].name, "Invoice");
  EXPECT_EQ(proposal.terms.classes[1].description, "longer text");
  EXPECT_THAT(proposal.terms.classes[1].evidence, ElementsAre(Evidence{"d#p1#c0002", "q Invoice"}, Evidence{"d#p2#c0010", "q invoice "}));
  EXPECT_THAT(proposal.warnings, ElementsAre("w"));
  std::swap(chunks[0], chunks[2]);
  EXPECT_EQ(proposal_json(aggregate(chunks)), proposal_json(proposal));
  EXPECT_EQ(parse_proposal(proposal_json(proposal), "p"), proposal);
}

TEST(AlignmentFile, StandsInForAProposalAndKeepsWhatItSays) {
  constexpr std::string_view kAlignment = R"({
  "classes": [
    {
      "induced_name": "Customer",
      "action": "extend",
      "baseline_name": "Person",
      "baseline_origin": "foaf",
      "confidence": "high",
      "rationale": "A person who buys."
    }
  ],
  "datatype_properties": [],
  "object_properties": [],
  "warnings": [],
  "_partial": true
}
)";
  const auto either = parse_proposal_or_alignment(kAlignment, "a.json");
  ASSERT_TRUE(either) << describe(either.error());
  ASSERT_TRUE(std::holds_alternative<Alignment>(*either));
  EXPECT_EQ(alignment_json(std::get<Alignment>(*either)), kAlignment);
  EXPECT_TRUE(std::get<Alignment>(*either).partial);
  EXPECT_TRUE(std::holds_alternative<Proposal>(*parse_proposal_or_alignment(R"({"classes":[{"name":"A"}]})", "p")));
  const auto unknown = parse_alignment(R"({"classes":[{"induced_name":"A","action":"keep"}]})", "a.json");
  EXPECT_EQ(unknown.error().message, "alignment a.json can't be read: classes[0] has the action \"keep\"; there are reuse, extend and new");
}

}  // namespace
}  // namespace grove::knowledge
