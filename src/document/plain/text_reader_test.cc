#include "document/plain/text_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace grove::document {
namespace {

using namespace std::string_literals;

Result<Document> read(const std::string& bytes) { return open_text_reader()->read({.bytes = bytes, .file_name = "a.txt"}, {}); }

TEST(TextReader, EveryEncodingThatFilesAreFoundInIsRead) {
  EXPECT_EQ(read("\xFF\xFEG\0r\0\xF6\0"s)->text, "Grö\n");
  EXPECT_EQ(read("Die Gr\xF6\xDF"
                 "e der Stadt")
                ->text,
            "Die Größe der Stadt\n");
}

TEST(TextReader, BinaryDataIsNoText) {
  const auto document = read(
      "\x7F"
      "ELF\0\0\0\0"s);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kCorrupt);
}

TEST(TextReader, RulesAndTablesAreNoHeadings) {
  EXPECT_TRUE(read("text\n\n-----\n\n*****\n=====\n\n")->headings.empty());
  EXPECT_TRUE(read("last line of a paragraph\nof two lines\n============\n")->headings.empty());
  EXPECT_TRUE(read("a title that is longer than the row below\n=====\n")->headings.empty());
}

}  // namespace
}  // namespace grove::document
