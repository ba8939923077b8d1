#include "knowledge/facts/literal.h"

#include <gtest/gtest.h>

namespace grove::knowledge {
namespace {

constexpr std::string_view kXsd = "http://www.w3.org/2001/XMLSchema#";

CardProperty of_range(std::string range) { return {.name = "p", .domain = {}, .range = std::move(range), .description = {}, .origin = {}}; }

/// "type" of what a value becomes, "text" where it stays an xsd:string.
std::string type_of(std::string_view value, const std::string& range) {
  const TypedValue typed = typed_value(value, of_range(range));
  EXPECT_EQ(typed.literal.kind, rdf::Term::Kind::kLiteral);
  EXPECT_EQ(typed.warning.empty(), range == "string" || range == "any" || range == "enum" || !typed.literal.datatype.empty()) << value;
  return typed.literal.datatype.empty() ? "text" : typed.literal.datatype.substr(kXsd.size());
}

TEST(Literal, IsTypedByTheRangeOfTheCardAfterItsFormWasChecked) {
  for (const char* good : {"0", "-12", "+7", "007"}) EXPECT_EQ(type_of(good, "integer"), "integer") << good;
  for (const char* bad : {"1.0", "1,000", "twelve", "", "1e3", "0x1F", " 1"}) EXPECT_EQ(type_of(bad, "integer"), "text") << bad;
  for (const char* good : {"12.5", "-.5", "3.", "42"}) EXPECT_EQ(type_of(good, "number"), "decimal") << good;
  for (const char* bad : {".", "1e9", "NaN", "12 kg", "-"}) EXPECT_EQ(type_of(bad, "number"), "text") << bad;
  for (const char* good : {"2024-02-29", "1999-12-31Z", "2000-02-29+01:00", "-0044-03-15", "12024-01-01"})
    EXPECT_EQ(type_of(good, "date"), "date") << good;
  for (const char* bad : {"2023-02-29", "1900-02-29", "2024-13-01", "24-01-01", "2024-1-1", "5 May 2024", "2024-04-31", "02024-01-01"})
    EXPECT_EQ(type_of(bad, "date"), "text") << bad;
  for (const char* good : {"2024-01-01T00:00:00", "2024-01-01T24:00:00Z", "2024-01-01T12:30:59.25-05:00"})
    EXPECT_EQ(type_of(good, "datetime"), "dateTime") << good;
  for (const char* bad :
       {"2024-01-01", "2024-01-01T25:00:00", "2024-01-01T24:00:01", "2024-01-01T12:60:00", "2024-01-01T12:00", "2024-01-01T12:00:00."})
    EXPECT_EQ(type_of(bad, "datetime"), "text") << bad;
  EXPECT_EQ(type_of("yes", "boolean"), "text");
  EXPECT_EQ(type_of("anything", "string"), "text");
}

TEST(Literal, BooleansOfPythonAreBooleans) {
  const TypedValue typed = typed_value("True", of_range("boolean"));
  EXPECT_EQ(typed.literal.value, "true");
  EXPECT_EQ(typed.literal.datatype, std::string(kXsd) + "boolean");
}

TEST(Literal, AnEnumHasItsValues) {
  CardProperty size = of_range("enum");
  size.values = {"small", "large"};
  EXPECT_TRUE(typed_value("small", size).warning.empty());
  EXPECT_FALSE(typed_value("huge", size).warning.empty());
  size.values.clear();
  EXPECT_TRUE(typed_value("huge", size).warning.empty()) << "where the card lists none, any will do";
}

}  // namespace
}  // namespace grove::knowledge
