#include <gtest/gtest.h>

#include <string>

#include "document/office/docx_reader.h"
#include "document/office/pptx_reader.h"
#include "document/office/xlsx_reader.h"
#include "document/testing/archive_bytes.h"

// Office files that were made to harm their reader.
namespace grove::document {
namespace {

std::string repeated(std::string_view piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

std::string docx_of(const std::string& body, const std::string& prologue = "") {
  return archive_of({{"word/document.xml", prologue + "<w:document><w:body>" + body + "</w:body></w:document>"}});
}

Result<Document> read_docx(const std::string& bytes, const ReadLimits& limits = {}) {
  return open_docx_reader()->read({.bytes = bytes, .file_name = "a.docx", .limits = limits}, {});
}

TEST(HostileOffice, DeclaredEntitiesAreNeverReplaced) {
  const std::string bomb = "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY f SYSTEM \"file:///etc/passwd\">]>";
  const auto document = read_docx(docx_of("<w:p><w:r><w:t>&b;&f;</w:t></w:r></w:p>", bomb));
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "&b;&f;\n");
}

TEST(HostileOffice, DeepNestingIsReadToItsDepthAndNoFurther) {
  const std::string deep = "<w:p><w:r><w:t>deep</w:t></w:r></w:p>";
  const ReadLimits believed{.unpacked_ratio = 100'000};
  const auto tables =
      read_docx(docx_of(repeated("<w:tbl><w:tr><w:tc>", 50'000) + deep + repeated("</w:tc></w:tr></w:tbl>", 50'000)), believed);
  ASSERT_TRUE(tables) << tables.error().message;
  const auto controls = read_docx(docx_of(repeated("<w:sdt>", 100'000) + deep + repeated("</w:sdt>", 100'000)), believed);
  ASSERT_TRUE(controls) << controls.error().message;
  EXPECT_EQ(controls->text, "") << "nobody nests so deep";
}

TEST(HostileOffice, ANoteIsWrittenOnceHoweverOftenItIsReferredTo) {
  const std::string bytes =
      archive_of({{"word/_rels/document.xml.rels",
                   "<Relationships><Relationship Id=\"n\" Type=\"x/footnotes\" Target=\"footnotes.xml\"/></Relationships>"},
                  {"word/footnotes.xml", "<w:footnotes><w:footnote w:id=\"1\"><w:p><w:r><w:t>" + std::string(100'000, 'n') +
                                             "</w:t></w:r></w:p></w:footnote></w:footnotes>"},
                  {"word/document.xml", "<w:document><w:body><w:p><w:r>" + repeated("<w:footnoteReference w:id=\"1\"/>", 10'000) +
                                            "</w:r></w:p></w:body></w:document>"}});
  const auto document = read_docx(bytes);
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_LT(document->text.size(), 200'000U);
}

TEST(HostileOffice, CellsThatRepeatALongTextEndAtTheLimit) {
  const std::string cells = repeated("<c t=\"s\"><v>0</v></c>", 16'000);
  const std::string bytes = archive_of(
      {{"xl/_rels/workbook.xml.rels",
        "<Relationships><Relationship Id=\"s\" Type=\"x/worksheet\" Target=\"s.xml\"/><Relationship Id=\"t\" Type=\"x/sharedStrings\" "
        "Target=\"t.xml\"/></Relationships>"},
       {"xl/workbook.xml", "<workbook><sheets><sheet name=\"a\" r:id=\"s\"/></sheets></workbook>"},
       {"xl/t.xml", "<sst><si><t>" + repeated("word ", 20'000) + "</t></si></sst>"},
       {"xl/s.xml", "<worksheet><sheetData>" + repeated("<row>" + cells + "</row>", 3) + "</sheetData></worksheet>"}});
  const auto document =
      open_xlsx_reader()->read({.bytes = bytes, .file_name = "a.xlsx", .limits = {.text_bytes = std::uint64_t{8} << 20U}}, {});
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kResourceLimit);
}

TEST(HostileOffice, SlidesThatNameThemselvesAsManyAsThereMayBeAreRefused) {
  const std::string bytes = archive_of(
      {{"ppt/_rels/presentation.xml.rels", "<Relationships><Relationship Id=\"s\" Type=\"x/slide\" Target=\"s.xml\"/></Relationships>"},
       {"ppt/presentation.xml", "<p:presentation><p:sldIdLst>" + repeated("<p:sldId r:id=\"s\"/>", 200) + "</p:sldIdLst></p:presentation>"},
       {"ppt/s.xml", "<p:sld/>"}});
  const auto document = open_pptx_reader()->read({.bytes = bytes, .file_name = "a.pptx", .limits = {.pages = 100}}, {});
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kResourceLimit);
}

TEST(HostileOffice, AlternativesTakeNoLongerThanOtherElements) {
  const auto document = read_docx(docx_of("<mc:AlternateContent>" + repeated("<mc:Fallback/>", 600'000) + "</mc:AlternateContent>"),
                                  {.unpacked_ratio = 100'000, .time = std::chrono::seconds(20)});
  ASSERT_TRUE(document) << document.error().message;
}

TEST(HostileOffice, MoreElementsThanMemoryHoldsAreRefusedBeforeTheyAreBuilt) {
  const auto document = read_docx(docx_of(repeated("<a/>", 12'000'000)), {.unpacked_ratio = 100'000});
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kResourceLimit);
  EXPECT_NE(document.error().message.find("of memory"), std::string::npos) << document.error().message;
}

TEST(HostileOffice, OfManySheetsThatAreLeftOutTheFirstAreNamed) {
  const std::string bytes = archive_of(
      {{"xl/workbook.xml", "<workbook><sheets>" + repeated("<sheet name=\"h\" state=\"hidden\"/>", 500) + "</sheets></workbook>"}});
  const auto document = open_xlsx_reader()->read({.bytes = bytes, .file_name = "a.xlsx"}, {});
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->notices.size(), 50U);
}

TEST(HostileOffice, ASheetThatSaysOfEachRowThatItIsTheFirstEndsAtTheTimeLimit) {
  const std::string bytes = archive_of(
      {{"xl/_rels/workbook.xml.rels", "<Relationships><Relationship Id=\"s\" Type=\"x/worksheet\" Target=\"s.xml\"/></Relationships>"},
       {"xl/workbook.xml", "<workbook><sheets><sheet name=\"a\" r:id=\"s\"/></sheets></workbook>"},
       {"xl/s.xml",
        "<worksheet><sheetData>" + repeated("<row r=\"1\"><c r=\"XFD1\"><v>1</v></c></row>", 40'000) + "</sheetData></worksheet>"}});
  const auto document = open_xlsx_reader()->read(
      {.bytes = bytes, .file_name = "a.xlsx", .limits = {.unpacked_ratio = 100'000, .time = std::chrono::milliseconds(1)}}, {});
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kTimeout);
}

TEST(HostileOffice, CellsFarFromOneAnotherMakeNoLongRow) {
  const std::string bytes = archive_of(
      {{"xl/_rels/workbook.xml.rels", "<Relationships><Relationship Id=\"s\" Type=\"x/worksheet\" Target=\"s.xml\"/></Relationships>"},
       {"xl/workbook.xml", "<workbook><sheets><sheet name=\"a\" r:id=\"s\"/></sheets></workbook>"},
       {"xl/s.xml",
        "<worksheet><sheetData><row r=\"1\"><c r=\"A1\"><v>1</v></c><c r=\"D1\"><v>4</v></c><c r=\"XFC1\"><v>8</v></c>"
        "<c r=\"XFD1\"><v>9</v></c></row></sheetData></worksheet>"}});
  const auto document = open_xlsx_reader()->read({.bytes = bytes, .file_name = "a.xlsx"}, {});
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_LT(document->text.size(), 100U) << document->text;
  EXPECT_NE(document->text.find("8 | 9"), std::string::npos) << document->text;
}

}  // namespace
}  // namespace grove::document
