#include "knowledge/catalog/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"
#include "base/testing/manual_clock.h"
#include "base/testing/temporary_folder.h"
#include "knowledge/card_index.h"
#include "knowledge/catalog/aligned_baselines.h"
#include "knowledge/catalog/baseline_iris.h"
#include "knowledge/catalog/compose.h"
#include "knowledge/catalog/shelf.h"

namespace grove::knowledge {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr std::string_view kShips = R"(@prefix s: <http://example.org/ships#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://example.org/ships> a owl:Ontology ; rdfs:label "Ships" ; rdfs:comment "What floats." .
s:Ship a owl:Class . s:Person a owl:Class ; rdfs:comment "Who sails." . s:mate a owl:ObjectProperty ; rdfs:domain s:Ship ; rdfs:range s:Person .
)";
constexpr std::string_view kPeople =
    R"(<http://example.org/people/Person> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#Class> .
<http://example.org/people/name> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://www.w3.org/2002/07/owl#DatatypeProperty> .
<http://example.org/people/name> <http://www.w3.org/2000/01/rdf-schema#domain> <http://example.org/people/Person> .
)";

class CatalogTest : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(catalog_.add({.slug = "ships", .text = kShips, .tags = {"sea"}}));
    ASSERT_TRUE(catalog_.add({.slug = "people", .text = kPeople, .syntax = rdf::Syntax::kNTriples, .label = "People"}));
  }
  TemporaryFolder folder_;
  Catalog catalog_{folder_.path() + "/ontologies"};
};

TEST_F(CatalogTest, IsSortedAndKeepsTurtleAsItIsWritten) {
  EXPECT_EQ(*read_file(catalog_.folder() + "/catalog.json"), R"({
  "ontologies": [
    {
      "slug": "people",
      "label": "People",
      "namespace": "http://example.org/people/",
      "description": "",
      "path": "people.ttl",
      "tags": []
    },
    {
      "slug": "ships",
      "label": "Ships",
      "namespace": "http://example.org/ships#",
      "description": "What floats.",
      "path": "ships.ttl",
      "tags": [
        "sea"
      ]
    }
  ]
}
)");
  EXPECT_EQ(*read_file(catalog_.folder() + "/ships.ttl"), kShips);
  EXPECT_EQ(inspect(catalog_, "people")->card.datatype_properties.size(), 1U);
}

TEST_F(CatalogTest, ASlugLeavesNoFolder) {
  for (const std::string slug : {"", "../x", "a/b", ".", "..", "A", "-a", "a.b", "a b", "ä"}) {
    EXPECT_EQ(catalog_.add({.slug = slug, .text = kShips}).error().code, ErrorCode::kInvalidArgument) << slug;
    EXPECT_EQ(catalog_.ontology(slug).error().code, ErrorCode::kInvalidArgument) << slug;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path() + "/x.ttl"));
}

TEST_F(CatalogTest, APathOfTheManifestLeadsNowhere) {
  ASSERT_TRUE(
      write_file(catalog_.folder() + "/catalog.json", R"({"ontologies":[{"slug":"ships","path":"../../secret.ttl","owner":"me"}]})"));
  EXPECT_EQ(catalog_.entry("ships")->path, "ships.ttl");
  ASSERT_TRUE(catalog_.add({.slug = "people", .text = kPeople, .syntax = rdf::Syntax::kNTriples}));
  EXPECT_THAT(*read_file(catalog_.folder() + "/catalog.json"), HasSubstr(R"("owner": "me")")) << "keys of others are kept";
}

TEST_F(CatalogTest, LosesNothingWhereSeveralProcessesAddAtOnce) {
  constexpr int kProcesses = 4, kEach = 12;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    children.push_back(::fork());
    if (children.back() != 0) continue;
    bool is_fine = true;
    for (int i = 0; i < kEach; ++i)
      is_fine = is_fine && catalog_.add({.slug = "s" + std::to_string(process) + "-" + std::to_string(i),
                                         .text = "<http://a/C> a <http://www.w3.org/2000/01/rdf-schema#Class> ."});
    ::_exit(is_fine ? 0 : 1);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(catalog_.entries()->size(), 2U + kProcesses * kEach);
}

