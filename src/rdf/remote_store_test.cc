#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/testing/test_server.h"
#include "rdf/bound_query.h"
#include "rdf/triple_store.h"

namespace grove::rdf {
namespace {

using http::TestServer;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class RemoteStoreTest : public testing::Test {
 protected:
  std::unique_ptr<TripleStore> open(const std::string& authorization = "") {
    auto store = open_remote_store({.query_url = server_.url() + "/sparql", .authorization = authorization});
    EXPECT_TRUE(store);
    return *std::move(store);
  }

  std::vector<TestServer::Request> seen_;
  TestServer::Response next_;
  TestServer server_{[this](const TestServer::Request& request) {
    seen_.push_back(request);
    return next_;
  }};
};

TEST_F(RemoteStoreTest, AQueryGoesAsAFormWithItsGraphsAndTheSyntaxWanted) {
  next_.body = "{\"results\": 1}";
  const auto answer = open("Bearer s3cret")
                          ->query({.text = "SELECT * { ?s ?p ?o }",
                                   .dataset = {.default_graphs = {"http://e/g"}, .named_graphs = {"http://e/h"}},
                                   .solutions = SolutionSyntax::kTsv},
                                  {});
  ASSERT_TRUE(answer) << describe(answer.error());
  EXPECT_EQ(answer->body, next_.body);
  EXPECT_EQ(seen_.at(0).method, "POST");
  EXPECT_EQ(seen_.at(0).headers.at("accept"), "text/tab-separated-values");
  EXPECT_EQ(seen_.at(0).headers.at("authorization"), "Bearer s3cret");
  EXPECT_EQ(seen_.at(0).body,
            "query=SELECT%20%2A%20%7B%20%3Fs%20%3Fp%20%3Fo%20%7D&default-graph-uri=http%3A%2F%2Fe%2Fg&named-graph-uri=http%3A%2F%2Fe%2Fh");
}

TEST_F(RemoteStoreTest, BindingsArePartOfWhatTheQueryMeans) {
  const auto text = bound_query({.text = "SELECT ?p ?o { ?s ?p ?o } LIMIT 5", .bindings = {{"s", iri("http://e/a")}}});
  ASSERT_TRUE(text) << describe(text.error());
  EXPECT_THAT(*text, AllOf(HasSubstr("<http://e/a>"), HasSubstr("LIMIT 5")));
  EXPECT_TRUE(form_of_query(*text)) << *text;
  const auto hostile = bound_query({.text = "ASK { ?s ?p ?o }", .bindings = {{"o", literal("\" } ; DROP ALL #")}}});
  ASSERT_TRUE(hostile) << describe(hostile.error());
  EXPECT_EQ(form_of_query(*hostile), QueryForm::kAsk) << *hostile;
  EXPECT_FALSE(bound_query({.text = "ASK { ?s ?p ?o }", .bindings = {{"s", blank("b")}}}));
}

TEST_F(RemoteStoreTest, ALoadIsOneUpdateWhoseTermsWereChecked) {
  next_.status = 204;
  const Status loaded = open()->load({.text = "@prefix e: <http://e/> . e:a e:p \"x\\\"y\", [ e:q 1 ] .",
                                      .syntax = Syntax::kTurtle,
                                      .graph = "http://e/g",
                                      .mode = LoadRequest::Mode::kReplace},
                                     {});
  ASSERT_TRUE(loaded) << describe(loaded.error());
  ASSERT_EQ(seen_.size(), 1U);
  EXPECT_THAT(seen_[0].body, AllOf(HasSubstr("update=CLEAR%20SILENT%20GRAPH%20%3Chttp%3A%2F%2Fe%2Fg%3E"), HasSubstr("INSERT%20DATA"),
                                   HasSubstr("%22x%5C%22y%22")));
  EXPECT_FALSE(open()->load({.text = "<http://e/a> <http://e/p> ", .syntax = Syntax::kTurtle}, {}));
  EXPECT_EQ(seen_.size(), 1U);
}

TEST_F(RemoteStoreTest, WhatTheServerRefusesIsTold) {
  next_ = {.status = 400, .body = "Parse error:\nline 1"};
  const auto wrong = open("Bearer s3cret")->query({.text = "ASK {}"}, {});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(wrong.error().message, AllOf(HasSubstr("Parse error"), Not(HasSubstr("s3cret"))));
  next_ = {.status = 401};
  EXPECT_EQ(open()->update({.text = "CLEAR ALL"}, {}).error().code, ErrorCode::kUnavailable);
  next_ = {.status = 503, .body = "busy"};
  EXPECT_EQ(open()->size().error().code, ErrorCode::kUnavailable);
}

TEST_F(RemoteStoreTest, WhatIsNoQueryIsNotSent) {
  EXPECT_EQ(open()->query({.text = "CLEAR ALL"}, {}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(open()->graph("http://e/> } DROP ALL", Syntax::kTurtle, {}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE(seen_.empty());
}

TEST_F(RemoteStoreTest, TheStoreIsCounted) {
  next_.body = "n\r\n42\r\n";
  EXPECT_EQ(open()->size().value(), 42U);
}

TEST(RemoteStoreAddress, HoldsNoPasswordAndIsOfTheWeb) {
  for (const char* url : {"", "file:///etc/passwd", "localhost:1", "http://user:pass@localhost/sparql"}) {
    const auto store = open_remote_store({.query_url = url});
    ASSERT_FALSE(store) << url;
    EXPECT_THAT(store.error().message, Not(HasSubstr("pass@")));
  }
  EXPECT_TRUE(open_remote_store({.query_url = "http://localhost/a@b"}));
}

}  // namespace
}  // namespace grove::rdf
