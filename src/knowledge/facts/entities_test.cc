#include "knowledge/facts/entities.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "base/file.h"
#include "base/testing/temporary_folder.h"
#include "rdf/term.h"

namespace grove::knowledge {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Observation seen(std::string label, std::string hint, std::string chunk, std::string class_name = "Person") {
  return {.class_name = std::move(class_name), .label = std::move(label), .id_hint = std::move(hint), .chunk_id = std::move(chunk)};
}

std::vector<std::string> iris(std::vector<Observation> observations, const std::vector<Split>& splits = {}) {
  std::vector<std::string> out;
  for (const Entity& entity : resolve_entities(observations, splits, "http://e/").entities) out.push_back(entity.iri);
  return out;
}

TEST(Entities, OneThingHasOneIriHoweverManyChunksSpeakOfIt) {
  EXPECT_THAT(iris({seen("Ada Lovelace", "", "c1"), seen("ada  LOVELACE", "", "c2"), seen("\"Ada Lovelace\"", "", "c3")}),
              ElementsAre("http://e/entity/Person/ada-lovelace"));
  EXPECT_THAT(iris({seen("Mercury", "", "c1", "Planet"), seen("Mercury", "", "c2", "Metal")}),
              ElementsAre("http://e/entity/Metal/mercury", "http://e/entity/Planet/mercury"))
      << "a class has its own things";
}

TEST(Entities, AnIdHintJoinsNamesWhereItSaysSomething) {
  const std::vector<Observation> both{seen("Ada Lovelace", "ada-lovelace", "c1"), seen("Countess of Lovelace", "ada-lovelace", "c2")};
  const Resolution joined = resolve_entities(both, {}, "http://e/");
  ASSERT_EQ(joined.entities.size(), 1U);
  ASSERT_EQ(joined.merges.size(), 1U) << "and the log says so";
  EXPECT_THAT(joined.merges[0].labels, ElementsAre("ada lovelace", "countess of lovelace"));
  EXPECT_EQ(joined.merges[0].id_hint, "ada-lovelace");
  EXPECT_EQ(iris({seen("Ada Lovelace", "person-1", "c1"), seen("Charles Babbage", "person-1", "c2")}).size(), 2U);
  EXPECT_EQ(iris({seen("Ada Lovelace", "1", "c1"), seen("Charles Babbage", "1", "c2")}).size(), 2U);
  EXPECT_EQ(iris({seen("Ada", "", "c1"), seen("Charles", "", "c2")}).size(), 2U);
}

TEST(Entities, AMergeCanBeUndone) {
  const std::vector<Observation> both{seen("John Smith", "john-smith", "c1"), seen("John Smith", "john-smith", "c2"),
                                      seen("J. Smith", "john-smith", "c3")};
  EXPECT_EQ(iris(both).size(), 1U);
  const std::vector<Split> splits{{.class_name = "Person", .label = "john smith", .chunk_ids = {"c2"}, .as = "John Smith (judge)"}};
  EXPECT_THAT(iris(both, splits), ElementsAre("http://e/entity/Person/j.-smith", "http://e/entity/Person/john-smith-%28judge"));
}

TEST(Entities, TheOrderOfObservationsMakesNoDifference) {
  std::vector<Observation> observations{seen("B", "bee-one", "c1"), seen("A", "bee-one", "c2"), seen("A", "sea-two", "c3"),
                                        seen("C", "sea-two", "c4"), seen("D", "", "c5")};
  const auto first = iris(observations);
  EXPECT_THAT(first, ElementsAre("http://e/entity/Person/a", "http://e/entity/Person/d"));
  std::ranges::sort(observations, {}, &Observation::label);
  do EXPECT_EQ(iris(observations), first);
  while (std::ranges::next_permutation(observations, {}, [](const Observation& each) { return each.chunk_id; }).found);
}

TEST(Entities, AnyLabelGivesAnIri) {
  std::vector<std::string> labels{"<script>", "a b\nc", "\"quoted\\\"", "{}|^`", "日本語", "Ünïcode", "\xff\xfe", std::string(5000, 'x'),
                                  "..",       "/../..", "%2e%2e",       "#?&",   "\u202e"};
  for (const std::string& label : labels) {
    const auto entities = iris({seen(label, "", "c1")});
    ASSERT_EQ(entities.size(), 1U);
    const auto iri = rdf::parse_iri(entities[0]);
    EXPECT_TRUE(iri) << label << " → " << entities[0];
    EXPECT_LT(entities[0].size(), 500U);
    EXPECT_TRUE(entities[0].starts_with("http://e/entity/Person/"));
  }
  EXPECT_EQ(iris({seen(std::string(200, 'x') + "a", "", "c"), seen(std::string(200, 'x') + "b", "", "c")}).size(), 2U)
      << "long labels stay apart";
}

TEST(Entities, DecisionsAreReadFromAFile) {
  const TemporaryFolder folder;
  EXPECT_TRUE(read_splits(folder / "none.jsonl")->empty());
  ASSERT_TRUE(write_file(folder / "splits.jsonl", "{\"class\": \"Person\", \"label\": \"J\", \"chunks\": [\"c2\"], \"as\": \"J2\"}\n\n"));
  EXPECT_EQ(read_splits(folder / "splits.jsonl")->at(0).as, "J2");
  ASSERT_TRUE(write_file(folder / "splits.jsonl", "{\"class\": \"Person\"}\n"));
  EXPECT_THAT(read_splits(folder / "splits.jsonl").error().message, HasSubstr("line 1"));
}

}  // namespace
}  // namespace grove::knowledge
