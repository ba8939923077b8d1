#include "knowledge/shacl/card_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "base/file.h"
#include "knowledge/export_schema.h"
#include "knowledge/graph_view.h"
#include "knowledge/shacl/validate.h"
#include "rdf/syntax.h"

namespace grove::knowledge {
namespace {

/// A schema card, a line `---`, a graph, a line `---`, the shapes, a line `---`, what validation says of the graph.
TEST(ShapesOfCards, SayWhatAGraphDoesThatTheCardForbids) {
  const std::string file = std::string(GROVE_SOURCE_DIR) + "/tests/golden/knowledge/shapes/card.case";
  const std::string text = *read_file(file);
  const std::size_t first = text.find("\n---\n");
  const std::size_t second = text.find("\n---\n", first + 1);
  const auto card = parse_schema_card(text.substr(0, first), "card.case");
  ASSERT_TRUE(card) << describe(card.error());
  auto data = rdf::parse({.text = text.substr(first + 5, second - first - 4)});
  ASSERT_TRUE(data) << describe(data.error());
  const std::vector<rdf::Quad> schema = *schema_quads(*card);
  data->insert(data->end(), schema.begin(), schema.end());
  const std::string turtle = *shapes_turtle(*card);
  const auto shapes = rdf::parse({.text = turtle});
  ASSERT_TRUE(shapes) << describe(shapes.error());
  const auto report = validate({.shapes = *shapes, .data = *data}, {});
  ASSERT_TRUE(report) << describe(report.error());
  const std::string got = turtle + "---\n" + report_text(*report);
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    ASSERT_TRUE(write_file(file, text.substr(0, second) + "\n---\n" + got));
  } else {
    EXPECT_EQ(got, text.substr(second + 5));
  }
}

SchemaCard card_of(std::vector<CardClass> classes, std::vector<CardProperty> datatypes, std::vector<CardProperty> objects = {}) {
  SchemaCard card;
  card.name_space = "http://e/ns/";
  card.classes = std::move(classes);
  card.datatype_properties = std::move(datatypes);
  card.object_properties = std::move(objects);
  return card;
}

std::size_t violations(const SchemaCard& card, const std::string& turtle) {
  auto data = rdf::parse({.text = "@prefix n: <http://e/ns/> . " + turtle}).value();
  const auto schema = schema_quads(card).value();
  data.insert(data.end(), schema.begin(), schema.end());
  const auto report = validate({.shapes = shapes_of(card).value(), .data = data}, {});
  EXPECT_TRUE(report);
  return report ? report->results.size() : 0;
}

TEST(ShapesOfCards, HoldOfEachClassThatHasAPropertyOfTheName) {
  const SchemaCard card =
      card_of({{.name = "Engineer", .description = "", .origin = ""}, {.name = "Tool", .description = "", .origin = ""}},
              {{.name = "name", .domain = "Engineer", .range = "integer", .description = "", .origin = ""},
               {.name = "name", .domain = "Tool", .range = "string", .description = "", .origin = ""}});
  EXPECT_EQ(violations(card, "n:a a n:Engineer ; n:name 7 . n:b a n:Tool ; n:name \"saw\" ."), 0U);
  EXPECT_EQ(violations(card, "n:a a n:Engineer ; n:name \"Grace\" ."), 1U);
  EXPECT_EQ(violations(card, "n:b a n:Tool ; n:name 7 ."), 1U);
  const SchemaCard below = card_of(
      {{.name = "Thing", .description = "", .origin = ""}, {.name = "Tool", .description = "", .origin = "", .subclass_of = {"Thing"}}},
      card.datatype_properties);
  SchemaCard both = below;
  both.datatype_properties[0].domain = "Thing";
  EXPECT_EQ(violations(both, "n:b a n:Tool ; n:name \"saw\" ."), 0U) << "a tool is a thing: either fits";
}

TEST(ShapesOfCards, HaveANameEach) {
  const SchemaCard card = card_of({{.name = "P", .description = "", .origin = ""}, {.name = "Q", .description = "", .origin = ""}},
                                  {{.name = "a", .domain = "P", .range = "string", .description = "", .origin = ""},
                                   {.name = "a", .domain = "P", .range = "string", .description = "", .origin = "", .iri = "http://x/a"},
                                   {.name = "a-2", .domain = "Q", .range = "string", .description = "", .origin = ""}});
  std::set<rdf::Term> shapes;
  std::size_t all = 0;
  const auto quads = shapes_of(card);
  ASSERT_TRUE(quads);
  for (const rdf::Quad& quad : *quads)
    if (quad.object == named(names::kShacl, "NodeShape")) all += 1, shapes.insert(quad.subject);
  EXPECT_EQ(all, 3U);
  EXPECT_EQ(shapes.size(), 3U);
}

}  // namespace
}  // namespace grove::knowledge
