#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/e2e/sparql_server.h"

namespace grove::e2e {
namespace {

// What nobody should send to `grove kb sparql-server`.
using serve::RawAnswer;
using testing::HasSubstr;
using testing::Not;

std::string repeated(const std::string& text, int count) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST_F(Sparql, QueriesThatAreHardToReadEndTheServerNever) {
  serve({"--timeout", "1"});
  const auto status = [&](const std::string& text) { return query(text).status; };
  constexpr int kMany = 100'000;
  EXPECT_EQ(status("ASK { FILTER(" + std::string(kMany, '(') + "1" + std::string(kMany, ')') + ") }"), 400U);
  EXPECT_EQ(status("ASK " + std::string(kMany, '{') + std::string(kMany, '}')), 400U);
  EXPECT_EQ(status("ASK { FILTER(" + std::string(kMany, '!') + "true) }"), 400U);
  for (const std::string& text : {"ASK { " + repeated("{} UNION ", kMany) + "{} }", "ASK { " + repeated("OPTIONAL {} ", kMany) + "}",
                                  "ASK { FILTER(" + repeated("1+", kMany) + "1 > 0) }",
                                  "ASK { <http://e/1> " + repeated("<http://e/p>|", kMany) + "<http://e/p> ?o }"})
    EXPECT_EQ(status(text), 503U) << text.substr(0, 40);
  std::string binds;
  for (int i = 0; i < 20'000; ++i) binds += "BIND(1 AS ?v" + std::to_string(i) + ") ";
  EXPECT_GE(status("ASK { " + binds + "}"), 503U) << "reading it takes longer than a query may";
  EXPECT_EQ(status("SELECT (COUNT(*) AS ?n) { VALUES ?x { " + repeated("-1 ", kMany) + "} }"), 200U);
  EXPECT_EQ(status("#" + std::string(10'000'000, 'x') + "\nASK {}"), 200U);
  EXPECT_EQ(status("#" + std::string(70'000'000, 'x') + "\nASK {}"), 413U);
  EXPECT_EQ(status("ASK {}"), 200U);
}

TEST_F(Sparql, AQueryPastItsLimitEndsAndTheServerAnswersOn) {
  std::string many;
  for (int i = 0; i < 3'000; ++i) many += "<http://e/" + std::to_string(i) + "> <http://e/p> " + std::to_string(i) + " .\n";
  world_.write("many.ttl", many);
  serve({"--inst", world_.path("many.ttl"), "--timeout", "1"});
  const RawAnswer answer = query("SELECT (COUNT(*) AS ?n) { ?a ?p ?x . ?b ?q ?y . ?c ?r ?z FILTER(?x + ?y + ?z < 0) }");
  EXPECT_EQ(answer.status, 504) << answer.body;
  EXPECT_THAT(query("ASK { <http://e/1> ?p ?o }").body, HasSubstr("true"));
}

TEST_F(Sparql, NothingFromOutsideIsFetched) {
  world_.write("secret.ttl", "<http://e/s> <http://e/p> \"swordfish\" .");
  serve({"--writable"});
  for (const std::string& text : {"LOAD <file://" + world_.path("secret.ttl") + ">", "LOAD <" + url_ + "/stats>",
                                  std::string("INSERT { ?s ?p ?o } WHERE { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }")})
    EXPECT_EQ(send("POST", "/sparql", text, "application/sparql-update").status, 400) << text;
  EXPECT_THAT(query("SELECT * FROM <file://" + world_.path("secret.ttl") + "> { ?s ?p ?o }").body, Not(HasSubstr("swordfish")));
  EXPECT_EQ(query("SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }").status, 400);
  EXPECT_EQ(send("GET", "/stats").body, R"({"triples":0})");
}

class SparqlLimits : public Sparql {
 protected:
  SparqlLimits() {
    std::string many;
    for (int i = 0; i < 3'000; ++i) {
      const std::string subject = "<http://e/" + std::to_string(i) + "> ";
      many += subject + "<http://e/p> " + std::to_string(i) + " .\n";
      many += subject + "<http://e/next> <http://e/" + std::to_string((i * 7 + 1) % 3'000) + "> .\n";
    }
    world_.write("many.ttl", many);
  }
  void expect_end(const std::string& text) {
    const RawAnswer answer = query(text);
    EXPECT_TRUE(answer.status == 504U || answer.status == 503U) << answer.status << ' ' << text;
  }

  const std::string cross_ = "{ ?a <http://e/p> ?x . ?b <http://e/p> ?y . ?c <http://e/p> ?z ";
};

TEST_F(SparqlLimits, HoldForWhateverIsSelected) {
  serve({"--inst", world_.path("many.ttl"), "--timeout", "1"});
  expect_end("SELECT DISTINCT ?x ?y " + cross_ + "}");
  expect_end("SELECT (COUNT(*) AS ?n) { ?a <http://e/next>* ?b . ?b (<http://e/next>|^<http://e/next>)+ ?c }");
  expect_end("SELECT (COUNT(*) AS ?n) " + cross_ + "FILTER(REGEX(STR(?x + ?y + ?z), '(9+)+x$')) }");
  expect_end("SELECT ?x (GROUP_CONCAT(?y) AS ?all) " + cross_ + "} GROUP BY ?x ORDER BY ?all");
  EXPECT_THAT(query("ASK {}").body, HasSubstr("true"));
}

TEST_F(SparqlLimits, HoldForGraphsAndUpdates) {
  serve({"--inst", world_.path("many.ttl"), "--writable", "--timeout", "1"});
  expect_end("CONSTRUCT { ?a <http://e/q> ?b } WHERE " + cross_ + "FILTER(?x + ?y + ?z < 0) }");
  expect_end("DESCRIBE ?a ?b " + cross_ + "}");
  const std::string insert = "INSERT { ?a <http://e/q> ?b } WHERE " + cross_ + "FILTER(?x + ?y + ?z < 0) }";
  EXPECT_EQ(send("POST", "/sparql", insert, "application/sparql-update").status, 504U);
  EXPECT_EQ(send("GET", "/stats").body, R"({"triples":6000})");
}

TEST_F(Sparql, WhoWaitsBehindSlowQueriesHearsWithinTheLimit) {
  std::string many;
  for (int i = 0; i < 3'000; ++i) many += "<http://e/" + std::to_string(i) + "> <http://e/p> " + std::to_string(i) + " .\n";
  world_.write("many.ttl", many);
  serve({"--inst", world_.path("many.ttl"), "--timeout", "2"});
  std::vector<std::thread> clients;
  std::vector<std::chrono::steady_clock::duration> took(24);
  for (auto& one : took)
    clients.emplace_back([&] {
      const auto begin = std::chrono::steady_clock::now();
      EXPECT_EQ(query("SELECT (COUNT(*) AS ?n) { ?a ?p ?x . ?b ?q ?y . ?c ?r ?z FILTER(?x + ?y + ?z < 0) }").status, 504U);
      one = std::chrono::steady_clock::now() - begin;
    });
  for (std::thread& client : clients) client.join();
  EXPECT_LT(*std::ranges::max_element(took), std::chrono::seconds(6)) << "not one after the other";
  EXPECT_THAT(query("ASK { <http://e/1> ?p ?o }").body, HasSubstr("true"));
}

TEST_F(Sparql, NamesFromOutsideStayNames) {
  world_.write("a.ttl", "<http://e/a> <http://e/p> 1 .");
  serve({"--inst", world_.path("a.ttl"), "--writable"});
  for (const char* graph :
       {"http://e/%3E", "http://e/%22", "http://e/%0A", "urn:x%3E+%7D+;+DROP+ALL+;+INSERT+DATA+%7B", "../../etc/passwd", "%00", "%F0%28"})
    EXPECT_EQ(send("PUT", std::string("/graph-store?graph=") + graph, "<http://e/b> <http://e/p> 1 .", "text/turtle").status, 400U)
        << graph;
  for (const char* path : {"/graph-store/../../etc/passwd", "/graph-store/%2e%2e/x", "/graph-store/a/./b"})
    EXPECT_EQ(send("GET", path).status, 400U) << path;
  for (const char* path : {"/reload/../x", "/sparql/../stats", "/../etc/passwd", "/reload/etc/passwd"})
    EXPECT_EQ(send("GET", path).status, 404U) << path;
  const std::string secret = world_.write("secret.ttl", "<http://e/s> <http://e/p> 1, 2 .");
  EXPECT_EQ(send("POST", "/reload?file=" + secret, R"({"onto": [")" + secret + "\"]}", "application/json").body,
            R"({"ok":true,"triples":1})");
  const std::string entity =
      R"(<!DOCTYPE x [<!ENTITY f SYSTEM "file://)" + secret + R"(">]><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    xmlns:e="http://e/"><rdf:Description rdf:about="http://e/x"><e:p>&f;</e:p></rdf:Description></rdf:RDF>)";
  EXPECT_EQ(send("PUT", "/graph-store?default", entity, "application/rdf+xml").status, 400U);
  const std::string context = R"({"@context": "file://)" + secret + R"(", "@id": "http://e/a", "p": 1})";
  EXPECT_EQ(send("PUT", "/graph-store?default", context, "application/ld+json").status, 400U);
  EXPECT_EQ(send("GET", "/stats").body, R"({"triples":1})");
}

}  // namespace
}  // namespace grove::e2e
