#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/doc_text.h"
#include "engine/repositories.h"
#include "engine/unit_code.h"
#include "engine/unit_id.h"
#include "engine/vocabulary.h"

namespace grove::engine {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(DocText, LosesItsMarksAndKeepsItsWords) {
  EXPECT_EQ(doc_text("/** Finds a user.\n  * @param id its key\n  */"), "Finds a user.\n@param id its key");
  EXPECT_EQ(doc_text("/// One.\n/// Two."), "One.\nTwo.");
  EXPECT_EQ(doc_text("# One."), "One.");
  EXPECT_EQ(doc_text("\"\"\"One.\n\n    Two:\n        indented\n    \"\"\""), "One.\n\nTwo:\n    indented");
  EXPECT_EQ(doc_text("r'''Raw.'''"), "Raw.");
  EXPECT_EQ(doc_text("<!-- x -->"), "x");
  EXPECT_EQ(doc_text(""), "");
  EXPECT_EQ(doc_text("/**/"), "");
}

TEST(SignatureText, IsOneLineOfBoundedLength) {
  EXPECT_EQ(signature_text("int f(\n    int a,\n    int b)"), "int f( int a, int b)");
  EXPECT_LT(signature_text(std::string(10'000, 'x')).size(), 600U);
}

TEST(UnitId, NamesPlaceNameTwinAndPart) {
  const UnitName name{.repository = "shop", .path = "a/b.py", .qualified_name = "a.b.f", .twin = 0, .part = 0, .lines = {3, 9}};
  EXPECT_EQ(unit_id(name), "shop:a/b.py#a.b.f");
  UnitName twin = name;
  twin.twin = 2;
  twin.part = 1;
  EXPECT_EQ(unit_id(twin), "shop:a/b.py#a.b.f~2+1");
  UnitName nameless = name;
  nameless.qualified_name = "";
  EXPECT_EQ(unit_id(nameless), "shop:a/b.py#L3");
}

TEST(TextWithGaps, ShowsInnerUnitsByTheirSignatureAndCountsTheLinesOfTheFile) {
  const std::string_view text = "class A:\n  x = 1\n  def f(self):\n    one\n    two\n  y = 2\n";
  const auto place = [&](std::string_view piece) {
    const auto begin = static_cast<std::uint32_t>(text.find(piece));
    return ByteRange{begin, begin + static_cast<std::uint32_t>(piece.size())};
  };
  const std::vector<UnitPiece> inner = {{place("def f(self):\n    one\n    two\n"), place("def f(self)")}};
  const GappedText shown = text_with_gaps(text, {{0, static_cast<std::uint32_t>(text.size())}, {}}, 10, inner);
  EXPECT_EQ(shown.text, "class A:\n  x = 1\n  def f(self) …\n  y = 2");
  EXPECT_THAT(shown.lines, ElementsAre(10, 11, 12, 15));
}

TEST(TextWithGaps, ASignatureStandsAsFarInAsWhatItStandsFor) {
  const std::string_view text = "class A:\n  def f(self):\n    one\n  y = 2\n";
  const std::vector<UnitPiece> inner = {{{9, 32}, {11, 22}}};
  EXPECT_EQ(text_with_gaps(text, {{0, static_cast<std::uint32_t>(text.size())}, {}}, 1, inner).text, "class A:\n  def f(self) …\n  y = 2");
}

TEST(Locations, RemotesAreToldFromFolders) {
  for (const char* remote : {"https://example.org/a.git", "git@example.org:a/b.git", "ssh://git@example.org/a", "file:///srv/a.git"}) {
    EXPECT_TRUE(is_remote(remote)) << remote;
  }
  for (const char* folder : {"/src/a", ".", "a/b:c", "C:/x", "a@b/c", "user@host"}) EXPECT_FALSE(is_remote(folder)) << folder;
  EXPECT_EQ(name_from_location("https://example.org/team/shop.git?x=1"), "shop");
  EXPECT_EQ(name_from_location("git@example.org:shop.git"), "shop");
  EXPECT_EQ(name_from_location("https://example.org/team/shop/"), "shop");
}

TEST(Vocabulary, AnUnknownWordNamesNearOnes) {
  EXPECT_EQ(kind_asked_for("method").value(), Kind::kMethod);
  EXPECT_THAT(kind_asked_for("methd").error().hint, HasSubstr("`method`"));
  EXPECT_THAT(kind_asked_for("zzzzzzzz").error().hint, HasSubstr("Known: "));
  EXPECT_EQ(language_asked_for("c++").value(), Language::kCpp);
}

}  // namespace
}  // namespace grove::engine
