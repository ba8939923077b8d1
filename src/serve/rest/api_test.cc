#include "serve/rest/api.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/version.h"
#include "serve/rest/openapi.h"
#include "serve/rest/route.h"
#include "serve/testing/rest_world.h"

namespace grove::serve {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class RestTest : public ::testing::Test, protected RestWorld {};

TEST_F(RestTest, ASearchHandsItsFieldsToTheEngine) {
  const auto response = search(
      R"({"query":"token","repos":["shop"],"limit":30,"mode":"keyword","kinds":["method"],"languages":["python"],"path":"src/**","explain":true})");
  ASSERT_EQ(response.status, 200U) << response.body;
  EXPECT_EQ(engine_.asked.request.query, "token");
  EXPECT_THAT(engine_.asked.scope.repositories, ElementsAre("shop"));
  EXPECT_EQ(engine_.asked.request.limit, 30U);
  EXPECT_EQ(engine_.asked.request.mode, search::Mode::kKeyword);
  EXPECT_THAT(engine_.asked.request.filter.kinds, ElementsAre(Kind::kMethod));
  EXPECT_THAT(engine_.asked.request.filter.languages, ElementsAre(Language::kPython));
  EXPECT_EQ(engine_.asked.request.filter.path_glob, "src/**");
  EXPECT_TRUE(engine_.asked.request.explain);
}

TEST_F(RestTest, FacetsCountTheBestResultsHoweverFewAreShown) {
  const auto hit = [](const char* repository, Language language, Kind kind) {
    engine::UnitHit one;
    one.repository = repository;
    one.language = language;
    one.kind = kind;
    return one;
  };
  engine_.found.hits = {hit("shop", Language::kPython, Kind::kMethod), hit("market", Language::kPython, Kind::kClass),
                        hit("market", Language::kGo, Kind::kMethod)};
  const auto response = search(R"({"query":"token","repos":["shop"],"limit":1,"explain":true,"facets":true})");
  const json facets = json::parse(response.body)["facets"];
  EXPECT_EQ(facets,
            json::parse(R"({"counted":3,"repos":{"market":2,"shop":1},"languages":{"go":1,"python":2},"kinds":{"class":1,"method":2}})"));
  EXPECT_THAT(response.body, HasSubstr(R"("repos":{"market":2,"shop":1})"));  // the most frequent first
  EXPECT_EQ(engine_.asked.request.limit, 200U);                               // the search that counts came last
  EXPECT_FALSE(engine_.asked.request.explain);
  EXPECT_THAT(engine_.asked.scope.repositories, ElementsAre("shop"));
  EXPECT_FALSE(json::parse(search(R"({"query":"token"})").body).contains("facets"));
}

TEST_F(RestTest, FieldsOfTheSeedsAreAccepted) {
  const auto response =
      search(R"({"query":"x","repo_ids":["shop"],"groups":[],"expand":"none","expand_depth":1,"limit":8,"mode":"hybrid","rerank":true})");
  EXPECT_EQ(response.status, 200U) << response.body;
  EXPECT_THAT(engine_.asked.scope.repositories, ElementsAre("shop"));
  EXPECT_EQ(engine_.asked.rerank, engine::SearchCommand::Rerank::kOn);
  search(R"({"query":"x"})");
  EXPECT_EQ(engine_.asked.rerank, engine::SearchCommand::Rerank::kAuto);
  search(R"({"query":"x","rerank":false})");
  EXPECT_EQ(engine_.asked.rerank, engine::SearchCommand::Rerank::kOff);
}

TEST_F(RestTest, CoverageCountsReasonsAndListsFilesByPages) {
  engine::Coverage& coverage = engine_.coverage_of;
  coverage.files_by_language = {{"python", 5}, {"go", 1}};
  coverage.omissions = {{"a.bin", FileState::kBinary, ""}, {"b.bin", FileState::kBinary, ""}, {"c.py", FileState::kIndexed, "time"}};
  const json all = json::parse(call("GET", "/api/v1/repos/shop/coverage").body);
  EXPECT_EQ(all["by_language"], json({{"go", 1}, {"python", 5}}));
  EXPECT_EQ(all["reasons"], json::array({{{"state", "binary"}, {"files", 2}}, {{"state", "indexed"}, {"reason", "time"}, {"files", 1}}}));
  EXPECT_EQ(all["omitted"].size(), 3U);
  EXPECT_EQ(all["total"], 3);
  const json page = json::parse(call("GET", "/api/v1/repos/shop/coverage?limit=1&skip=2").body);
  EXPECT_EQ(page["omitted"], json::array({{{"path", "c.py"}, {"state", "indexed"}, {"reason", "time"}}}));
  EXPECT_TRUE(json::parse(call("GET", "/api/v1/repos/shop/coverage?skip=77").body)["omitted"].empty());
  EXPECT_EQ(call("GET", "/api/v1/repos/shop/coverage?limit=0").status, 400U);
}

TEST_F(RestTest, SymbolsAreAskedAboutByPathAndQuery) {
  EXPECT_EQ(call("GET", "/api/v1/symbols/shop%3Aa%2Fb.py%23Cart.put/callers?depth=3&limit=7&repo=shop&repo=depot").status, 200U);
  EXPECT_EQ(engine_.asked_calls.symbol.symbol, "shop:a/b.py#Cart.put");
  EXPECT_THAT(engine_.asked_calls.symbol.repositories, ElementsAre("shop", "depot"));
  EXPECT_EQ(engine_.asked_calls.symbol.limit, 7U);
  EXPECT_EQ(engine_.asked_calls.depth, 3U);
  EXPECT_EQ(call("GET", "/api/v1/symbols/put").status, 200U);
  EXPECT_EQ(call("GET", "/api/v1/symbols/put/references").status, 200U);
  EXPECT_EQ(call("GET", "/api/v1/symbols/put/callees").status, 200U);
  EXPECT_EQ(call("GET", "/api/v1/symbols/put/callers?depth=11").status, 400U);
  EXPECT_EQ(call("GET", "/api/v1/files").status, 400U);
  EXPECT_EQ(call("GET", "/api/v1/files?path=a.py").status, 200U);
}

engine::FlowHit some_flow() {
  return {.name = "C.f",
          .http_method = "GET",
          .route = "/a",
          .repository = "shop",
          .steps = {{.layer = "controller", .symbol = "p.C.f", .path = "C.java", .line = 3},
                    {.layer = "service", .symbol = "p.S.g", .path = "S.java", .line = 4, .caller = 1, .branch = 2},
                    {.layer = "controller",
                     .symbol = "q.D.h",
                     .path = "D.java",
                     .line = 5,
                     .caller = 2,
                     .via = "request",
                     .repository = "pay",
                     .service = "payment",
                     .request = "POST /pay"}},
          .service_calls = {{"shop", "payment", "POST", "/pay", "feign", "shop", "P.java", 6}},
          .mermaid = "sequenceDiagram\n",
          .is_cut = true};
}

TEST_F(RestTest, FlowsAreAskedForByEndpoint) {
  engine_.found_flows.flows = {some_flow(), some_flow()};
  engine_.found_flows.total = 2;
  const auto response = call("GET", "/api/v1/flows?endpoint=GET%20%2Fa&repo=shop&limit=7");
  ASSERT_EQ(response.status, 200U) << response.body;
  EXPECT_EQ(engine_.asked_flows.endpoint, "GET /a");
  EXPECT_THAT(engine_.asked_flows.repositories, ElementsAre("shop"));
  EXPECT_EQ(engine_.asked_flows.limit, 7U);
  json flow = json::parse(R"({"name": "C.f", "endpoint": "/a", "http_method": "GET", "repo": "shop", "steps": [
    {"order": 1, "layer": "controller", "symbol": "p.C.f", "repo": "shop", "path": "C.java", "start_line": 3},
    {"order": 2, "layer": "service", "symbol": "p.S.g", "repo": "shop", "path": "S.java", "start_line": 4, "called_by": 1, "branch": 2},
    {"order": 3, "layer": "controller", "symbol": "q.D.h", "repo": "pay", "path": "D.java", "start_line": 5, "called_by": 2, "via": "request",
     "service": "payment", "request": "POST /pay"}],
    "mermaid": "sequenceDiagram\n", "cut": true,
    "cross_service": [{"from_service": "shop", "to_service": "payment", "http_method": "POST", "route": "/pay", "via": "feign", "repo": "shop",
                       "evidence": {"path": "P.java", "line": 6}}]})");
  json expected = flow;
  expected["others"] = json::array({flow});
  expected["total"] = 2;
  expected["stale"] = false;
  EXPECT_EQ(json::parse(response.body), expected);
  EXPECT_EQ(call("GET", "/api/v1/flows").status, 400U);
}

engine::ServiceMap some_map() {
  engine::ServiceMap map;
  map.services = {{.name = "orders",
                   .repository = "shop",
                   .module = "o",
                   .aliases = {"order"},
                   .role = "program",
                   .system = "",
                   .is_infrastructure = false,
                   .has_code = true,
                   .port = 80,
                   .path = "a",
                   .line = 1},
                  {.name = "db",
                   .repository = "",
                   .module = "",
                   .aliases = {},
                   .role = "database",
                   .system = "mysql",
                   .is_infrastructure = true,
                   .has_code = false,
                   .port = 0,
                   .path = "",
                   .line = 0}};
  map.edges = {{.from = "orders",
                .to = "db",
                .kind = "database",
                .repository = "shop",
                .path = "b",
                .from_repository = "shop",
                .line = 2,
                .confidence = Confidence::kScoped,
                .requests = {{.http_method = "GET", .route = "/x", .via = "feign", .path = "c", .line = 3}}}};
  map.mermaid = "m";
  map.warnings = {"w"};
  return map;
}

TEST_F(RestTest, TheServiceMapIsAskedForByWordsAndRepository) {
  engine_.service_map = some_map();
  const auto response = call("GET", "/api/v1/graph/services?query=order&repo=shop");
  EXPECT_EQ(engine_.asked_services.query, "order");
  EXPECT_THAT(engine_.asked_services.repositories, ElementsAre("shop"));
  EXPECT_EQ(json::parse(response.body), json::parse(R"({"services": [
    {"name": "orders", "repo": "shop", "module": "o", "infrastructure": false, "role": "program", "port": 80, "aliases": ["order"],
     "code": true, "evidence": {"path": "a", "line": 1}},
    {"name": "db", "infrastructure": true, "role": "database", "system": "mysql", "code": false}],
    "edges": [{"from": "orders", "to": "db", "kind": "database", "repo": "shop", "from_repo": "shop", "evidence": {"path": "b", "line": 2},
               "confidence": "scoped", "requests": [{"http_method": "GET", "route": "/x", "via": "feign", "evidence": {"path": "c", "line": 3}}]}],
    "mermaid": "m", "total": 2, "stale": false, "warnings": ["w"]})"));
}

engine::ApiLinkList some_links() {
  const engine::ClientCallHit client{
      .http_method = "GET", .url = "/x", .via = "axios", .repository = "web", .path = "a.ts", .line = 1, .in = "load"};
  const engine::EndpointHit endpoint{.http_method = "GET",
                                     .route = "/x",
                                     .repository = "back",
                                     .module = "m",
                                     .service = "s",
                                     .controller = "C",
                                     .method_name = "f",
                                     .path = "C.java",
                                     .line = 2,
                                     .request_type = {},
                                     .response_type = {},
                                     .framework = "jax-rs",
                                     .flow_name = {}};
  return {.links = {{.client = client, .endpoint = endpoint, .confidence = Confidence::kScoped, .evidence = "why"}},
          .unmatched = {{.client = client, .reason = "nothing"}},
          .uncalled = {endpoint},
          .total = 1,
          .total_unmatched = 1,
          .total_uncalled = 1,
          .stale = false,
          .warnings = {"w"}};
}

TEST_F(RestTest, LinksTellBothSidesAndWhatIsLeftOver) {
  engine_.found_links = some_links();
  const auto response = call("GET", "/api/v1/graph/links?repo=web&limit=5&skip=2");
  EXPECT_THAT(engine_.asked_links.repositories, ElementsAre("web"));
  EXPECT_EQ(engine_.asked_links.limit, 5U);
  EXPECT_EQ(engine_.asked_links.skip, 2U);
  EXPECT_EQ(json::parse(response.body), json::parse(R"({"links": [
    {"http_method": "GET", "url": "/x", "via": "axios", "protocol": "http", "client": {"repo": "web", "path": "a.ts", "line": 1, "in": "load"},
     "endpoint": {"repo": "back", "http_method": "GET", "route": "/x", "handler": "C.f", "path": "C.java", "line": 2, "service": "s", "framework": "jax-rs"},
     "confidence": "scoped", "evidence": "why"}],
    "unmatched": [{"http_method": "GET", "url": "/x", "via": "axios", "protocol": "http", "client": {"repo": "web", "path": "a.ts", "line": 1, "in": "load"},
                   "reason": "nothing"}],
    "uncalled": [{"repo": "back", "http_method": "GET", "route": "/x", "handler": "C.f", "path": "C.java", "line": 2, "service": "s",
                  "framework": "jax-rs"}],
    "total": 1, "total_unmatched": 1, "total_uncalled": 1, "stale": false, "warnings": ["w"]})"));
  EXPECT_EQ(call("GET", "/api/v1/graph/links?limit=0").status, 400U);
}

TEST_F(RestTest, QuestionsAreAnsweredWithCitations) {
  engine_.found_answer.intent = "flow";
  engine_.found_answer.text = engine_.found_answer.context = "[1] …";
  engine_.found_answer.total = 3;
  engine::AnswerHit hit{.unit = {},
                        .chunk_type = "flow",
                        .flow = some_flow(),
                        .flows = {"C.f"},
                        .service_edges = {},
                        .matched_members = {},
                        .summary = {},
                        .written_by = {}};
  hit.unit.path = "C.java";
  hit.unit.lines = {.first = 3, .last = 5};
  hit.unit.qualified_name = "p.C.f";
  engine_.found_answer.hits = {hit};
  const auto response =
      call("POST", "/api/v1/ask", R"({"question": "what happens", "repos": ["shop"], "groups": ["core"], "k": 4, "mode": "keyword"})");
  ASSERT_EQ(response.status, 200U) << response.body;
  EXPECT_EQ(engine_.asked_question.text, "what happens");
  EXPECT_THAT(engine_.asked_question.scope.repositories, ElementsAre("shop"));
  EXPECT_THAT(engine_.asked_question.scope.groups, ElementsAre("core"));
  EXPECT_EQ(engine_.asked_question.limit, 4U);
  EXPECT_EQ(engine_.asked_question.mode, search::Mode::kKeyword);
  const json answer = json::parse(response.body);
  EXPECT_EQ(answer["intent"], "flow");
  EXPECT_EQ(answer["total"], 3);
  EXPECT_EQ(answer["answer"], "[1] …");
  EXPECT_EQ(answer["hits"][0]["route"], "/a");
  EXPECT_EQ(answer["hits"][0]["steps"].size(), 3U);
  EXPECT_EQ(answer["hits"][0]["citation"], json::parse(R"({"file": "C.java", "start_line": 3, "end_line": 5, "fqn": "p.C.f"})"));
  EXPECT_EQ(call("POST", "/api/v1/ask", "{}").status, 400U);
  EXPECT_EQ(call("POST", "/api/v1/ask", R"({"question": "x", "limit": 0})").status, 400U);
}

TEST_F(RestTest, EndpointsAreAskedForByVerbRouteAndRepository) {
  engine_.endpoint_list.endpoints = {{.http_method = "GET",
                                      .route = "/orders/{id}",
                                      .repository = "shop",
                                      .module = "orders",
                                      .service = "orders",
                                      .controller = "shop.OrderController",
                                      .method_name = "one",
                                      .path = "OrderController.java",
                                      .line = 12,
                                      .request_type = {},
                                      .response_type = "Order",
                                      .framework = "spring-mvc",
                                      .flow_name = "OrderController.one"}};
  engine_.endpoint_list.total = 1;
  const auto response = call("GET", "/api/v1/endpoints?query=order&method=GET&path_contains=%2Forders&repo=shop&limit=7&skip=2");
  ASSERT_EQ(response.status, 200U) << response.body;
  EXPECT_EQ(engine_.asked_endpoints.query, "order");
  EXPECT_EQ(engine_.asked_endpoints.method, "GET");
  EXPECT_EQ(engine_.asked_endpoints.path_contains, "/orders");
  EXPECT_THAT(engine_.asked_endpoints.repositories, ElementsAre("shop"));
  EXPECT_EQ(engine_.asked_endpoints.limit, 7U);
  EXPECT_EQ(engine_.asked_endpoints.skip, 2U);
  EXPECT_EQ(json::parse(response.body), json::parse(R"({"endpoints": [{"http_method": "GET", "route": "/orders/{id}", "repo": "shop",
    "module": "orders", "service": "orders", "controller": "shop.OrderController", "method_name": "one", "path": "OrderController.java",
    "start_line": 12, "response_type": "Order", "framework": "spring-mvc", "flow_name": "OrderController.one"}], "total": 1, "stale": false})"));
  EXPECT_EQ(call("GET", "/api/v1/endpoints?limit=0").status, 400U);
}

TEST_F(RestTest, AWishForDependenciesReachesTheEngine) {
  search(R"({"query":"x","expand":"none","expand_depth":1})");
  EXPECT_EQ(engine_.asked.scope.expand, engine::Expand::kNone);
  search(R"({"query":"x","expand":"both"})");
  EXPECT_EQ(engine_.asked.scope.expand, engine::Expand::kBoth);
  EXPECT_EQ(engine_.asked.scope.depth, 1U);
  search(R"({"query":"x","expand":"upstream","expand_depth":3})");
  EXPECT_EQ(engine_.asked.scope.expand, engine::Expand::kUpstream);
  EXPECT_EQ(engine_.asked.scope.depth, 3U);
  EXPECT_EQ(search(R"({"query":"x","expand":"sideways"})").status, 400U);
  EXPECT_EQ(search(R"({"query":"x","expand_depth":11})").status, 400U);
}

TEST_F(RestTest, GroupsReachTheEngine) {
  EXPECT_EQ(search(R"({"query":"x","groups":["core"]})").status, 200U);
  EXPECT_THAT(engine_.asked.scope.groups, ElementsAre("core"));
}

TEST_F(RestTest, AHitShowsWhatTheContractSaysAndNothingEmpty) {
  engine::UnitHit hit;
  hit.rank = 1;
  hit.id = "shop:a.py#a.f";
  hit.repository = "shop";
  hit.path = "a.py";
  hit.language = Language::kPython;
  hit.kind = Kind::kFunction;
  hit.name = "f";
  hit.lines = {3, 9};
  hit.score = 0.5;
  hit.ranks.lexical = 2;
  engine_.found.hits.push_back(hit);
  engine_.found.scope = {"shop"};
  const json answer = json::parse(search(R"({"query":"f"})").body);
  const json& shown = answer["results"][0];
  EXPECT_EQ(shown["id"], "shop:a.py#a.f");
  EXPECT_EQ(shown["start_line"], 3);
  EXPECT_EQ(shown["end_line"], 9);
  EXPECT_EQ(shown["ranks"], json({{"lexical", 2}}));
  EXPECT_FALSE(shown.contains("docstring"));
  EXPECT_FALSE(shown.contains("stale"));
  EXPECT_EQ(answer["scope"]["repos"], json({"shop"}));
  EXPECT_FALSE(answer.contains("plan"));
}

TEST_F(RestTest, BadFieldsAre400AndNamed) {
  for (const auto& [body, field] : std::vector<std::pair<std::string, std::string>>{{R"({"query":5})", "query"},
                                                                                    {R"({"query":"x","limit":0})", "limit"},
                                                                                    {R"({"query":"x","kinds":["klass"]})", "klass"},
                                                                                    {R"({"query":"x","languages":["pyton"]})", "pyton"},
                                                                                    {R"({"query":"x","querry":"y"})", "querry"},
                                                                                    {"", "JSON"}}) {
    const auto response = search(body);
    EXPECT_EQ(response.status, 400U) << body;
    EXPECT_EQ(response.content_type, "application/problem+json");
    const json problem = json::parse(response.body);
    EXPECT_EQ(problem["status"], 400);
    EXPECT_EQ(problem["code"], "invalid_argument");
    EXPECT_THAT(problem["detail"].get<std::string>(), HasSubstr(field));
  }
}

TEST_F(RestTest, ErrorsOfTheEngineKeepTheirCode) {
  const std::vector<std::pair<ErrorCode, unsigned>> expected = {
      {ErrorCode::kNotFound, 404}, {ErrorCode::kLocked, 409},      {ErrorCode::kConflict, 409}, {ErrorCode::kReindexing, 503},
      {ErrorCode::kTimeout, 504},  {ErrorCode::kUnavailable, 503}, {ErrorCode::kCorrupt, 500},  {ErrorCode::kInternal, 500}};
  for (const auto& [code, status] : expected) {
    engine_.failure = Error{code, "what is wrong", "what to do"};
    const auto response = search(R"({"query":"x"})");
    EXPECT_EQ(response.status, status);
    const json problem = json::parse(response.body);
    EXPECT_EQ(problem["code"], std::string(code_name(code)));
    EXPECT_EQ(problem["detail"], "what is wrong");
    EXPECT_EQ(problem["hint"], "what to do");
  }
}

TEST_F(RestTest, ABugEndsOneRequestOnly) {
  engine_.throws = true;
  const auto response = search(R"({"query":"x"})");
  EXPECT_EQ(response.status, 500U);
  EXPECT_THAT(response.body, Not(HasSubstr("broken")));
  EXPECT_THAT(log_.lines, HasSubstr("broken"));
  engine_.throws = false;
  EXPECT_EQ(search(R"({"query":"x"})").status, 200U);
}

TEST_F(RestTest, UnknownPathsAndMethodsAreToldApart) {
  EXPECT_EQ(call("GET", "/nothing").status, 404U);
  EXPECT_EQ(call("GET", "/%zz").status, 400U);
  const auto response = call("PATCH", "/api/v1/repos/shop");
  EXPECT_EQ(response.status, 405U);
  EXPECT_THAT(response.headers, ElementsAre(std::pair<std::string, std::string>("Allow", "GET, PUT, DELETE")));
}

TEST_F(RestTest, ABodyHasToBeDeclaredAsJson) {
  EXPECT_EQ(call("POST", "/api/v1/search", R"({"query":"x"})", "text/plain").status, 415U);
  EXPECT_EQ(call("POST", "/api/v1/search", R"({"query":"x"})", "application/json; charset=utf-8").status, 200U);
  EXPECT_EQ(call("POST", "/api/v1/search", R"({"query":"x"})", "").status, 200U);
}

TEST_F(RestTest, RepositoriesAreListedShownChangedAndRemoved) {
  EXPECT_EQ(json::parse(call("GET", "/api/v1/repos").body)["repositories"][0]["name"], "shop");
  EXPECT_EQ(json::parse(call("GET", "/api/v1/repos/shop").body)["added_at"], "1970-01-01T00:00:01Z");
  EXPECT_EQ(call("GET", "/api/v1/repos/ship").status, 404U);

  const auto added = call("POST", "/api/v1/repos", R"({"path":"/src/shop","name":"shop","index":false})");
  EXPECT_EQ(added.status, 201U) << added.body;
  EXPECT_THAT(added.headers, ElementsAre(std::pair<std::string, std::string>("Location", "/api/v1/repos/r1")));
  EXPECT_EQ(engine_.added.location, "/src/shop");
  EXPECT_EQ(engine_.added.base, engine::AddRequest::Base::kAbsoluteOnly);
  EXPECT_EQ(engine_.indexed.repository, "");
  EXPECT_EQ(call("POST", "/api/v1/repos", R"({"name":"shop"})").status, 400U);
  EXPECT_EQ(call("POST", "/api/v1/repos", R"({"path":"/a","url":"https://b"})").status, 400U);

  EXPECT_EQ(json::parse(call("PUT", "/api/v1/repos/shop", R"({"name":"store","auto_sync":false})").body)["name"], "store");
  EXPECT_EQ(json::parse(call("DELETE", "/api/v1/repos/shop").body)["removed"], "store");
  EXPECT_EQ(engine_.removed, "shop");
}

TEST_F(RestTest, AModelInUseIsNotUnloaded) {
  EXPECT_EQ(json::parse(call("POST", "/api/v1/models/unload").body)["status"], "unloaded");
  engine_.failure = Error{ErrorCode::kConflict, "the model is in use", ""};
  EXPECT_EQ(call("POST", "/api/v1/models/unload").status, 409U);
}

TEST_F(RestTest, ReadinessFollowsTheEngine) {
  EXPECT_EQ(call("GET", "/health").status, 200U);
  engine_.readiness = {.open = 1, .waiting = {}};
  EXPECT_EQ(call("GET", "/ready").status, 200U);
  engine_.readiness = {.open = 0, .waiting = {"shop"}};
  const auto response = call("GET", "/ready");
  EXPECT_EQ(response.status, 503U);
  EXPECT_EQ(json::parse(response.body)["waiting"], json({"shop"}));
  for (const char* token : {"", "guessed"}) {
    token_ = token;
    EXPECT_EQ(call("GET", "/ready").status, 503U);
    EXPECT_THAT(call("GET", "/ready").body, Not(HasSubstr("shop"))) << token;
  }
}

TEST_F(RestTest, TheTokenGuardsEverythingButProbes) {
  const auto verdict = [&](std::string target, std::string token) {
    HttpRequest head{.method = "GET", .target = std::move(target), .headers = {{"Host", "localhost"}}};
    if (!token.empty()) head.headers.emplace_back("Authorization", "Bearer " + token);
    const auto refused = api_.refuse(head);
    return refused ? refused->status : 200U;
  };
  EXPECT_EQ(verdict("/health", ""), 200U);
  EXPECT_EQ(verdict("/ready", ""), 200U);
  for (const char* target : {"/api/v1/repos", "/metrics", "/openapi.json", "/nothing"}) {
    EXPECT_EQ(verdict(target, ""), 401U) << target;
    EXPECT_EQ(verdict(target, "wrong"), 401U) << target;
    EXPECT_EQ(verdict(target, "swordfish"), 200U) << target;
  }
}

TEST_F(RestTest, MetricsCountByRouteAndStatus) {
  search(R"({"query":"x"})");
  search(R"({"query":5})");
  call("GET", "/made/up/by/a/client");
  const auto response = call("GET", "/metrics");
  EXPECT_THAT(response.content_type, HasSubstr("version=0.0.4"));
  EXPECT_THAT(response.body, HasSubstr(R"(grove_http_requests_total{method="POST",route="/api/v1/search",status="200"} 1)"));
  EXPECT_THAT(response.body, HasSubstr(R"(grove_http_requests_total{method="POST",route="/api/v1/search",status="400"} 1)"));
  EXPECT_THAT(response.body, HasSubstr(R"(grove_http_request_duration_seconds_bucket{route="/api/v1/search",le="0.0025"} 2)"));
  EXPECT_THAT(response.body, HasSubstr(R"(grove_http_request_duration_seconds_count{route="/api/v1/search"} 2)"));
  EXPECT_THAT(response.body, HasSubstr("grove_units 12\n"));
  EXPECT_THAT(response.body, HasSubstr(fmt::format("grove_build_info{{version=\"{}\"}} 1\n", version())));
  EXPECT_THAT(response.body, HasSubstr("process_resident_memory_bytes "));
  EXPECT_THAT(response.body, Not(HasSubstr("made")));
}

TEST_F(RestTest, TheAccessLogHoldsNoQueryAndNoToken) {
  const HttpRequest request{.method = "GET",
                            .target = "/api/v1/repos?secret=1",
                            .headers = {{"Host", "localhost"}, {"Authorization", "Bearer swordfish"}},
                            .body = {},
                            .peer = "127.0.0.1"};
  api_.answered(request, {.status = 200, .body = "12345"}, 1.5);
  EXPECT_EQ(log_.lines, "method=GET path=/api/v1/repos status=200 bytes=5 ms=1.50 peer=127.0.0.1\n");
}

/// A schema without `$ref` and `allOf`: all properties of its parts.
json whole_schema(const json& schema, const json& schemas) {
  if (schema.contains("$ref"))
    return whole_schema(schemas[schema["$ref"].get<std::string>().substr(std::string("#/components/schemas/").size())], schemas);
  if (!schema.contains("allOf")) return schema;
  json whole = {{"properties", json::object()}, {"required", json::array()}};
  for (const json& part : schema["allOf"]) {
    const json resolved = whole_schema(part, schemas);
    whole["properties"].update(resolved["properties"]);
    for (const json& key : resolved.value("required", json::array())) whole["required"].push_back(key);
  }
  return whole;
}

/// Whether every key of `value` is in its schema, and every key that its schema requires is there.
void expect_described(const json& value, const json& schema, const json& schemas, const std::string& at) {
  const json resolved = whole_schema(schema, schemas);
  if (value.is_array()) {
    for (const json& item : value) expect_described(item, resolved["items"], schemas, at + "[]");
  }
  if (!value.is_object() || !resolved.contains("properties")) return;
  for (const json& key : resolved.value("required", json::array()))
    EXPECT_TRUE(value.contains(key.get<std::string>())) << at << "." << key << " is required, and left out";
  for (const auto& [key, inner] : value.items()) {
    EXPECT_TRUE(resolved["properties"].contains(key)) << at << "." << key << " is not in the schema";
    if (resolved["properties"].contains(key)) expect_described(inner, resolved["properties"][key], schemas, at + "." + key);
  }
}

TEST_F(RestTest, OpenApiDescribesEveryRouteAndItsAnswers) {
  const json document = json::parse(call("GET", "/openapi.json").body);
  const json& schemas = document["components"]["schemas"];
  std::set<std::string> operations;
  for (const Route& route : all_routes()) {
    std::string method(route.method);
    for (char& c : method) c = static_cast<char>(std::tolower(c));
    const json& operation = document["paths"][std::string(route.pattern)][method];
    ASSERT_TRUE(operation.is_object()) << route.pattern;
    EXPECT_TRUE(operations.insert(operation["operationId"]).second) << "twice: " << operation["operationId"];
    EXPECT_TRUE(route.answer.empty() || schemas.contains(std::string(route.answer))) << route.answer;
  }
  engine_.shop.vectors.push_back({.provider = "static", .model = "static-code", .dimensions = 256, .units = 9, .is_present = true});
  engine_.found.hits.emplace_back().code = "x";
  engine_.found.hits.back().stale = true;
  engine_.found.skipped = {"other"};
  engine_.found.embedding_model = "static";
  engine_.found.warnings = {"only words were searched"};
  engine_.found.hits.back().ranks.rerank = 1;
  engine_.found.answer.plan.push_back({"terms", "detail", 1, 1, 0.5});
  expect_described(json::parse(search(R"({"query":"x","explain":true,"facets":true})").body), schemas["SearchAnswer"], schemas, "search");
  expect_described(json::parse(call("GET", "/api/v1/repos").body), schemas["Repositories"], schemas, "repos");
  engine_.coverage_of.omissions = {{"a.bin", FileState::kBinary, "zeros"}};
  expect_described(json::parse(call("GET", "/api/v1/repos/shop/coverage").body), schemas["Coverage"], schemas, "coverage");
  engine_.endpoint_list.endpoints = {{.http_method = "GET",
                                      .route = "/",
                                      .repository = "shop",
                                      .module = "m",
                                      .service = "s",
                                      .controller = "C",
                                      .method_name = "f",
                                      .path = "C.java",
                                      .line = 1,
                                      .request_type = "A",
                                      .response_type = "B",
                                      .framework = "jax-rs",
                                      .flow_name = "C.f"}};
  engine_.endpoint_list.warnings = {"w"};
  expect_described(json::parse(call("GET", "/api/v1/endpoints").body), schemas["Endpoints"], schemas, "endpoints");
  engine_.found_flows.flows = {some_flow(), some_flow()};
  engine_.found_flows.warnings = {"w"};
  engine_.service_map = some_map();
  expect_described(json::parse(call("GET", "/api/v1/graph/services").body), schemas["ServiceMap"], schemas, "map");
  engine_.found_links = some_links();
  expect_described(json::parse(call("GET", "/api/v1/graph/links").body), schemas["ApiLinks"], schemas, "links");
  expect_described(json::parse(call("GET", "/api/v1/flows?endpoint=/").body), schemas["Flow"], schemas, "flows");
  const json job = json::parse(call("POST", "/api/v1/repos/shop/sync").body);
  engine_.found_answer.hits = {{.unit = {},
                                .chunk_type = "flow",
                                .flow = some_flow(),
                                .flows = {"C.f"},
                                .service_edges = {},
                                .matched_members = {"f"},
                                .summary = {},
                                .written_by = {}}};
  engine_.found_answer.embedding_model = engine_.found_answer.model = "m";
  engine_.found_answer.skipped = engine_.found_answer.pending = engine_.found_answer.warnings = {"x"};
  engine_.found_answer.cited = {1};
  expect_described(json::parse(call("POST", "/api/v1/ask", R"({"question":"x"})").body), schemas["Answer"], schemas, "ask");
  expect_described(job, schemas["Job"], schemas, "sync");
  expect_described(json::parse(until_ended(job["id"])), schemas["Job"], schemas, "job");
  expect_described(json::parse(call("GET", "/api/v1/jobs").body), schemas["Jobs"], schemas, "jobs");
  expect_described(json::parse(call("DELETE", "/api/v1/repos/shop").body), schemas["Removed"], schemas, "remove");
  expect_described(json::parse(call("GET", "/api/v1/models/status").body), schemas["Model"], schemas, "model");
  expect_described(json::parse(call("GET", "/api/v1/stats").body), schemas["Stats"], schemas, "stats");
  expect_described(json::parse(call("GET", "/ready").body), schemas["Readiness"], schemas, "ready");
  expect_described(json::parse(call("GET", "/none").body), schemas["Problem"], schemas, "problem");
}

}  // namespace
}  // namespace grove::serve
