#include "serve/sparql/endpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rdf/quad_store.h"

namespace grove::serve::sparql {
namespace {

using testing::HasSubstr;
using testing::Not;

class SparqlEndpoint : public testing::Test {
 protected:
  SparqlEndpoint() {
    const Status loaded = store_->load(
        {.text = "<http://e/a> <http://e/p> \"one\" . <http://e/b> <http://e/p> \"two\"@en .", .syntax = rdf::Syntax::kTurtle}, {});
    EXPECT_TRUE(loaded) << describe(loaded.error());
  }

  HttpResponse send(const HttpRequest& request) {
    const Endpoint endpoint(*store_, {.access = access_});
    if (request.target.starts_with("/graph-store")) return endpoint.answer_graph_store(request, "http://localhost/graph-store", {});
    return endpoint.answer(request, "http://localhost/sparql", {});
  }
  HttpResponse get(const std::string& target, const std::string& accept = "") {
    HttpRequest request{.method = "GET", .target = target};
    if (!accept.empty()) request.headers.emplace_back("Accept", accept);
    return send(request);
  }
  HttpResponse post(const std::string& type, const std::string& body, const std::string& target = "/sparql") {
    return send({.method = "POST", .target = target, .headers = {{"Content-Type", type}}, .body = body});
  }

