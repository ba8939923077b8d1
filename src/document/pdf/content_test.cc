#include "document/pdf/content.h"

#include <gtest/gtest.h>

namespace grove::document::pdf {
namespace {

TEST(PdfContent, RecordsBecomePagesAndWords) {
  const auto content = parse_content(
      "grove-pdf\t1\ninfo\ttitle\tA \\x5C title\npages\t2\noutline\t1\tScope\npage\t1\t61200\t79200\txii\nfont\t1\tSerif-Bold\n"
      "w\t7200\t7200\t9000\t8200\t996\t1\t90\t1\twor\\xC3\\xA9d\npage\t2\t61200\t79200\t2\npicture\nproblem\t2\tbad stream\nend\n");
  ASSERT_TRUE(content);
  EXPECT_EQ(content->title, "A \\ title");
  EXPECT_EQ(content->declared_pages, 2U);
  EXPECT_EQ(content->outline.at(0).title, "Scope");
  ASSERT_EQ(content->pages.size(), 2U);
  EXPECT_EQ(content->pages[0].label, "xii");
  ASSERT_EQ(content->pages[0].words.size(), 1U);
  const Word& word = content->pages[0].words[0];
  EXPECT_EQ(word.text, "woréd");
  EXPECT_DOUBLE_EQ(word.box.x1, 90);
  EXPECT_DOUBLE_EQ(word.size, 9.96);
  EXPECT_EQ(word.turn, 90U);
  EXPECT_EQ(content->fonts.at(word.font), "Serif-Bold");
  EXPECT_TRUE(content->pages[1].picture);
  EXPECT_EQ(content->problems.at(0).message, "bad stream");
  EXPECT_TRUE(content->complete);
}

TEST(PdfContent, WhatIsCutOffOrMalformedIsLeftOut) {
  const auto content = parse_content(
      "grove-pdf\t1\npage\t1\t1\t1\t\nw\t1\t2\nw\tx\t1\t1\t1\t1\t0\t0\t0\tno\nnonsense\t1\nw\t1\t1\t2\t2\t10\t9\t0\t0\tyes\nw\t1\t1\t2");
  ASSERT_TRUE(content);
  ASSERT_EQ(content->pages.size(), 1U);
  ASSERT_EQ(content->pages[0].words.size(), 1U);
  EXPECT_EQ(content->pages[0].words[0].text, "yes");
  EXPECT_EQ(content->pages[0].words[0].font, 0U);  // one that was never named
  EXPECT_FALSE(content->complete);
}

TEST(PdfContent, AProgramThatSaidNothingWasEnded) {
  const auto content = parse_content("");
  ASSERT_FALSE(content);
  EXPECT_NE(content.error().message.find("ended before it said anything"), std::string::npos);
}

TEST(PdfContent, BoxesOfMirroredTypeAreTurned) {
  const auto content = parse_content("grove-pdf\t1\npage\t1\t1\t1\t\nw\t900\t800\t100\t200\t10\t0\t0\t0\tword\n");
  ASSERT_TRUE(content);
  const Box box = content->pages.at(0).words.at(0).box;
  EXPECT_EQ(box.x0, 1);
  EXPECT_EQ(box.y0, 2);
  EXPECT_EQ(box.width(), 8);
  EXPECT_EQ(box.height(), 6);
}

TEST(PdfContent, AnotherVersionIsNamedAsTheCause) {
  const auto content = parse_content("grove-pdf\t2\nend\n");
  ASSERT_FALSE(content);
  EXPECT_EQ(content.error().code, ErrorCode::kCorrupt);
  EXPECT_NE(content.error().message.find("another version"), std::string::npos);
}

}  // namespace
}  // namespace grove::document::pdf
