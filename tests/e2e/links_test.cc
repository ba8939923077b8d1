#include <gmock/gmock.h>

#include "tests/e2e/program.h"

// Which request of a frontend comes to which handler, as people and programs ask for it.
namespace grove::e2e {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

class LinksCommand : public testing::Test {
 protected:
  void SetUp() override {
    world_.write("web/src/http.js", "import axios from 'axios'\nexport default axios.create({ baseURL: '/api' })\n");
    world_.write("web/src/users.js",
                 "import http from './http'\nexport function user(id) {\n  return http.get(`/users/${id}`)\n}\n"
                 "export const gone = () => http.get('/gone/away')\nexport const page = () => user(1)\n");
    world_.write("back/src/main/java/Users.java",
                 "import org.springframework.web.bind.annotation.*;\n@RestController\n@RequestMapping(\"/api/users\")\nclass Users {\n"
                 "  @GetMapping(\"/{id}\") String one() { return \"\"; }\n  @PostMapping String add() { return \"\"; }\n}\n");
    ASSERT_EQ(world_.run({"index", "web", "back", "--no-vectors"}).exit_code, 0);
  }

  World world_;
};

TEST_F(LinksCommand, JoinsRequestsToHandlers) {
  const Outcome outcome = world_.run({"links", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error_output;
  const json found = outcome.json();
  EXPECT_EQ(found["links"], json::parse(R"([
    {"http_method": "GET", "url": "/api/users/{id}", "via": "axios", "protocol": "http", "client": {"repo": "web", "path": "src/users.js", "line": 3, "in": "user"},
     "endpoint": {"repo": "back", "http_method": "GET", "route": "/api/users/{id}", "handler": "Users.one", "path": "src/main/java/Users.java", "line": 5,
                  "service": "back", "framework": "spring-mvc"},
     "confidence": "exact", "evidence": "GET /api/users/{id} is answered there"}])"));
  ASSERT_EQ(found["unmatched"].size(), 1U);
  EXPECT_EQ(found["unmatched"][0]["client"]["line"], 5);
  EXPECT_EQ(found["unmatched"][0]["reason"], "nothing here answers that path");
  ASSERT_EQ(found["uncalled"].size(), 1U);
  EXPECT_EQ(found["uncalled"][0]["http_method"], "POST");
  EXPECT_EQ(world_.run({"links", "--repo", "back", "--json"}).json()["unmatched"], json::array());
  EXPECT_EQ(world_.run({"links", "--repo", "nobody"}).exit_code, 3);
}

TEST_F(LinksCommand, PeopleGetLines) {
  EXPECT_EQ(world_.run({"links"}).output,
            "GET    /api/users/{id}\n  web:src/users.js:3\n  -> /api/users/{id}  back:src/main/java/Users.java:5\n");
  EXPECT_THAT(world_.run({"links", "--unmatched"}).output, HasSubstr("nothing here answers that path"));
}

TEST_F(LinksCommand, CallersWalkOnThroughRequests) {
  const json calls = world_.run({"callers", "Users.one", "--depth", "2", "--json"}).json();
  ASSERT_EQ(calls["edges"].size(), 2U) << calls.dump(1);
  EXPECT_EQ(calls["edges"][0]["from"], "user");
  EXPECT_EQ(calls["edges"][0]["repo"], "web");
  EXPECT_EQ(calls["edges"][0]["request"], "GET /api/users/{id}");
  EXPECT_EQ(calls["edges"][0]["to_repo"], "back");
  EXPECT_EQ(calls["edges"][1]["from"], "page");
  EXPECT_EQ(calls["edges"][1]["depth"], 2);
  EXPECT_EQ(world_.run({"callers", "Users.one", "--repo", "back", "--json"}).json()["edges"].size(), 1U)
      << "who calls it from another repository counts too";
}

TEST_F(LinksCommand, TheTreeOfCallersHasOneRootHoweverItIsReached) {
  world_.write("back/src/main/java/Nightly.java", "class Nightly { Users users; void run() { users.one(); } }\n");
  ASSERT_EQ(world_.run({"index", "back", "--no-vectors"}).exit_code, 0);
  const std::string tree = world_.run({"callers", "Users.one", "--depth", "2"}).output;
  EXPECT_EQ(tree.find("Users.one\n"), tree.rfind("Users.one\n")) << tree;
  EXPECT_THAT(tree, AllOf(HasSubstr("  Nightly.run"), HasSubstr("  user  "), HasSubstr("GET /api/users/{id}"), HasSubstr("    page")));
}

TEST_F(LinksCommand, HandlersWrittenInPlaceAreCalledLikeTheirRoutes) {
  world_.write("api/package.json", R"({"name": "api", "dependencies": {"express": "^4", "axios": "^1"}})");
  world_.write("api/app.js",
               "const express = require('express')\nconst axios = require('axios')\nconst { find } = require('./orders')\n"
               "const app = express()\n"
               "app.get('/api/orders/:id', async (req, res) => {\n  res.json(await find(req.params.id))\n"
               "  await axios.post('/api/users', {})\n})\n"
               "app.all('/api/orders', (req, res) => find(0))\nfind(1)\n");
  world_.write("api/orders.js", "exports.find = async (id) => id\n");
  world_.write("desk/desk.js", "import axios from 'axios'\nexport const order = (id) => axios.get(`/api/orders/${id}`)\n");
  ASSERT_EQ(world_.run({"index", "api", "desk", "--no-vectors"}).exit_code, 0);

  const json calls = world_.run({"callers", "find", "--repo", "api", "--depth", "2", "--json"}).json();
  ASSERT_EQ(calls["edges"].size(), 4U) << calls.dump(1);
  EXPECT_EQ(calls["edges"][0]["from"], "GET /api/orders/{id}");
  EXPECT_EQ(calls["edges"][0]["line"], 6);
  EXPECT_EQ(calls["edges"][1]["from"], "/api/orders") << "one for all verbs";
  EXPECT_EQ(calls["edges"][2]["from"], "app.js") << "what stands beside handlers runs for no request";
  EXPECT_EQ(calls["edges"][3]["from"], "order");
  EXPECT_EQ(calls["edges"][3]["to"], "GET /api/orders/{id}");
  EXPECT_EQ(calls["edges"][3]["repo"], "desk");
  EXPECT_EQ(calls["edges"][3]["depth"], 2);

  const json of_users = world_.run({"callers", "Users.add", "--depth", "2", "--json"}).json();
  ASSERT_EQ(of_users["edges"].size(), 2U) << of_users.dump(1);
  EXPECT_EQ(of_users["edges"][0]["from"], "GET /api/orders/{id}");
  EXPECT_EQ(of_users["edges"][1]["from"], "order") << "on through the request that this handler answers";

  const json links = world_.run({"links", "--repo", "desk", "--json"}).json()["links"];
  ASSERT_EQ(links.size(), 1U) << links.dump(1);
  EXPECT_EQ(links[0]["endpoint"]["handler"], "GET /api/orders/{id}") << "what `grove flow` is asked for";
  EXPECT_EQ(links[0]["endpoint"]["line"], 5);
  const json flow = world_.run({"flow", links[0]["endpoint"]["handler"].get<std::string>(), "--json"}).json();
  ASSERT_EQ(flow["steps"].size(), 3U) << flow.dump(1);
  EXPECT_EQ(flow["name"], "GET /api/orders/{id}");
  EXPECT_EQ(flow["steps"][1]["symbol"], "find");
  EXPECT_EQ(flow["steps"][2]["request"], "POST /api/users");
}

TEST_F(LinksCommand, StubsOfGrpcComeToTheirServices) {
  world_.write("carts/carts.proto", "syntax = \"proto3\";\npackage shop;\nservice Carts { rpc GetCart(A) returns (B); }\n");
  world_.write(
      "carts/server.py",
      "import carts_pb2_grpc\nclass Carts(carts_pb2_grpc.CartsServicer):\n    def GetCart(self, request, context):\n        return B()\n");
  world_.write("desk/desk.py", "import carts_pb2_grpc\ndef cart(channel):\n    return carts_pb2_grpc.CartsStub(channel).GetCart(A())\n");
  ASSERT_EQ(world_.run({"index", "carts", "desk", "--no-vectors"}).exit_code, 0);
  const json links = world_.run({"links", "--repo", "desk", "--json"}).json()["links"];
  ASSERT_EQ(links.size(), 1U) << links.dump(1);
  EXPECT_EQ(links[0]["protocol"], "grpc");
  EXPECT_EQ(links[0]["endpoint"]["repo"], "carts");
  EXPECT_EQ(links[0]["endpoint"]["route"], "/shop.Carts/GetCart");
  EXPECT_THAT(links[0]["evidence"].get<std::string>(), HasSubstr("carts:carts.proto:3 declares it"));
  const json calls = world_.run({"callers", "Carts.GetCart", "--json"}).json();
  ASSERT_EQ(calls["edges"].size(), 1U) << calls.dump(1);
  EXPECT_EQ(calls["edges"][0]["from"], "desk.cart");
}

TEST_F(LinksCommand, FlowsOfGraphQlFieldsAreFoundByVerbAndName) {
  world_.write("books/books.resolver.ts",
               "import { Resolver, Query } from '@nestjs/graphql'\n@Resolver()\nexport class Books {\n  @Query(() => [Book])\n  books() { "
               "return [] }\n}\n");
  ASSERT_EQ(world_.run({"index", "books", "--no-vectors"}).exit_code, 0);
  EXPECT_EQ(world_.run({"flow", "QUERY books", "--json"}).exit_code, 0);
  EXPECT_NE(world_.run({"flow", "QUERY book", "--json"}).exit_code, 0);
}

}  // namespace
}  // namespace grove::e2e
