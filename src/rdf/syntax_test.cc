#include "rdf/syntax.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace grove::rdf {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

const std::string kExample = "http://example.org/";

/// `syntax: NAME`, the text, a line `---`, the text as we write it.
struct GoldenCase {
  Syntax syntax = Syntax::kTurtle;
  std::string name, source, expected;
};

GoldenCase read_case(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream whole;
  whole << in.rdbuf();
  const std::string text = whole.str();
  const std::size_t line = text.find('\n');
  const std::size_t separator = text.rfind("\n---\n");
  GoldenCase found;
  found.name = text.substr(8, line - 8);
  found.syntax = found.name == "trig" ? Syntax::kTriG : Syntax::kTurtle;
  found.source = text.substr(line + 1, separator - line);
  found.expected = text.substr(separator + 5);
  return found;
}

std::vector<std::string> case_files() {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(fs::path(GROVE_SOURCE_DIR) / "tests/golden/rdf")) files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

class TurtleGolden : public testing::TestWithParam<std::string> {};

TEST_P(TurtleGolden, IsWrittenAsTheCaseSays) {
  const GoldenCase golden = read_case(GetParam());
  const Result<std::vector<Quad>> quads = parse({.text = golden.source, .syntax = golden.syntax});
  ASSERT_TRUE(quads) << describe(quads.error());
  const Result<std::vector<Prefix>> prefixes = prefixes_of({.text = golden.source, .syntax = golden.syntax});
  ASSERT_TRUE(prefixes);
  const Result<std::string> text = serialize(*quads, {.syntax = golden.syntax, .prefixes = *prefixes});
  ASSERT_TRUE(text) << describe(text.error());
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(GetParam(), std::ios::binary) << "syntax: " << golden.name << '\n' << golden.source << "---\n" << *text;
    return;
  }
  EXPECT_EQ(*text, golden.expected);

  const Result<std::vector<Quad>> again = parse({.text = *text, .syntax = golden.syntax});
  ASSERT_TRUE(again) << describe(again.error());
  const Result<std::string> twice = serialize(*again, {.syntax = golden.syntax, .prefixes = *prefixes});
  ASSERT_TRUE(twice);
  EXPECT_EQ(std::ranges::count(*twice, '\n'), std::ranges::count(*text, '\n')) << *twice;
}

std::string name_of(const testing::TestParamInfo<std::string>& info) { return fs::path(info.param).stem().string(); }

INSTANTIATE_TEST_SUITE_P(Cases, TurtleGolden, testing::ValuesIn(case_files()), name_of);

std::vector<Quad> small_graph() {
  return {{iri(kExample + "a"), iri(kExample + "p"), literal("x\n\"y\"")},
          {iri(kExample + "a"), iri(kExample + "p"), literal("1", "http://www.w3.org/2001/XMLSchema#integer")},
          {iri(kExample + "a"), iri(kExample + "q"), {.kind = Term::Kind::kLiteral, .value = "hallo", .datatype = {}, .language = "de"}},
          {iri(kExample + "a"), iri(kExample + "p"), blank("b0")}};
}

TEST(Syntaxes, AllOfThemSayTheSame) {
  for (const Syntax syntax : {Syntax::kTurtle, Syntax::kNTriples, Syntax::kNQuads, Syntax::kTriG, Syntax::kRdfXml, Syntax::kJsonLd}) {
    const Result<std::string> text = serialize(small_graph(), {.syntax = syntax});
    ASSERT_TRUE(text) << describe(text.error());
    Result<std::vector<Quad>> quads = parse({.text = *text, .syntax = syntax});
    ASSERT_TRUE(quads) << *text << describe(quads.error());
    std::vector<Quad> expected = small_graph();
    std::ranges::sort(expected);
    std::ranges::sort(*quads);
    EXPECT_EQ(*quads, expected) << *text;
  }
}

TEST(Syntaxes, AreKnownByMediaTypeAndByFile) {
  EXPECT_EQ(syntax_of_media_type("Text/Turtle; charset=utf-8"), Syntax::kTurtle);
  EXPECT_EQ(syntax_of_media_type("application/pdf"), std::nullopt);
  EXPECT_EQ(syntax_of_file("a.b/x.OWL"), Syntax::kRdfXml);
  EXPECT_EQ(syntax_of_file("a.ttl/x"), std::nullopt);
  for (const Syntax syntax : {Syntax::kTurtle, Syntax::kNTriples, Syntax::kNQuads, Syntax::kTriG, Syntax::kRdfXml, Syntax::kJsonLd})
    EXPECT_EQ(syntax_of_media_type(media_type(syntax)), syntax);
}