TEST_F(CatalogTest, RefusesWhatIsNoOntology) {
  EXPECT_EQ(catalog_.add({.slug = "x", .text = "no turtle"}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(catalog_.add({.slug = "x", .text = "<http://a/b> <http://a/c> 1 ."}).error().message, HasSubstr("no class and no property"));
  EXPECT_THAT(catalog_.entry("x").error().hint, HasSubstr("people, ships"));
  ASSERT_TRUE(write_file(catalog_.folder() + "/catalog.json", "{\"ontologies\": 1}"));
  EXPECT_EQ(catalog_.entries().error().code, ErrorCode::kCorrupt);
}

TEST_F(CatalogTest, ComposesBaselinesAndSaysWhatIsLeftOut) {
  const auto card = compose(catalog_, {.slugs = {"ships", "people"}}, system_clock());
  ASSERT_TRUE(card) << describe(card.error());
  ASSERT_EQ(card->classes.size(), 2U);
  EXPECT_EQ(card->classes[0].iri, "http://example.org/ships#Person");
  EXPECT_EQ(card->classes[0].origin, "ships");
  EXPECT_THAT(card->warnings,
              ElementsAre("Class Person is http://example.org/ships#Person of ships; http://example.org/people/Person of people "
                          "is left out."));
  EXPECT_EQ(card->name_space, kDefaultNameSpace);
  EXPECT_EQ(compose(catalog_, {.slugs = {"ships"}}, system_clock())->name_space, kDefaultNameSpace) << "new terms are nobody else's";
  EXPECT_FALSE(compose(catalog_, {.slugs = {"ships"}, .target_name_space = "no iri"}, system_clock()));
  EXPECT_EQ(compose(catalog_, {.slugs = {"none"}}, system_clock()).error().code, ErrorCode::kNotFound);
}

TEST_F(CatalogTest, FindsTermsByNameBeforeDescription) {
  OntologyShelf shelf(catalog_);
  const auto classes = search_classes(shelf, "PERSON");
  ASSERT_EQ(classes->size(), 2U);
  EXPECT_EQ(classes->front().slug, "people");
  EXPECT_EQ(search_classes(shelf, "who sails")->front().slug, "ships");
  EXPECT_TRUE(search_classes(shelf, "nothing such")->empty());
  EXPECT_EQ(search_properties(shelf, "mat")->front().kind, FoundProperty::Kind::kObject);
}

TEST_F(CatalogTest, AShelfReadsAnOntologyOnceUntilItsFileChanges) {
  OntologyShelf shelf(catalog_);
  const auto first = shelf.one("ships");
  ASSERT_TRUE(first) << describe(first.error());
  EXPECT_EQ(shelf.one("ships")->card, first->card);
  EXPECT_EQ(shelf.all()->back().card, first->card);
  ASSERT_TRUE(catalog_.add({.slug = "ships", .text = std::string(kShips) + "s:Reef a owl:Class .", .label = "More"}));
  EXPECT_EQ(shelf.one("ships")->card->classes.size(), first->card->classes.size() + 1);
  EXPECT_EQ(shelf.one("ships")->entry.label, "More");
  EXPECT_EQ(shelf.one("none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(shelf.one("../ships").error().code, ErrorCode::kInvalidArgument);
}

TEST_F(CatalogTest, TermsOfBaselinesGetTheirIris) {
  SchemaCard card;
  card.classes = {{.name = "ship", .description = {}, .origin = "ships"},
                  {.name = "Ship", .description = {}, .origin = "induced"},
                  {.name = "Person", .description = {}, .origin = "ships", .iri = "urn:own"}};
  card.datatype_properties = {{.name = "name", .domain = "Captain", .range = "string", .description = {}, .origin = "people"},
                              {.name = "height", .domain = "Person", .range = "number", .description = {}, .origin = "people"}};
  card.object_properties = {{.name = "mate", .domain = "Ship", .range = "Person", .description = {}, .origin = "ships"}};
  ASSERT_TRUE(add_baseline_iris(card, catalog_));
  EXPECT_EQ(card.classes[0].iri, "http://example.org/ships#Ship");
  EXPECT_EQ(card.classes[1].iri, "") << "an induced term is no baseline's";
  EXPECT_EQ(card.classes[2].iri, "urn:own") << "what the card says stays";
  EXPECT_EQ(card.datatype_properties[0].iri, "http://example.org/people/name") << "of another class, and the only one";
  EXPECT_EQ(card.datatype_properties[1].iri, "");
  EXPECT_EQ(card.object_properties[0].iri, "http://example.org/ships#mate");
}

TEST_F(CatalogTest, GivesTheTermsThatAnAlignmentNamesWithTheirIris) {
  const Alignment alignment{
      .classes = {{.induced_name = "Boat", .action = AlignAction::kExtend, .baseline_name = "ship", .baseline_origin = "ships"},
                  {.induced_name = "Reef"},
                  {.induced_name = "X", .action = AlignAction::kReuse, .baseline_name = "Y", .baseline_origin = "none"}},
      .datatype_properties = {},
      .object_properties = {},
      .warnings = {}};
  const auto card = aligned_baselines(catalog_, alignment, ManualClock());
  ASSERT_TRUE(card);
  ASSERT_EQ(card->classes.size(), 1U) << "not all of a baseline";
  EXPECT_EQ(card->classes[0].iri, "http://example.org/ships#Ship");
  EXPECT_TRUE(card->object_properties.empty());
  ASSERT_EQ(card->external_classes.size(), 1U) << "not those of other baselines";
  EXPECT_EQ(card->external_classes[0].iri, "http://example.org/ships#Person");
}

TEST_F(CatalogTest, ATermOfAnAlignmentIsItsOwnBaselinesWhereOthersHaveOneOfTheName) {
  const Alignment alignment{
      .classes = {{.induced_name = "Sailor", .action = AlignAction::kExtend, .baseline_name = "Person", .baseline_origin = "ships"},
                  {.induced_name = "Boat", .action = AlignAction::kExtend, .baseline_name = "Ship", .baseline_origin = "ships"},
                  {.induced_name = "mate", .action = AlignAction::kNew, .baseline_origin = "people"}},
      .datatype_properties = {},
      .object_properties = {},
      .warnings = {}};
  const auto card = aligned_baselines(catalog_, alignment, ManualClock());
  ASSERT_TRUE(card);
  ASSERT_EQ(card->classes.size(), 2U);
  EXPECT_EQ(card->classes[0].iri, "http://example.org/ships#Person");
}

TEST_F(CatalogTest, APropertyKeepsTheClassesForWhichNobodyElseHasOne) {
  ASSERT_TRUE(
      catalog_.add({.slug = "firms", .text = R"(@prefix f: <http://example.org/firms#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . f:Person a owl:Class . f:Firm a owl:Class .
f:name a owl:DatatypeProperty ; rdfs:domain f:Person, f:Firm .)"}));
  const auto card = compose(catalog_, {.slugs = {"people", "firms"}}, ManualClock());
  ASSERT_TRUE(card);
  ASSERT_EQ(card->datatype_properties.size(), 2U);
  EXPECT_THAT(card->warnings, testing::Contains(HasSubstr("http://example.org/firms#name of firms is left out there")));
  const CardIndex index(*card);
  ASSERT_NE(index.datatype_property("Firm", "name"), nullptr);
  EXPECT_EQ(index.datatype_property("Firm", "name")->iri, "http://example.org/firms#name");
  EXPECT_EQ(index.datatype_property("Person", "name")->iri, "http://example.org/people/name");
}

}  // namespace
}  // namespace grove::knowledge
