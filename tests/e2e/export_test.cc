#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rdf/quad_store.h"
#include "tests/e2e/program.h"

// What is known of code, as RDF, and asked in SPARQL.
namespace grove::e2e {
namespace {

using testing::HasSubstr;
using testing::Not;

class ExportCommand : public testing::Test {
 protected:
  void SetUp() override {
    world_.write("web/src/users.js",
                 "import axios from 'axios'\nexport function user(id) {\n  return axios.get(`/api/users/${id}`)\n}\nexport const page = () "
                 "=> user(1)\n");
    world_.write("back/src/main/java/Users.java",
                 "import org.springframework.web.bind.annotation.*;\n@RestController\n@RequestMapping(\"/api/users\")\nclass Users {\n"
                 "  @GetMapping(\"/{id}\") String one() { return \"\"; }\n}\n");
    ASSERT_EQ(world_.run({"index", "web", "back", "--no-vectors"}).exit_code, 0);
  }

  World world_;
};

TEST_F(ExportCommand, OneQuestionGoesFromAScreenToItsHandler) {
  const Outcome outcome = world_.run({"export", "--format", "nquads"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
  const auto store = rdf::open_store_in_process();
  ASSERT_TRUE(store->load({.text = outcome.output, .syntax = rdf::Syntax::kNQuads}, {}));
  const auto answer = store->query({.text = "PREFIX g: <urn:grove:vocabulary:> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "
                                            "SELECT ?from ?request ?handler { ?caller g:calls ?sender ; rdfs:label ?from . "
                                            "?r a g:Request ; g:sentBy ?sender ; rdfs:label ?request ; g:answeredBy/g:handledBy ?h . "
                                            "?h g:qualifiedName ?handler }",
                                    .dataset = {.union_default_graph = true},
                                    .solutions = rdf::SolutionSyntax::kCsv},
                                   {});
  ASSERT_TRUE(answer) << describe(answer.error());
  EXPECT_EQ(answer->body, "from,request,handler\r\npage,GET /api/users/{id},Users.one\r\n") << outcome.output;
}

TEST_F(ExportCommand, WritesTheRepositoriesThatAreNamedInTheSyntaxThatIsAskedFor) {
  const Outcome trig = world_.run({"export", "back"});
  EXPECT_THAT(trig.output, HasSubstr("<urn:grove:repository:back> {"));
  EXPECT_THAT(trig.output, Not(HasSubstr("repository:web>")));
  const std::string file = world_.path("web.ttl");
  ASSERT_EQ(world_.run({"export", "--repo", "web", "--format", "turtle", "--out", file}).exit_code, 0);
  EXPECT_EQ(world_.run({"export", "nobody"}).exit_code, 3);
  EXPECT_EQ(world_.run({"export", "--format", "csv"}).exit_code, 2);
}

}  // namespace
}  // namespace grove::e2e