TEST(Parsing, SaysWhereTheTextIsWrongAfterWhatCameBefore) {
  int seen = 0;
  const Status status = parse({.text = "<http://a/> <http://b/> 1 .\n<http://a/> oops .\n"}, [&](Quad&&) { ++seen; });
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(status.error().message, HasSubstr("line 2"));
  EXPECT_EQ(seen, 1);
}

TEST(Parsing, BlankNodesHaveLabelsByTheirOrderAfterThePrefix) {
  const auto quads = parse({.text = "_:z <http://p/> [] . _:z <http://p/> _:b0 .", .blank_node_prefix = "f1"});
  ASSERT_TRUE(quads);
  EXPECT_EQ((*quads)[0].subject, blank("f1b0"));
  EXPECT_EQ((*quads)[0].object, blank("f1b1"));
  EXPECT_EQ((*quads)[1].object, blank("f1b2"));
}

TEST(Parsing, RelativeIrisNeedABase) {
  EXPECT_FALSE(parse({.text = "<a> <b> <c> ."}));
  const auto quads = parse({.text = "<a> <b> <c> .", .base_iri = kExample});
  ASSERT_TRUE(quads);
  EXPECT_EQ((*quads)[0].subject, iri(kExample + "a"));
}

/// Entities that stand for entities, each for ten of the one before.
std::string nested_entities(int depth) {
  std::string text = "<?xml version=\"1.0\"?><!DOCTYPE rdf:RDF [ <!ENTITY e0 \"0123456789\"> ";
  for (int i = 1; i <= depth; ++i) {
    std::string value;
    for (int k = 0; k < 10; ++k) value += fmt::format("&e{};", i - 1);
    text += fmt::format("<!ENTITY e{} \"{}\"> ", i, value);
  }
  return text + fmt::format(
                    "]><rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" xmlns:e=\"http://e/\">"
                    "<rdf:Description rdf:about=\"http://a/\"><e:p>&e{};</e:p></rdf:Description></rdf:RDF>",
                    depth);
}

TEST(Parsing, EntitiesOfEntitiesAreNotExpandedForEver) {
  const auto fine = parse({.text = nested_entities(1), .syntax = Syntax::kRdfXml});
  ASSERT_TRUE(fine) << describe(fine.error());
  EXPECT_EQ((*fine)[0].object.value.size(), 100U);
  const auto bomb = parse({.text = nested_entities(30), .syntax = Syntax::kRdfXml});
  ASSERT_FALSE(bomb);
  EXPECT_EQ(bomb.error().code, ErrorCode::kResourceLimit);
}

TEST(Serialising, WhatTheSyntaxCannotSayIsAnError) {
  const std::vector<Quad> named{{iri("http://a/"), iri("http://p/"), literal("x"), iri("http://g/")}};
  for (const Syntax syntax : {Syntax::kTurtle, Syntax::kNTriples, Syntax::kRdfXml}) {
    const Result<std::string> text = serialize(named, {.syntax = syntax});
    ASSERT_FALSE(text);
    EXPECT_THAT(text.error().message, HasSubstr("named graphs"));
  }
}

TEST(Serialising, TermsThatAreNoneAreErrorsAndNotWritten) {
  const Term p = iri("http://p/");
  const std::vector<Quad> wrong{{iri("http://a/> <http://evil/"), p, p},
                                {p, blank("b"), p},
                                {literal("x"), p, p},
                                {p, p, blank("a b")},
                                {p, p, {.kind = Term::Kind::kLiteral, .value = "x", .datatype = {}, .language = "en us"}}};
  for (const Quad& quad : wrong)
    for (const Syntax syntax : {Syntax::kTurtle, Syntax::kNTriples}) {
      const Result<std::string> text = serialize(std::vector<Quad>{quad}, {.syntax = syntax});
      ASSERT_FALSE(text) << *text;
      EXPECT_EQ(text.error().code, ErrorCode::kInvalidArgument);
    }
}

TEST(Serialising, LongChainsOfBlankNodesEnd) {
  std::vector<Quad> chain;
  for (int i = 0; i < 20'000; ++i) chain.push_back({blank(fmt::format("n{}", i)), iri("http://p/"), blank(fmt::format("n{}", i + 1))});
  const Result<std::string> text = serialize(chain, {});
  ASSERT_TRUE(text);
  const auto again = parse({.text = *text});
  ASSERT_TRUE(again) << describe(again.error());
  EXPECT_EQ(again->size(), chain.size());
}

}  // namespace
}  // namespace grove::rdf