  std::unique_ptr<rdf::TripleStore> store_ = rdf::open_store_in_process();
  EndpointOptions::Access access_ = EndpointOptions::Access::kWritable;
};

constexpr const char* kAsk = "/sparql?query=ASK%20%7B%7D";
constexpr const char* kGraph = "/graph-store?graph=http%3A%2F%2Fe%2Fg";

TEST_F(SparqlEndpoint, AQueryIsSentInAnyOfFourWays) {
  const std::string query = "SELECT ?o { <http://e/a> ?p ?o }";
  const std::string encoded = "query=SELECT+%3Fo+%7B+%3Chttp%3A%2F%2Fe%2Fa%3E+%3Fp+%3Fo+%7D";
  for (const HttpResponse& response :
       {get("/sparql?" + encoded), post("application/sparql-query", query), post("application/x-www-form-urlencoded", encoded),
        post("application/json; charset=utf-8", "{\"query\": \"" + query + "\"}")}) {
    EXPECT_EQ(response.status, 200U) << response.body;
    EXPECT_EQ(response.content_type, "application/sparql-results+json");
    EXPECT_THAT(response.body, HasSubstr("\"one\""));
  }
}

TEST_F(SparqlEndpoint, TheAnswerIsWrittenAsTheClientLikesItBest) {
  EXPECT_EQ(get(kAsk, "application/sparql-results+xml").content_type, "application/sparql-results+xml");
  EXPECT_EQ(get(kAsk, "text/csv;q=0.5, application/sparql-results+json;q=0.1").content_type, "text/csv; charset=utf-8");
  EXPECT_EQ(get(kAsk, "text/html, */*;q=0.1").content_type, "application/sparql-results+json");
  EXPECT_EQ(get(kAsk, "*/*, application/sparql-results+json;q=0, application/json;q=0").content_type, "application/sparql-results+xml");
  EXPECT_EQ(get(kAsk, "image/png").status, 406U);
  const std::string construct = "/sparql?query=CONSTRUCT%20WHERE%20%7B%3Fs%20%3Fp%20%3Fo%7D";
  EXPECT_EQ(get(construct).content_type, "text/turtle; charset=utf-8");
  EXPECT_EQ(get(construct, "application/n-triples, text/turtle;q=0.9").content_type, "application/n-triples");
  EXPECT_EQ(get(construct, "application/ld+json").content_type, "application/ld+json");
  EXPECT_EQ(get(construct, "text/csv").status, 406U);
}

TEST_F(SparqlEndpoint, WhatIsNoRequestOfTheProtocolIsRefused) {
  EXPECT_EQ(get(std::string(kAsk) + "&query=ASK%20%7B%7D").status, 400U);
  EXPECT_EQ(get("/sparql?nothing=1").status, 400U);
  EXPECT_EQ(get("/sparql?query=SELEKT").status, 400U);
  EXPECT_EQ(get("/sparql?update=CLEAR%20ALL").status, 400U);
  EXPECT_EQ(post("text/plain", "ASK {}").status, 415U);
  EXPECT_EQ(post("application/sparql-query; charset=utf-16", "ASK {}").status, 415U);
  EXPECT_EQ(post("application/sparql-query", "ASK {} #\xff").status, 415U);
  EXPECT_EQ(post("application/sparql-query", "ASK {}", kAsk).status, 400U);
  const HttpResponse put = send({.method = "PUT", .target = "/sparql"});
  EXPECT_EQ(put.status, 405U);
  EXPECT_THAT(put.headers, testing::Contains(testing::Pair("Allow", "GET, HEAD, POST")));
  EXPECT_EQ(store_->size().value(), 2U);
}

TEST_F(SparqlEndpoint, AQueryNamesItsGraphs) {
  ASSERT_EQ(post("text/turtle", "<http://e/c> <http://e/p> \"three\" .", kGraph).status, 201U);
  const std::string all = "/sparql?query=SELECT%20%3Fs%20%7B%3Fs%20%3Fp%20%3Fo%7D";
  EXPECT_EQ(get(all + "&default-graph-uri=http%3A%2F%2Fe%2Fg", "text/csv").body, "s\r\nhttp://e/c\r\n");
  EXPECT_EQ(get(all + "&default-graph-uri=not-an-iri").status, 400U);
}

TEST_F(SparqlEndpoint, UpdatesAreTakenOnlyWhereTheStoreMayBeChanged) {
  EXPECT_EQ(post("application/sparql-update", "INSERT DATA { <http://e/x> <http://e/p> 1 }").status, 204U);
  const std::string form = "update=INSERT+DATA+%7B+%3Chttp%3A%2F%2Fe%2Fy%3E+%3Chttp%3A%2F%2Fe%2Fp%3E+1+%7D";
  EXPECT_EQ(post("application/x-www-form-urlencoded", form).status, 204U);
  EXPECT_EQ(store_->size().value(), 4U);
  EXPECT_EQ(post("application/sparql-update", "LOAD <http://localhost/x>").status, 400U);
  EXPECT_EQ(post("application/sparql-query", "CLEAR ALL").status, 400U);
  access_ = EndpointOptions::Access::kReadOnly;
  EXPECT_EQ(post("application/sparql-update", "CLEAR ALL").status, 403U);
  EXPECT_EQ(send({.method = "DELETE", .target = "/graph-store?default"}).status, 403U);
  EXPECT_EQ(store_->size().value(), 4U);
}

TEST_F(SparqlEndpoint, ItDescribesItself) {
  const HttpResponse response = get("/sparql");
  EXPECT_EQ(response.status, 200U);
  EXPECT_EQ(response.content_type, "text/turtle; charset=utf-8");
  EXPECT_THAT(response.body, HasSubstr("sd:endpoint <http://localhost/sparql>"));
  EXPECT_THAT(response.body, HasSubstr("sd:SPARQL11Update"));
  access_ = EndpointOptions::Access::kReadOnly;
  EXPECT_THAT(get("/sparql").body, Not(HasSubstr("SPARQL11Update")));
}

TEST_F(SparqlEndpoint, GraphsAreReadReplacedAndDropped) {
  EXPECT_EQ(get(kGraph).status, 404U);
  const auto put = [&](const std::string& body) {
    return send({.method = "PUT", .target = kGraph, .headers = {{"Content-Type", "text/turtle"}}, .body = body}).status;
  };
  EXPECT_EQ(put("<http://e/c> <http://e/p> <rel> ."), 201U);
  EXPECT_EQ(get(kGraph, "application/n-triples").body, "<http://e/c> <http://e/p> <http://e/rel> .\n");
  EXPECT_EQ(put("<http://e/d> <http://e/p> 2 ."), 204U);
  EXPECT_EQ(put("<http://e/d> <http://e/p> "), 400U);
  EXPECT_EQ(post("application/n-triples", "<http://e/e> <http://e/p> \"x\" .\n", kGraph).status, 204U);
  EXPECT_THAT(get(kGraph).body, testing::AllOf(HasSubstr("http://e/d"), HasSubstr("http://e/e"), Not(HasSubstr("http://e/c"))));
  EXPECT_EQ(post("image/png", "x", kGraph).status, 415U);
  EXPECT_EQ(send({.method = "DELETE", .target = kGraph}).status, 204U);
  EXPECT_EQ(send({.method = "DELETE", .target = kGraph}).status, 404U);
}

TEST_F(SparqlEndpoint, GraphsHaveAddressesOfTheirOwn) {
  const HttpResponse made = post("text/turtle", "<> <http://e/p> 1 .", "/graph-store");
  EXPECT_EQ(made.status, 201U);
  ASSERT_EQ(made.headers.size(), 1U);
  EXPECT_EQ(made.headers[0].first, "Location");
  const std::string& address = made.headers[0].second;
  ASSERT_TRUE(address.starts_with("http://localhost/graph-store/")) << address;
  const HttpResponse read = get(address.substr(std::string("http://localhost").size()), "application/n-triples");
  EXPECT_THAT(read.body, HasSubstr("<" + address + "> <http://e/p>"));
  EXPECT_EQ(post("text/turtle", "<> <http://e/p> 1 .", "/graph-store/people/ann").status, 201U);
  EXPECT_EQ(get("/graph-store?graph=http://localhost/graph-store/people/ann").status, 200U);
  for (const char* path : {"/graph-store/../x", "/graph-store/a/%2e%2e/x", "/graph-store/%zz", "/graph-store/a?default"})
    EXPECT_EQ(get(path).status, 400U) << path;
}

TEST_F(SparqlEndpoint, AnEmptyGraphIsThereUntilItIsDropped) {
  EXPECT_EQ(post("text/turtle", "", kGraph).status, 201U);
  EXPECT_EQ(post("text/turtle", "", kGraph).status, 204U);
  EXPECT_EQ(get(kGraph).status, 200U);
  EXPECT_EQ(send({.method = "DELETE", .target = kGraph}).status, 204U);
  EXPECT_EQ(get(kGraph).status, 404U);
  EXPECT_EQ(send({.method = "PATCH", .target = kGraph}).status, 405U);
}

TEST_F(SparqlEndpoint, TextsWithoutABaseAreReadFromTheEndpointOn) {
  EXPECT_EQ(post("application/sparql-update", "INSERT DATA { <x> <http://e/q> 1 }").status, 204U);
  EXPECT_THAT(post("application/sparql-query", "SELECT ?s { ?s <http://e/q> 1 }").body, HasSubstr("http://localhost/x"));
}

TEST_F(SparqlEndpoint, AGraphIsNamedOnce) {
  EXPECT_EQ(get("/graph-store?default").status, 200U);
  EXPECT_EQ(get("/graph-store").status, 400U);
  EXPECT_EQ(send({.method = "PUT", .target = "/graph-store"}).status, 400U);
  EXPECT_EQ(get("/graph-store?default&graph=http://e/g").status, 400U);
  EXPECT_EQ(get("/graph-store?graph=http://e/%3E").status, 400U);
}

TEST_F(SparqlEndpoint, ABrowsersFormBringsFiles) {
  const std::string body =
      "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a.ttl\"\r\nContent-Type: text/turtle\r\n\r\n"
      "<http://e/c> <http://e/p> 1 .\r\n--b\r\nContent-Disposition: form-data; name=\"g\"; filename=\"b.nt\"\r\n"
      "Content-Type: application/n-triples\r\n\r\n<http://e/d> <http://e/p> \"2\" .\r\n--b--\r\n";
  EXPECT_EQ(post("multipart/form-data; boundary=b", body, kGraph).status, 201U);
  EXPECT_EQ(store_->size().value(), 4U);
  std::string half = body;
  half.replace(half.find("\"2\" ."), 5, "oops!");
  EXPECT_EQ(post("multipart/form-data; boundary=b", half, "/graph-store?default").status, 400U);
  EXPECT_EQ(store_->size().value(), 4U) << "all files or none";
  const std::string no_line_between = "--b\r\nContent-Type: application/n-triples\r\n\r\n--b--\r\n";
  for (const std::string& broken : {body.substr(0, body.size() - 8), std::string("--b"), std::string(), no_line_between})
    EXPECT_EQ(post("multipart/form-data; boundary=b", broken, kGraph).status, 400U);
  EXPECT_EQ(post("multipart/form-data", body, kGraph).status, 400U);
}

}  // namespace
}  // namespace grove::serve::sparql
