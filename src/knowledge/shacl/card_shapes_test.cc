#include "knowledge/shacl/card_shapes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/file.h"
#include "knowledge/export_schema.h"
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

}  // namespace
}  // namespace grove::knowledge
