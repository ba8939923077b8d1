#include "document/html/html_reader.h"

#include <gtest/gtest.h>

#include <string>

namespace grove::document {
namespace {

Result<Document> read(const std::string& page, const ReadLimits& limits = {}) {
  return open_html_reader()->read({.bytes = page, .file_name = "a.html", .limits = limits}, {});
}

TEST(HtmlReader, TheEncodingThatAPageNamesIsObeyed) {
  EXPECT_EQ(read("<meta charset=\"Shift_JIS\"><p>\x82\xA0")->text, "あ\n");
  EXPECT_EQ(read("<meta http-equiv=content-type content='text/html; charset=iso-8859-1'><p>Gr\xF6\xDF"
                 "e")
                ->text,
            "Größe\n");
  EXPECT_EQ(read("<meta charset=iso-8859-1><p>Größe")->text, "Größe\n") << "what is well-formed UTF-8 is that, whatever it calls itself";
}

TEST(HtmlReader, ElementsWithoutEndAreReadToTheirDepthAndNoFurther) {
  std::string page = "<title>deep</title>";
  for (int i = 0; i < 20'000; ++i) page += "<div>";
  const auto document = read(page + "<p>at the bottom");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->text, "at the bottom\n");
}

/// Each paragraph takes all open fonts over: its elements grow with the square of the page.
std::string unfolding_page() {
  std::string page = "<p>";
  for (int i = 0; i < 4000; ++i) page += "<font size=" + std::to_string(i) + ">";
  for (int i = 0; i < 20'000; ++i) page += "<p>a";
  return page;
}

TEST(HtmlReader, APageThatUnfoldsIntoMoreElementsThanItsLimitIsRefused) {
  const auto document = read(unfolding_page(), {.text_bytes = std::uint64_t{16} << 20U});
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kResourceLimit);
}

TEST(HtmlReader, APageThatTakesTooLongIsGivenUp) {
  const auto document = read(unfolding_page(), {.time = std::chrono::milliseconds(1)});
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kTimeout);
}

TEST(HtmlReader, ATitleIsNoLongerThanAChunkMayRepeat) {
  std::string long_title;
  for (int i = 0; i < 3000; ++i) long_title += "ä ";
  const auto document = read("<h1>" + long_title + "</h1><p>text");
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->headings.at(0).title.size(), 999U);
  EXPECT_EQ(document->headings.at(0).title.substr(996), "ä ") << "cut between characters";
  EXPECT_GT(document->text.size(), 8000U);
}

}  // namespace
}  // namespace grove::document
