#include <gtest/gtest.h>

#include <string>

#include "document/pdf/layout.h"

// Pages whose words were placed to harm the one who lays them out.
namespace grove::document::pdf {
namespace {

PageContent page_of_size(double width, double height) { return {.number = 1, .width = width, .height = height, .label = {}, .words = {}}; }

void put(PageContent& page, const Box& box, std::string text) {
  page.words.push_back({.text = std::move(text), .box = box, .size = box.height()});
}

Result<Document> lay_out_page(PageContent page, std::chrono::milliseconds time) {
  Content content;
  content.complete = true;
  content.declared_pages = 1;
  content.fonts.emplace_back();
  content.pages.push_back(std::move(page));
  const CancelToken never;
  return lay_out(std::move(content), Budget({.time = time}, never));
}

TEST(HostileLayout, ItEndsAtTheTimeLimit) {
  PageContent page = page_of_size(600, 800);
  for (int i = 0; i < 100; ++i) put(page, {.x0 = 10, .y0 = 10.0 * i, .x1 = 50, .y1 = 10.0 * i + 8}, "word");
  EXPECT_TRUE(lay_out_page(page, std::chrono::seconds(20)));
  const auto document = lay_out_page(std::move(page), std::chrono::milliseconds(0));
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::kTimeout);
}

TEST(HostileLayout, ManyWordsAsTallAsThePageTakeNoMoreMemoryThanOthers) {
  PageContent page = page_of_size(600, 10'000);
  for (int i = 0; i < 100'000; ++i) put(page, {.x0 = 0.005 * i, .y0 = 0, .x1 = 0.005 * i + 0.001, .y1 = 10'000}, "i");
  EXPECT_TRUE(lay_out_page(std::move(page), std::chrono::seconds(20)));
}

TEST(HostileLayout, ADiagonalOfWordsIsNoTableOfAsManyColumns) {
  PageContent page = page_of_size(20'000, 10'000);
  for (int i = 0; i < 3000; ++i) {
    put(page, {.x0 = 5.0 * i, .y0 = 3.0 * i, .x1 = 5.0 * i + 1, .y1 = 3.0 * i + 2}, "a");
    put(page, {.x0 = 19'000, .y0 = 3.0 * i, .x1 = 19'010, .y1 = 3.0 * i + 2}, "b");
  }
  const auto document = lay_out_page(std::move(page), std::chrono::seconds(20));
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_TRUE(document->tables.empty());
}

TEST(HostileLayout, ContentsOfAnyLengthAreReadInTheirTime) {
  PageContent page = page_of_size(600, 2'000'000);
  for (int i = 0; i < 100'000; ++i) {
    put(page, {.x0 = 10, .y0 = 10.0 * i, .x1 = 50, .y1 = 10.0 * i + 8}, "title");
    if (i % 2 == 0) put(page, {.x0 = 60, .y0 = 10.0 * i, .x1 = 400, .y1 = 10.0 * i + 8}, "......");
    put(page, {.x0 = 410, .y0 = 10.0 * i, .x1 = i % 2 == 0 ? 500.0 + i : 450.0, .y1 = 10.0 * i + 8}, "7");
  }
  EXPECT_TRUE(lay_out_page(std::move(page), std::chrono::seconds(20)));
}

}  // namespace
}  // namespace grove::document::pdf
