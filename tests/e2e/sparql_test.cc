#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <optional>

#include "serve/testing/raw_client.h"
#include "tests/e2e/program.h"

namespace grove::e2e {
namespace {

// `grove kb sparql-server` and the commands that change a store, as people meet them.
using nlohmann::json;
using serve::http_request;
using serve::RawAnswer;
using serve::RawClient;
using testing::HasSubstr;
using testing::Not;

class Sparql : public testing::Test {
 protected:
  void serve(std::vector<std::string> options) {
    options.insert(options.begin(), {"--json", "kb", "sparql-server", "--port", "0"});
    server_.emplace(world_.start(options));
    const json where = json::parse(server_->read_line(), nullptr, false);
    ASSERT_TRUE(where.is_object()) << server_->wait().error_output;
    url_ = where["url"];
    port_ = static_cast<std::uint16_t>(std::stoi(url_.substr(url_.rfind(':') + 1)));
  }
  RawAnswer send(const std::string& method, const std::string& target, const std::string& body = "", const std::string& type = "") {
    RawClient client(port_);
    client.send(http_request(method, target, body, type.empty() ? "" : "Content-Type: " + type + "\r\n"));
    return client.receive().value_or(RawAnswer{});
  }
  RawAnswer query(const std::string& text) { return send("POST", "/sparql", text, "application/sparql-query"); }

