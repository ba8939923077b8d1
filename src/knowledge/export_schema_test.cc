#include "knowledge/export_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/file.h"
#include "rdf/syntax.h"

namespace grove::knowledge {
namespace {

/// A schema card, a line `---`, its Turtle.
TEST(ExportGolden, CardsAreWrittenAsTheCaseSays) {
  const std::string file = std::string(GROVE_SOURCE_DIR) + "/tests/golden/knowledge/export/card.case";
  const std::string text = *read_file(file);
  const std::size_t separator = text.find("\n---\n");
  const auto card = parse_schema_card(text.substr(0, separator), "card.case");
  ASSERT_TRUE(card) << describe(card.error());
  const auto turtle = schema_turtle(*card);
  ASSERT_TRUE(turtle) << describe(turtle.error());
  EXPECT_TRUE(rdf::parse({.text = *turtle}));
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    ASSERT_TRUE(write_file(file, text.substr(0, separator) + "\n---\n" + *turtle));
  } else {
    EXPECT_EQ(*turtle, text.substr(separator + 5));
  }
}

TEST(SchemaExport, ANamespaceThatIsNoneIsToldBeforeAnythingIsWritten) {
  SchemaCard card;
  card.classes = {{.name = "A", .description = "", .origin = ""}};
  EXPECT_EQ(schema_turtle(card).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace grove::knowledge
