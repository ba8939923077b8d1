#include "document/tables/csv_rows.h"

#include <gtest/gtest.h>

#include "document/tables/csv_reader.h"

namespace grove::document {
namespace {

std::vector<CsvRow> all_rows(std::string_view text, char separator = ',') {
  std::vector<CsvRow> rows;
  for (CsvRows reader(text, separator); !reader.at_end();) rows.push_back(reader.next());
  return rows;
}

TEST(CsvRows, FieldsMayHoldSeparatorsLineEndsAndQuotationMarks) {
  EXPECT_EQ(all_rows("a,\"b,\nc\",\"d \"\"e\"\"\"\nf,,g\n"), (std::vector<CsvRow>{{"a", "b,\nc", "d \"e\""}, {"f", "", "g"}}));
  EXPECT_EQ(all_rows("a,"), (std::vector<CsvRow>{{"a", ""}}));
  EXPECT_EQ(all_rows("a\"b,c"), (std::vector<CsvRow>{{"a\"b", "c"}}));
  EXPECT_EQ(all_rows("a,\"never ends\nb"), (std::vector<CsvRow>{{"a", "never ends\nb"}}));
}

TEST(FindSeparator, TheOneUnderWhichRowsAgreeIsTaken) {
  EXPECT_EQ(find_separator("a,b,c\n1,2,3\n"), ',');
  EXPECT_EQ(find_separator("name;price\nx;1,50\ny;2,50\n"), ';');
  EXPECT_EQ(find_separator("a\tb, c\nd\te\n"), '\t');
  EXPECT_EQ(find_separator("a|b\nc|d\n"), '|');
  EXPECT_EQ(find_separator("one column\nof words\n"), ',');
}

TEST(NamesColumns, ARowOfDistinctWordsDoes) {
  EXPECT_TRUE(names_columns({"name", "born"}));
  EXPECT_FALSE(names_columns({"name", "1990"}));
  EXPECT_FALSE(names_columns({"name", "name"}));
  EXPECT_FALSE(names_columns({"name", ""}));
}

TEST(CsvReader, ARowWithMoreFieldsThanAnyTableIsRefused) {
  const std::string bytes = "a,b\n" + std::string(200'000, ',') + "\n";
  const auto document = open_csv_reader()->read({.bytes = bytes, .file_name = "a.csv"}, {});
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kResourceLimit);
}

}  // namespace
}  // namespace grove::document