  World world_;
  std::optional<World::Running> server_;
  std::string url_;
  std::uint16_t port_ = 0;
};

TEST_F(Sparql, FilesAreServedAndReadAnew) {
  world_.write("schema.ttl", "@prefix e: <http://e/> . e:Person a <http://www.w3.org/2002/07/owl#Class> .");
  world_.write("world.ttl", "@prefix e: <http://e/> . e:ann a e:Person .");
  serve({"--onto", world_.path("schema.ttl"), "--inst", world_.path("world.ttl")});
  EXPECT_THAT(query("SELECT ?x { ?x a <http://e/Person> }").body, HasSubstr("http://e/ann"));
  EXPECT_EQ(send("GET", "/health").body, R"({"ok":true,"triples":2})");
  EXPECT_EQ(send("GET", "/stats").body, R"({"triples":2})");
  world_.write("world.ttl", "@prefix e: <http://e/> . e:ann a e:Person . e:bob a e:Person .");
  EXPECT_EQ(send("POST", "/reload").body, R"({"ok":true,"triples":3})");
  world_.write("world.ttl", "broken");
  EXPECT_EQ(send("POST", "/reload").status, 500);  // what is broken lies on the server
  EXPECT_EQ(send("GET", "/stats").body, R"({"triples":3})");
  EXPECT_EQ(send("GET", "/reload").status, 405);
  EXPECT_EQ(send("POST", "/sparql", "CLEAR ALL", "application/sparql-update").status, 403);
  server_->signal(SIGTERM);
  EXPECT_EQ(server_->wait().exit_code, 0);
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

TEST_F(Sparql, WhatIsLoadedStaysOverRestarts) {
  world_.write("a.ttl", "<http://e/a> <http://e/p> <rel> .");
  const Outcome loaded = world_.run({"--json", "kb", "load-ttl", "--file", world_.path("a.ttl"), "--graph", "urn:g"});
  ASSERT_EQ(loaded.exit_code, 0) << loaded.error_output;
  EXPECT_EQ(loaded.json()["triples"], 1);
  world_.write("u.rq", "INSERT { GRAPH <urn:h> { ?s ?p 1 } } WHERE { GRAPH <urn:g> { ?s ?p ?o } }");
  const Outcome updated = world_.run({"--json", "kb", "sparql-update", "--query-file", world_.path("u.rq")});
  EXPECT_EQ(updated.json()["triples"], 2) << updated.error_output;
  serve({});
  EXPECT_THAT(query("SELECT ?g { GRAPH ?g { ?s ?p ?o } }").body, testing::AllOf(HasSubstr("urn:g"), HasSubstr("urn:h")));
}

TEST_F(Sparql, CommandsAndServersShareTheStore) {
  serve({});
  world_.write("a.ttl", "<http://e/a> <http://e/p> 1 .");
  const Outcome loaded = world_.run({"--json", "kb", "load-ttl", "--file", world_.path("a.ttl")});
  ASSERT_EQ(loaded.exit_code, 0) << loaded.error_output;
  EXPECT_THAT(query("ASK { <http://e/a> ?p 1 }").body, HasSubstr("true"));
  world_.write("u.rq", "INSERT DATA { <http://e/b> <http://e/p> 1 }");
  EXPECT_EQ(world_.run({"--json", "kb", "sparql-update", "--query-file", world_.path("u.rq")}).json()["triples"], 2);
  EXPECT_EQ(send("GET", "/stats").body, R"({"triples":2})");
  EXPECT_EQ(send("POST", "/sparql", "CLEAR ALL", "application/sparql-update").status, 403) << "who asks over HTTP still may not";
}

TEST_F(Sparql, LoadsAtOnceLoseNothing) {
  std::vector<World::Running> loads;
  for (int i = 0; i < 4; ++i) {
    const std::string name = std::to_string(i) + ".ttl";
    std::string text;
    for (int k = 0; k < 500; ++k) text += "<http://e/" + std::to_string(i) + "> <http://e/p> " + std::to_string(k) + ", _:x .\n";
    world_.write(name, text);
    loads.push_back(world_.start({"kb", "load-ttl", "--file", world_.path(name)}));
  }
  for (World::Running& load : loads) {
    const Outcome outcome = load.wait();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error_output;
  }
  serve({});
  EXPECT_EQ(send("GET", "/stats").body, R"({"triples":2004})");
}

TEST_F(Sparql, AQuestionJoinsTheFactsOfADocumentWithTheCodeThatImplementsThem) {
  world_.write("facts.ttl",
               "@prefix e: <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
               "e:users rdfs:label \"Users\" ; e:owner \"Team Blue\" . e:bills rdfs:label \"Bills\" ; e:owner \"Team Red\" .\n");
  world_.write("back/users.py", "class Users:\n    def one(self):\n        return 1\n");
  world_.write("front/bills.py", "class Bills:\n    def all(self):\n        return 2\n");
  const std::string join =
      "PREFIX g: <urn:grove:vocabulary:> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> SELECT ?owner ?method WHERE { "
      "GRAPH <urn:facts> { ?fact rdfs:label ?name ; <http://e/owner> ?owner } "
      "GRAPH ?repository { ?class a g:Class ; rdfs:label ?name . ?member g:memberOf ?class ; rdfs:label ?method } } ORDER BY ?owner";
  const auto ask = [&] {
    serve({});
    RawClient client(port_);
    client.send(http_request("POST", "/sparql", join, "Content-Type: application/sparql-query\r\nAccept: text/csv\r\n"));
    std::string answer = client.receive().value_or(RawAnswer{}).body;
    server_->signal(SIGTERM);
    server_->wait();
    return answer;
  };
  ASSERT_EQ(world_.run({"kb", "load-ttl", "--file", world_.path("facts.ttl"), "--graph", "urn:facts"}).exit_code, 0);
  ASSERT_EQ(world_.run({"index", "back", "front", "--no-vectors"}).exit_code, 0);
  const Outcome loaded = world_.run({"--json", "export", "--load"});
  ASSERT_EQ(loaded.exit_code, 0) << loaded.error_output;
  EXPECT_EQ(loaded.json()["repositories"], 2);
  EXPECT_EQ(ask(), "owner,method\r\nTeam Blue,one\r\nTeam Red,all\r\n");

  // What is said anew of a repository takes the place of what was said before; facts and other repositories stay.
  world_.write("back/users.py", "class Users:\n    def two(self):\n        return 1\n");
  ASSERT_EQ(world_.run({"index", "back", "--no-vectors"}).exit_code, 0);
  ASSERT_EQ(world_.run({"export", "back", "--load"}).exit_code, 0);
  EXPECT_EQ(ask(), "owner,method\r\nTeam Blue,two\r\nTeam Red,all\r\n");

  world_.write("facts.ttl", "<http://e/users> <http://www.w3.org/2000/01/rdf-schema#label> \"Users\" ; <http://e/owner> \"Nobody\" .\n");
  EXPECT_EQ(world_.run({"kb", "load-ttl", "--file", world_.path("facts.ttl"), "--graph", "urn:facts", "--replace"}).exit_code, 0);
  EXPECT_EQ(ask(), "owner,method\r\nNobody,two\r\n");
  EXPECT_EQ(world_.run({"kb", "load-ttl", "--file", world_.path("facts.ttl"), "--replace"}).exit_code, 2) << "without a graph";
  EXPECT_EQ(world_.run({"export", "--load", "--out", world_.path("x.nq")}).exit_code, 2);
}

TEST_F(Sparql, AnotherServerIsChangedByItsProtocol) {
  serve({"--writable"});
  world_.write("a.ttl", "<http://e/a> <http://e/p> \"x\", [ <http://e/q> 1 ] .");
  const Outcome loaded =
      world_.run({"--json", "kb", "load-ttl", "--file", world_.path("a.ttl"), "--graph", "urn:g", "--endpoint", url_ + "/sparql"});
  EXPECT_EQ(loaded.exit_code, 0) << loaded.error_output;
  EXPECT_EQ(loaded.json()["triples"], 3);
  EXPECT_THAT(send("GET", "/graph-store?graph=urn:g").body, HasSubstr("http://e/a"));
  world_.write("u.rq", "DROP GRAPH <urn:g>");
  const Outcome updated = world_.run({"kb", "sparql-update", "--query-file", world_.path("u.rq"), "--endpoint", url_ + "/sparql"});
  EXPECT_EQ(updated.exit_code, 0) << updated.error_output;
  EXPECT_EQ(send("GET", "/stats").body, R"({"triples":0})");
}

TEST_F(Sparql, MistakesAreToldWithTheirPlace) {
  world_.write("bad.ttl", "<http://e/a> <http://e/p> .\n");
  const Outcome bad = world_.run({"kb", "load-ttl", "--file", world_.path("bad.ttl")});
  EXPECT_EQ(bad.exit_code, 1);
  EXPECT_THAT(bad.error_output, testing::AllOf(HasSubstr("bad.ttl"), HasSubstr("line 1")));
  EXPECT_THAT(world_.run({"kb", "load-ttl"}).error_output, HasSubstr("--file"));
  EXPECT_THAT(world_.run({"kb", "load-ttl", "--file", world_.write("x.doc", "")}).error_output, HasSubstr(".ttl"));
  const Outcome open = world_.run({"kb", "sparql-server", "--host", "0.0.0.0", "--port", "0"});
  EXPECT_EQ(open.exit_code, 2);
  EXPECT_THAT(open.error_output, HasSubstr("GROVE_TOKEN"));
}

}  // namespace
}  // namespace grove::e2e
