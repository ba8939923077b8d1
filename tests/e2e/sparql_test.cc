#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "tests/e2e/sparql_server.h"

namespace grove::e2e {
namespace {

// `grove kb sparql-server` and the commands that change a store, as people meet them.
using serve::http_request;
using serve::RawAnswer;
using serve::RawClient;
using testing::HasSubstr;

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

TEST_F(Sparql, WhatIsLoadedStaysOverRestarts) {
  world_.write("a.ttl", "<http://e/a> <http://e/p> <rel> .");
  const Outcome loaded = world_.run({"--json", "kb", "load-ttl", "--file", world_.path("a.ttl"), "--graph", "urn:g"});
  ASSERT_EQ(loaded.exit_code, 0) << loaded.error_output;
  EXPECT_EQ(loaded.json()["triples"], 1);
  EXPECT_EQ(loaded.json()["before"], 0);
  world_.write("u.rq", "INSERT { GRAPH <urn:h> { ?s ?p 1 } } WHERE { GRAPH <urn:g> { ?s ?p ?o } }");
  const Outcome updated = world_.run({"--json", "kb", "sparql-update", "--query-file", world_.path("u.rq")});
  EXPECT_EQ(updated.json()["triples"], 2) << updated.error_output;
  serve({});
  EXPECT_THAT(query("SELECT ?g { GRAPH ?g { ?s ?p ?o } }").body, testing::AllOf(HasSubstr("urn:g"), HasSubstr("urn:h")));
}

TEST_F(Sparql, ATerminalAsksAsAServerIsAsked) {
  world_.write("a.ttl", "@prefix e: <http://e/> . e:ann e:name \"Ann\" ; e:age 7 .");
  const auto ask = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"kb", "sparql-query"});
    return world_.run(words);
  };
  const std::string names = "SELECT ?who ?name { ?who <http://e/name> ?name }";
  const Outcome files = ask({"--inst", world_.path("a.ttl"), names});
  ASSERT_EQ(files.exit_code, 0) << files.error_output;
  EXPECT_EQ(files.output, "who           name\nhttp://e/ann  Ann\n");
  EXPECT_EQ(ask({"--inst", world_.path("a.ttl"), "ASK { ?s ?p 7 }"}).output, "yes\n");
  EXPECT_EQ(ask({"--inst", world_.path("a.ttl"), "--format", "csv", names}).output, "who,name\r\nhttp://e/ann,Ann\r\n");
  EXPECT_THAT(ask({"--inst", world_.path("a.ttl"), "--format", "nt", "DESCRIBE <http://e/ann>"}).output,
              HasSubstr("<http://e/name> \"Ann\" ."));
  EXPECT_EQ(ask({"--inst", world_.path("a.ttl"), "--json", names}).json()["results"]["bindings"][0]["name"]["value"], "Ann");
  const Outcome other_form = ask({"--inst", world_.path("a.ttl"), "--format", "csv", "DESCRIBE <http://e/ann>"});
  EXPECT_EQ(other_form.exit_code, 2);
  EXPECT_THAT(other_form.error_output, HasSubstr("can't be written as csv"));
  EXPECT_EQ(ask({}).exit_code, 2);
}

TEST_F(Sparql, WhoeverAsksAnEmptyDefaultGraphIsToldWhereStatementsAre) {
  world_.write("a.ttl", "<http://e/a> <http://e/p> 1 .");
  ASSERT_EQ(world_.run({"kb", "load-ttl", "--file", world_.path("a.ttl"), "--graph", "urn:g"}).exit_code, 0);
  const Outcome nothing = world_.run({"kb", "sparql-query", "SELECT * { ?s ?p ?o }"});
  EXPECT_EQ(nothing.exit_code, 0);
  EXPECT_THAT(nothing.error_output, HasSubstr("--union"));
  const Outcome rows_for_programs = world_.run({"kb", "sparql-query", "--format", "json", "SELECT * { GRAPH ?g { ?s ?p ?o } }"});
  EXPECT_EQ(rows_for_programs.error_output, "") << "it found what it asked for";
  const Outcome all = world_.run({"kb", "sparql-query", "--union", "SELECT ?o { ?s ?p ?o }"});
  EXPECT_EQ(all.output, "o\n1\n");
  EXPECT_EQ(all.error_output, "");
  serve({});
  const auto rows = [&](const std::string& parameters) {
    return nlohmann::json::parse(
               send("GET", "/sparql?query=SELECT%20*%20%7B%3Fs%20%3Fp%20%3Fo%7D" + parameters).body)["results"]["bindings"]
        .size();
  };
  EXPECT_EQ(rows(""), 0U) << "as the standard has it";
  EXPECT_EQ(rows("&union-default-graph"), 1U);
  EXPECT_EQ(rows("&union-default-graph=true"), 1U);
  EXPECT_EQ(rows("&union-default-graph=false"), 0U);
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
  const Outcome empty = world_.run({"kb", "load-ttl", "--file", world_.write("settings.jsonld", R"({"port": 80})")});
  EXPECT_EQ(empty.exit_code, 0) << "it is JSON-LD that says nothing";
  EXPECT_THAT(empty.error_output, HasSubstr("holds no triples"));
  EXPECT_THAT(world_.run({"kb", "load-ttl", "--file", world_.write("x.doc", "")}).error_output, HasSubstr(".ttl"));
  const Outcome open = world_.run({"kb", "sparql-server", "--host", "0.0.0.0", "--port", "0"});
  EXPECT_EQ(open.exit_code, 2);
  EXPECT_THAT(open.error_output, HasSubstr("GROVE_TOKEN"));
}

}  // namespace
}  // namespace grove::e2e
