#include "document/office/number_format.h"

#include <gtest/gtest.h>

namespace grove::document {
namespace {

std::string shown(double number, std::string_view code) { return formatted_cell(number, code, DateSystem::k1900); }

TEST(NumberFormat, NumbersAreShownAsTheirFormatShowsThem) {
  EXPECT_EQ(shown(1234.5, "General"), "1234.5");
  EXPECT_EQ(shown(3, "General"), "3");
  EXPECT_EQ(shown(0.1 + 0.2, "General"), "0.3");
  EXPECT_EQ(shown(1234.5, "0"), "1234");
  EXPECT_EQ(shown(1234567.891, "#,##0.00"), "1,234,567.89");
  EXPECT_EQ(shown(-1234.5, "#,##0.00"), "-1,234.50");
  EXPECT_EQ(shown(0.256, "0.0%"), "25.6%");
  EXPECT_EQ(shown(12, "0.##"), "12");
  EXPECT_EQ(shown(9.5, "\"about \"0.0\" kg\""), "about 9.5 kg");
  EXPECT_EQ(shown(1200, "[$€-407] #,##0"), "€ 1,200");
  EXPECT_EQ(shown(-5, "0;(0)"), "(5)");
  EXPECT_EQ(shown(5, "[Red]0"), "5");
}

TEST(NumberFormat, DatesAndTimesAreShownInTheOrderOfTheirCode) {
  EXPECT_EQ(shown(46146, "yyyy-mm-dd"), "2026-05-04");
  EXPECT_EQ(shown(46146.5208333, "dd/mm/yyyy hh:mm"), "04/05/2026 12:30");
  EXPECT_EQ(shown(46146.75, "h:mm AM/PM"), "6:00 PM");
  EXPECT_EQ(shown(46146, "dddd, d mmmm yyyy"), "Monday, 4 May 2026");
  EXPECT_EQ(shown(1.5, "[h]:mm"), "36:00");
  EXPECT_EQ(shown(61, "yyyy-mm-dd"), "1900-03-01") << "the day after the one that never was";
  EXPECT_EQ(shown(59, "yyyy-mm-dd"), "1900-02-28");
  EXPECT_EQ(formatted_cell(44684, "yyyy-mm-dd", DateSystem::k1904), "2026-05-04");
  EXPECT_EQ(shown(46146, built_in_format(14)), "2026-05-04");
}

TEST(NumberFormat, WhatIsNoDateOrNotUnderstoodShowsTheNumber) {
  EXPECT_EQ(shown(-1, "yyyy-mm-dd"), "-1");
  EXPECT_EQ(shown(1e12, "yyyy-mm-dd"), "1000000000000");
  EXPECT_EQ(shown(0.5, "# ?/?"), "0.5");
  EXPECT_EQ(shown(12345, "0.00E+00"), "12345");
  EXPECT_EQ(shown(7, "\""), "7");
  EXPECT_EQ(shown(7, "["), "7");
}

}  // namespace
}  // namespace grove::document
