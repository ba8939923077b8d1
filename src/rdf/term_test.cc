#include "rdf/term.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace grove::rdf {
namespace {

TEST(Iri, AnAbsoluteOneIsTaken) {
  for (const char* text : {"http://example.org/a?b#c", "urn:isbn:1", "http://example.org/münchen", "tag:a@b,2020:x"}) {
    const Result<Term> term = parse_iri(text);
    ASSERT_TRUE(term) << text << ": " << describe(term.error());
    EXPECT_EQ(*term, iri(text));
  }
}

TEST(Iri, WhatCouldLeaveItsBracketsIsRefused) {
  for (const char* text : {"", "relative", "http://a/ b", "http://a/>", "http://a/<", "http://a/\"", "http://a/{x}", "http://a/\\u003E",
                           "http://a/\n", "http://a/%zz", "http://\xff/"}) {
    const Result<Term> term = parse_iri(text);
    ASSERT_FALSE(term) << text;
    EXPECT_EQ(term.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(term.error().message, testing::HasSubstr("is no IRI"));
  }
}

TEST(Iri, AnySegmentIsOne) {
  EXPECT_EQ(iri_segment("a-b.c_d~1"), "a-b.c_d~1");
  EXPECT_EQ(iri_segment("a b/ü>"), "a%20b%2F%C3%BC%3E");
  EXPECT_TRUE(parse_iri("http://a/" + iri_segment("\x01\xff <>\"{}|\\^`")));
}

}  // namespace
}  // namespace grove::rdf
