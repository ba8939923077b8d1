#include "export/code_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "rdf/quad_store.h"
#include "rdf/syntax.h"
#include "tests/graph/small_world.h"

namespace grove::exporting {
namespace {

using testing::HasSubstr;
using testing::Not;

class CodeGraph : public testing::Test {
 protected:
  CodeGraph() {
    world_.files["src/shop.py"] =
        "class Shop(Base):\n"
        "    def place(self, order):\n"
        "        return check(order)\n"
        "\n"
        "class Base:\n"
        "    pass\n"
        "\n"
        "def check(order):\n"
        "    return order\n";
    world_.files["src/a b.py"] = "def check(x):\n  return x\n\ndef check(x, y):\n  return x\n";
  }

  std::vector<rdf::Quad> quads(std::span<const ExportedEndpoint> endpoints = {}, std::span<const ExportedLink> links = {}) {
    EXPECT_TRUE(world_.update("g"));
    std::vector<rdf::Quad> all;
    const Status status = export_repository({.name = "shop", .graph_folder = world_.directory("g"), .endpoints = endpoints, .links = links},
                                            [&](rdf::Quad&& quad) { all.push_back(std::move(quad)); }, {});
    EXPECT_TRUE(status);
    return all;
  }
  static std::string text(const std::vector<rdf::Quad>& quads) {
    const auto written = rdf::serialize(quads, {.syntax = rdf::Syntax::kTriG, .prefixes = {{"g", std::string(kVocabulary)}}});
    return written ? *written : describe(written.error());
  }

  graph::SmallWorld world_;
};

TEST_F(CodeGraph, SaysWhereSymbolsStandAndWhatTheyUse) {
  const std::string trig = text(quads());
  EXPECT_THAT(trig, HasSubstr("<urn:grove:repository:shop> {"));
  EXPECT_THAT(trig, HasSubstr("a g:Repository"));
  EXPECT_THAT(trig, HasSubstr("g:path \"src/shop.py\""));
  EXPECT_THAT(trig, HasSubstr("g:Method"));
  EXPECT_THAT(trig, HasSubstr("g:inherits"));
  EXPECT_THAT(trig, HasSubstr("urn:grove:code:shop:src/a%20b.py#"));
}

TEST_F(CodeGraph, QuestionsAboutCallsAreAnsweredOverIt) {
  const auto written = rdf::serialize(quads(), {.syntax = rdf::Syntax::kNQuads});
  ASSERT_TRUE(written);
  const auto store = rdf::open_store_in_process();
  ASSERT_TRUE(store->load({.text = *written, .syntax = rdf::Syntax::kNQuads}, {}));
  const auto answer = store->query({.text = "PREFIX g: <urn:grove:vocabulary:> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "
                                            "SELECT ?caller ?line { GRAPH <urn:grove:repository:shop> { "
                                            "?from g:calls ?to ; rdfs:label ?caller ; g:startLine ?line . ?to rdfs:label \"check\" } }",
                                    .solutions = rdf::SolutionSyntax::kCsv},
                                   {});
  ASSERT_TRUE(answer) << describe(answer.error());
  EXPECT_EQ(answer->body, "caller,line\r\nplace,2\r\n");
}

TEST_F(CodeGraph, SymbolsOfOneNameInAFileAreTwo) {
  const std::string trig = text(quads());
  EXPECT_THAT(trig, HasSubstr("check~2>"));
  EXPECT_THAT(trig, Not(HasSubstr("check~3>")));
}

TEST_F(CodeGraph, EndpointsHaveHandlersAndRequestsTheEndpointsThatAnswer) {
  const ExportedEndpoint endpoint{.repository = "shop",
                                  .http_method = "GET",
                                  .route = "/orders/{id}",
                                  .framework = "flask",
                                  .service = {},
                                  .path = "src/shop.py",
                                  .line = 8,
                                  .handler = "check"};
  const ExportedLink link{.repository = "shop",
                          .http_method = "GET",
                          .url = "/orders/1",
                          .via = "requests",
                          .path = "src/shop.py",
                          .line = 3,
                          .in = "place",
                          .endpoint = endpoint,
                          .confidence = Confidence::kName};
  const std::string trig = text(quads(std::span(&endpoint, 1), std::span(&link, 1)));
  EXPECT_THAT(trig, HasSubstr("<urn:grove:endpoint:shop:GET:/orders/%7Bid%7D> a g:Endpoint"));
  EXPECT_THAT(trig, HasSubstr("g:handledBy <urn:grove:code:shop:src/shop.py#"));
  EXPECT_THAT(trig, HasSubstr("g:possiblyAnsweredBy <urn:grove:endpoint:shop:GET:/orders/%7Bid%7D>"));
  EXPECT_THAT(trig, HasSubstr("g:sentBy"));
}

TEST_F(CodeGraph, TheSameGraphGivesTheSameBytes) { EXPECT_EQ(text(quads()), text(quads())); }

}  // namespace
}  // namespace grove::exporting
