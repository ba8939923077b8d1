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

TEST(Entities, LabelsThatAnIriCannotTellApartAreOneAndTheLogSaysSo) {
  const std::vector<Observation> both{seen("New York", "", "c1", "City"), seen("New-York", "", "c2", "City")};
  const Resolution resolution = resolve_entities(both, {}, "http://e/");
  ASSERT_EQ(resolution.entities.size(), 1U);
  ASSERT_EQ(resolution.merges.size(), 1U);
  EXPECT_THAT(resolution.merges[0].labels, ElementsAre("new york", "new-york"));
  EXPECT_EQ(resolution.merges[0].id_hint, "");
  const std::vector<Split> splits{{.class_name = "City", .label = "new-york", .chunk_ids = {"c2"}, .as = "New-York"}};
  const auto apart = iris(both, splits);
  ASSERT_EQ(apart.size(), 2U) << "until somebody tells them apart";
  EXPECT_EQ(apart[0], "http://e/entity/City/new-york");
  EXPECT_THAT(apart[1], testing::StartsWith("http://e/entity/City/new-york-"));
}

TEST(Entities, AHintThatSpeaksOfNoLabelJoinsWithinADocumentOnly) {
  EXPECT_EQ(iris({seen("Eve", "author", "doc_a#p1#c0000"), seen("Fay", "author", "doc_b#p1#c0000")}).size(), 2U);
  EXPECT_EQ(iris({seen("Eve", "author", "doc_a#p1#c0000"), seen("E. Smith", "author", "doc_a#p2#c0001")}).size(), 1U);
  const std::vector<Observation> three{seen("Zed", "zed-two", "d#c1"), seen("Zed Two", "zed-two", "d#c2"), seen("Zed", "aaa-one", "d#c3")};
  const Resolution resolution = resolve_entities(three, {}, "http://e/");
  ASSERT_EQ(resolution.merges.size(), 1U);
  EXPECT_EQ(resolution.merges[0].id_hint, "zed-two") << "the one that joins them";
}

TEST(Entities, AMergeCanBeUndone) {
  const std::vector<Observation> both{seen("John Smith", "john-smith", "c1"), seen("John Smith", "john-smith", "c2"),
                                      seen("J. Smith", "john-smith", "c3")};
  EXPECT_EQ(iris(both).size(), 1U);
  const std::vector<Split> splits{{.class_name = "Person", .label = "john smith", .chunk_ids = {"c2"}, .as = "John Smith (judge)"}};
  EXPECT_THAT(iris(both, splits), ElementsAre("http://e/entity/Person/j.-smith", "http://e/entity/Person/john-smith-%28judge"));
}

TEST(Entities, TheOrderOfObservationsMakesNoDifference) {
  std::vector<Observation> observations{seen("B", "bee-one", "d#c1"), seen("A", "bee-one", "d#c2"), seen("A", "sea-two", "d#c3"),
                                        seen("C", "sea-two", "d#c4"), seen("D", "", "d#c5")};
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
