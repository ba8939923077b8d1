#include "document/pdf/pdf_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "document/pdf/testing/pdf_file.h"

namespace grove::document {
namespace {

using ::testing::HasSubstr;
using testing::pdf_of;
using testing::show;

Result<Document> read(std::string_view bytes, const ReadLimits& limits = {}) {
  return open_pdf_reader({.pdf_program = GROVE_PDF_PROGRAM})->read({.bytes = bytes, .file_name = "a.pdf", .limits = limits}, CancelToken());
}

TEST(PdfReader, TextPagesAndLabelsComeFromTheFile) {
  const auto document = read(pdf_of({{show(72, 700, 12, "Preface"), ""}, {show(72, 700, 12, "The text itself."), ""}},
                                    "/PageLabels << /Nums [0 << /S /r >> 1 << /S /D >>] >>"));
  ASSERT_TRUE(document) << describe(document.error());
  EXPECT_EQ(document->text, "Preface\n\nThe text itself.\n\n");
  EXPECT_EQ(document->media_type, "application/pdf");
  ASSERT_EQ(document->pages.size(), 2U);
  EXPECT_EQ(document->pages[0].label, "i");
  EXPECT_EQ(document->pages[1].label, "1");
  EXPECT_EQ(document->pages[1].number, 2U);
  EXPECT_EQ(document->pages[1].span, (TextSpan{9, 27}));
  EXPECT_TRUE(document->notices.empty());
}

TEST(PdfReader, LabelsThatAreOnlyThePagesNumbersAreNone) {
  const auto document = read(pdf_of({{show(72, 700, 12, "One"), ""}}));
  EXPECT_EQ(document->pages.at(0).label, "");
}

TEST(PdfReader, APictureWithoutTextIsReportedAndAnEmptyPageIsNot) {
  const auto document = read(pdf_of({{"0 0 1 rg 100 100 300 300 re f", ""}, {"", ""}, {show(72, 700, 12, "Text"), ""}}));
  ASSERT_TRUE(document);
  EXPECT_EQ(document->pages.size(), 3U);
  ASSERT_EQ(document->notices.size(), 1U);
  EXPECT_EQ(document->notices[0].page, 1U);
  EXPECT_EQ(document->notices[0].text, "page 1 is a picture without text");
}

TEST(PdfReader, TurnedPagesReadLikeOthers) {
  const auto document = read(pdf_of({{show(72, 700, 12, "First line") + show(72, 680, 12, "Second line"), "/Rotate 90"}}));
  EXPECT_EQ(document->text, "First line Second line\n\n");
}

TEST(PdfReader, WhatIsNoPdfIsCorrupt) {
  const auto document = read("%PDF-1.7\nnothing else");
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(document.error().message, HasSubstr("a.pdf"));
}

TEST(PdfReader, AnEncryptedDocumentSaysThatItWantsAPassword) {
  testing::PdfFile file;
  file.add("<< /Type /Pages /Count 0 /Kids [] >>");
  const auto root = file.add("<< /Type /Catalog /Pages 1 0 R >>");
  const std::string key(64, '1');  // of a password that no one knows
  const auto document =
      read(file.bytes(root, "/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <" + key + "> /U <" + key + "> >>"));
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(document.error().message, HasSubstr("password"));
}

TEST(PdfReader, AMissingProgramIsNamed) {
  const auto reader = open_pdf_reader({.pdf_program = "/nowhere/grove-pdf"});
  const auto document = reader->read({.bytes = "%PDF-1.7", .file_name = "a.pdf"}, CancelToken());
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(document.error().message, HasSubstr("/nowhere/grove-pdf"));
}

TEST(PdfReader, PagesPastTheLimitAreNotRead) {
  const auto document = read(pdf_of({{show(72, 700, 12, "One"), ""}, {show(72, 700, 12, "Two"), ""}}), {.pages = 1});
  ASSERT_TRUE(document);
  EXPECT_EQ(document->pages.size(), 1U);
  ASSERT_EQ(document->notices.size(), 1U);
  EXPECT_THAT(document->notices[0].text, HasSubstr("1 of 2 pages"));
}

TEST(PdfReader, APageThatTakesAllMemoryEndsItsReaderWithAWordOnIt) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "no limit on addresses stands under a sanitizer";
#endif
  std::string deep;
  for (int i = 0; i < 3'000'000; ++i) deep += "q ";
  const auto document = read(pdf_of({{deep, ""}}));
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kCorrupt);
  EXPECT_THAT(document.error().message, HasSubstr("memory"));
}

}  // namespace
}  // namespace grove::document
