#include "knowledge/shacl/validate.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rdf/syntax.h"

// What the suite of the W3C doesn't ask: shapes that cost much, or lead nowhere.
namespace grove::knowledge {
namespace {

using testing::HasSubstr;

constexpr std::string_view kPrefixes = "@prefix sh: <http://www.w3.org/ns/shacl#> . @prefix e: <http://e/> . ";

Result<ShaclReport> validated(const std::string& shapes, const std::string& data, const CancelToken& cancel = {}) {
  const auto shape_quads = rdf::parse({.text = std::string(kPrefixes) + shapes});
  const auto data_quads = rdf::parse({.text = std::string(kPrefixes) + data});
  EXPECT_TRUE(shape_quads && data_quads);
  return validate({.shapes = *shape_quads, .data = *data_quads}, cancel);
}

TEST(Validate, ShapesThatShareOthersAskEachOnce) {
  constexpr int kDeep = 40;  // 2^40 questions, if each were asked anew
  std::string shapes = "e:s0 sh:targetNode e:a . ";
  for (int i = 0; i < kDeep; ++i) shapes += fmt::format("e:s{0} sh:and (e:s{1} e:s{1}) . ", i, i + 1);
  shapes += fmt::format("e:s{} sh:nodeKind sh:Literal . ", kDeep);
  const auto report = validated(shapes, "e:a e:p 1 .");
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->results.size(), 1U);

  std::string properties = "e:t0 sh:targetNode e:a . ";
  for (int i = 0; i < kDeep; ++i)
    properties += fmt::format("e:t{0} sh:property [ sh:path e:p ; sh:node e:t{1} ], [ sh:path e:p ; sh:node e:t{1} ] . ", i, i + 1);
  const auto fine = validated(properties + fmt::format("e:t{} sh:nodeKind sh:IRI . ", kDeep), "e:a e:p e:a2 . e:a2 e:p e:a3 .");
  ASSERT_TRUE(fine) << fine.error().message;
  EXPECT_TRUE(fine->conforms);
}

TEST(Validate, APathOfTooManyPartsIsRefused) {
  std::string shapes = "e:s sh:targetNode e:a ; sh:property [ sh:path _:p0 ; sh:minCount 1 ] . ";
  for (int i = 0; i < 30; ++i) shapes += fmt::format("_:p{0} sh:alternativePath (_:p{1} _:p{1}) . ", i, i + 1);
  const auto report = validated(shapes + "_:p30 sh:inversePath e:p .", "e:a e:p 1 .");
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message, HasSubstr("1000 parts"));
}

TEST(Validate, RepetitionsOfRepetitionsAreOne) {
  std::string path = "e:next";
  for (int i = 0; i < 20; ++i) path = fmt::format("[ sh:{} {} ]", i % 2 == 0 ? "oneOrMorePath" : "zeroOrMorePath", path);
  std::string chain;
  for (int i = 0; i < 200; ++i) chain += fmt::format("e:n{} e:next e:n{} . ", i, (i + 1) % 200);
  const auto report = validated(fmt::format("e:s sh:targetNode e:n0 ; sh:property [ sh:path {} ; sh:maxCount 199 ] .", path), chain);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->results.size(), 1U) << "all 200";
}

TEST(Validate, EndsWhereItIsAskedTo) {
  const CancelToken cancel;
  cancel.cancel();
  const auto report =
      validated("e:s sh:targetNode e:a ; sh:property [ sh:path [ sh:zeroOrMorePath e:p ] ; sh:minCount 1 ] .", "e:a e:p e:a .", cancel);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kCancelled);
}

TEST(Validate, WhatRefersToItselfIsRefusedAndWhatIsDeepSaysSo) {
  const auto loop = validated("e:s sh:targetNode e:a ; sh:property [ sh:path e:p ; sh:node e:s ] .", "e:a e:p e:a .");
  ASSERT_FALSE(loop);
  EXPECT_THAT(loop.error().message, HasSubstr("defined by itself"));
  EXPECT_TRUE(validated("e:s sh:targetNode e:a ; sh:property [ sh:path e:p ; sh:node e:s ] .", "e:a e:p e:b .")->conforms);
  std::string deep = "e:s0 sh:targetNode e:a . ";
  for (int i = 0; i < 120; ++i) deep += fmt::format("e:s{} sh:node e:s{} . ", i, i + 1);
  const auto refused = validated(deep + "e:s120 sh:nodeKind sh:IRI .", "e:a e:p e:b .");
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("100 deep"));
}

TEST(Validate, FlagsOfPatternsThatCannotBeHadAreRefused) {
  const std::string shape = "e:s sh:targetNode e:a ; sh:property [ sh:path e:p ; sh:pattern \"^A\" ; sh:flags \"{}\" ] .";
  EXPECT_TRUE(validated(fmt::format(fmt::runtime(shape), "i"), "e:a e:p \"abc\" .")->conforms);
  const auto odd = validated(fmt::format(fmt::runtime(shape), "x"), "e:a e:p \"abc\" .");
  ASSERT_FALSE(odd);
  EXPECT_THAT(odd.error().message, HasSubstr("sh:flags has \"x\""));
}

}  // namespace
}  // namespace grove::knowledge
