#include "knowledge/facts/value_places.h"

#include <gtest/gtest.h>

namespace grove::knowledge {
namespace {

bool says(std::string_view text, std::string_view value, DatatypeRange range) {
  return !value_places(QuotedText(text), value, range).empty();
}

TEST(ValuePlaces, TextStandsAsWordsOfItsOwn) {
  EXPECT_TRUE(says("The Notes are\n  well known.", "the notes are well known", DatatypeRange::kString));
  EXPECT_FALSE(says("The Notes", "Note", DatatypeRange::kString));
  EXPECT_FALSE(says("The Notes", "famous", DatatypeRange::kString));
  EXPECT_EQ(value_places(QuotedText("red, Red and reddish"), "red", DatatypeRange::kEnum).size(), 2U);
}

TEST(ValuePlaces, NumbersStandInDigitsHoweverTheyArePunctuated) {
  for (const char* text : {"1,000 pages", "1.000 Seiten", "1'000 pages", "1000 pages.", "01000"})
    EXPECT_TRUE(says(text, "1000", DatatypeRange::kInteger)) << text;
  for (const char* text : {"12.5 kg", "12,5 kg", "12.50 kg"}) EXPECT_TRUE(says(text, "12.5", DatatypeRange::kNumber)) << text;
  EXPECT_TRUE(says("1,234.50", "1234.5", DatatypeRange::kNumber));
  EXPECT_TRUE(says("1.234,50", "1234.5", DatatypeRange::kNumber));
  EXPECT_TRUE(says("65", "65.0", DatatypeRange::kNumber));
  for (const char* text : {"1,0005", "10,00", "100", "version 1.2.1000", "thousand"})
    EXPECT_FALSE(says(text, "1000", DatatypeRange::kInteger)) << text;
  EXPECT_TRUE(says("at -5 degrees", "-5", DatatypeRange::kInteger));
  EXPECT_FALSE(says("at 5 degrees", "-5", DatatypeRange::kInteger));
  EXPECT_FALSE(says("at -5 degrees", "5", DatatypeRange::kInteger));
  EXPECT_FALSE(says("met on 2020-07-01", "-7", DatatypeRange::kInteger));
  for (const char* part : {"7", "1"}) EXPECT_FALSE(says("met on 2020-07-01", part, DatatypeRange::kInteger)) << part;
  EXPECT_TRUE(says("met on 2020-07-01", "2020", DatatypeRange::kInteger));
  for (const char* text : {"pages 3-5", "pages 3–5", "a 5-year plan", "ISO-5"})
    EXPECT_TRUE(says(text, "5", DatatypeRange::kInteger)) << text;
}

TEST(ValuePlaces, DatesStandWithYearAndDayNearEachOther) {
  for (const char* text : {"on 10 December 1815.", "December 10, 1815", "1815-12-10", "10.12.1815", "am 10. Dezember 1815"})
    EXPECT_TRUE(says(text, "1815-12-10", DatatypeRange::kDate)) << text;
  for (const char* text :
       {"in 1815", "1815-11-10", "10.11.1815", "11 December 1815", "on the 10th; sixty pages further on, and much later, 1815"})
    EXPECT_FALSE(says(text, "1815-12-10", DatatypeRange::kDate)) << text;
  EXPECT_TRUE(says("1815-12-10 at noon", "1815-12-10T12:00:00Z", DatatypeRange::kDateTime));
}

TEST(ValuePlaces, WhatHasNotTheFormOfItsRangeIsText) {
  EXPECT_TRUE(says("on 10 December 1815.", "10 December 1815", DatatypeRange::kDate));
  EXPECT_FALSE(says("on 10 December 1815.", "10 November 1815", DatatypeRange::kDate));
  EXPECT_TRUE(says("maybe", "maybe", DatatypeRange::kBoolean));
  EXPECT_FALSE(says("true", "true", DatatypeRange::kBoolean)) << "the words of a text say no truth of something";
}

}  // namespace
}  // namespace grove::knowledge
