#include "document/pdf/lines.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace grove::document::pdf {
namespace {

/// Ten points of type on a base line at 100, and seven points that are raised or lowered from it as TeX does.
Word on_line(double x0, double x1, std::string text) {
  return {.text = std::move(text), .box = {.x0 = x0, .y0 = 92.9, .x1 = x1, .y1 = 101.8}, .size = 10};
}
Word raised(double x0, double x1, std::string text) {
  return {.text = std::move(text), .box = {.x0 = x0, .y0 = 90.8, .x1 = x1, .y1 = 97}, .size = 7};
}
Word lowered(double x0, double x1, std::string text) {
  return {.text = std::move(text), .box = {.x0 = x0, .y0 = 97.5, .x1 = x1, .y1 = 103.7}, .size = 7};
}

std::vector<std::string> texts(const std::vector<Word>& words) {
  std::vector<const Word*> borrowed;
  for (const Word& word : words) borrowed.push_back(&word);
  std::vector<std::string> texts;
  for (const Line& line : group_lines(std::move(borrowed), {})) texts.push_back(line_text(line));
  return texts;
}

using Texts = std::vector<std::string>;

TEST(PdfLines, ExponentsThatStandHigherThanTheirLineAreInItAndAreMarked) {
  EXPECT_EQ(texts({on_line(10, 15, "x"), raised(15, 19, "3"), on_line(21, 26, "+"), on_line(28, 38, "(y)"), raised(38, 44, "−1"),
                   on_line(46, 50, "z")}),
            Texts{"x^3 + (y)^−1 z"});
  EXPECT_EQ(texts({on_line(10, 15, "x"), raised(15, 19, "n"), raised(20, 26, "−k")}), Texts{"x^n−k"});
}

TEST(PdfLines, IndicesAndRaisedWordsAreNotMarked) {
  EXPECT_EQ(texts({on_line(10, 17, "H"), lowered(17, 21, "2"), on_line(21, 28, "O")}), Texts{"H2O"});
  EXPECT_EQ(texts({on_line(10, 15, "1"), raised(15, 21, "st"), on_line(24, 40, "May")}), Texts{"1st May"});
}

TEST(PdfLines, SmallTypeThatStandsBehindNothingStaysALineOfItsOwn) {
  EXPECT_EQ(texts({raised(100, 110, "n−1"), on_line(10, 15, "x")}), (Texts{"n−1", "x"}));
}

}  // namespace
}  // namespace grove::document::pdf
