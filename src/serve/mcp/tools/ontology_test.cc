#include <gmock/gmock.h>

#include "serve/mcp/testing/mcp_world.h"

// The tools of the ontology profile: parameters and fields as clients of ontology-rag-mcp know them.
namespace grove::serve::mcp {
namespace {

using ::testing::UnorderedElementsAre;

class OntologyTools : public ::testing::Test, protected McpWorld {
 protected:
  Json answer_of(std::string_view tool, Json arguments) { return call(tool, std::move(arguments), "ontology")["structuredContent"]; }
  Json schema_of(std::string_view tool) { return server_.profile("ontology")->tool(tool)->definition["inputSchema"]; }
  static engine::FlowHit flow() {
    return {.name = "Web.place",
            .http_method = "POST",
            .route = "/orders",
            .repository = "shop",
            .steps = {{.layer = "controller", .symbol = "shop.Web.place", .path = "Web.java", .line = 7}},
            .mermaid = "sequenceDiagram\n",
            .is_cut = false};
  }
  static engine::TypeView orders() {
    engine::TypeView type;
    type.symbol.name = "Orders";
    type.symbol.qualified_name = "shop.Orders";
    type.symbol.kind = Kind::kClass;
    type.symbol.path = "Orders.java";
    type.symbol.lines = {.first = 3, .last = 9};
    type.symbol.code = "class Orders {}";
    type.annotations = {"@Service"};
    type.dependencies = {{.name = "store", .type = "Store"}};
    type.methods = {{.name = "place", .signature = "void place()", .annotations = {"@Transactional"}, .lines = {.first = 5, .last = 6}}};
    type.summary = "Takes orders.";
    type.calls_out = {"shop.Store.save"};
    type.called_by = {"shop.Web.place"};
    return type;
  }
};

TEST_F(OntologyTools, AreTheTenOfTheContract) {
  std::vector<std::string> names;
  for (const auto& tool : server_.profile("ontology")->tools) names.push_back(tool->name);
  EXPECT_THAT(names, UnorderedElementsAre("rag_search", "find_rest_endpoints", "flow_of", "callers_of", "uses_of", "find_services",
                                          "get_class", "get_file", "list_services", "stats"));
  EXPECT_LE(server_.profile("default")->tools.size(), 12U);
  for (const auto& tool : server_.profile("ontology")->tools) EXPECT_NE(server_.profile("all")->tool(tool->name), nullptr) << tool->name;
}

TEST_F(OntologyTools, TakeTheParametersOfTheSeed) {
  const std::pair<const char*, std::vector<std::string>> required[] = {{"rag_search", {"query"}},
                                                                       {"flow_of", {"endpoint_or_class"}},
                                                                       {"callers_of", {"class_or_method"}},
                                                                       {"uses_of", {"class_or_method"}},
                                                                       {"get_class", {"name"}},
                                                                       {"get_file", {"path"}},
                                                                       {"find_rest_endpoints", {}},
                                                                       {"find_services", {}},
                                                                       {"list_services", {}},
                                                                       {"stats", {}}};
  for (const auto& [tool, names] : required) EXPECT_EQ(schema_of(tool)["required"], names) << tool;
  for (const char* name : {"query", "k", "mode"}) EXPECT_TRUE(schema_of("rag_search")["properties"].contains(name)) << name;
  for (const char* name : {"query", "http_method", "path_contains"})
    EXPECT_TRUE(schema_of("find_rest_endpoints")["properties"].contains(name)) << name;
  EXPECT_TRUE(schema_of("find_services")["properties"].contains("query"));
  EXPECT_TRUE(schema_of("list_services")["properties"].empty());
  EXPECT_TRUE(schema_of("stats")["properties"].empty());
}

TEST_F(OntologyTools, ASearchSaysIntentHitsContextAndAnswer) {
  engine::AnswerHit hit{.unit = {},
                        .chunk_type = "flow",
                        .flow = flow(),
                        .flows = {"Web.place"},
                        .service_edges = {},
                        .matched_members = {},
                        .summary = {},
                        .written_by = {}};
  hit.unit.rank = 1;
  hit.unit.path = "Web.java";
  hit.unit.lines = {.first = 7, .last = 8};
  hit.unit.qualified_name = "shop.Web.place";
  engine_.found_answer.intent = "flow";
  engine_.found_answer.hits = {hit};
  engine_.found_answer.total = 4;
  engine_.found_answer.context = "[1] …";
  engine_.found_answer.text = "Orders are placed [1].";
  engine_.found_answer.model = "small";
  engine_.found_answer.cited = {1};
  const Json answer = answer_of("rag_search", {{"query", "what happens"}, {"k", 3}, {"mode", "keyword"}});
  EXPECT_EQ(engine_.asked_question.text, "what happens");
  EXPECT_EQ(engine_.asked_question.limit, 3U);
  EXPECT_EQ(engine_.asked_question.mode, search::Mode::kKeyword);
  EXPECT_EQ(answer["query"], "what happens");
  EXPECT_EQ(answer["intent"], "flow");
  EXPECT_EQ(answer["total"], 4);
  EXPECT_EQ(answer["context_block"], "[1] …");
  EXPECT_EQ(answer["answer"], "Orders are placed [1].");
  EXPECT_EQ(answer["hits"][0]["chunk_type"], "flow");
  EXPECT_EQ(answer["hits"][0]["route"], "/orders");
  EXPECT_EQ(answer["hits"][0]["citation"], Json::parse(R"({"file": "Web.java", "start_line": 7, "end_line": 8, "fqn": "shop.Web.place"})"));
}

TEST_F(OntologyTools, EndpointsHaveTheFieldsOfTheSeed) {
  engine_.endpoint_list.endpoints = {{.http_method = "POST",
                                      .route = "/orders",
                                      .repository = "shop",
                                      .module = "orders",
                                      .service = "orders",
                                      .controller = "shop.Web",
                                      .method_name = "place",
                                      .path = "Web.java",
                                      .line = 7,
                                      .request_type = {},
                                      .response_type = {},
                                      .framework = "spring-mvc",
                                      .flow_name = "Web.place"}};
  engine_.endpoint_list.total = 1;
  const Json answer = answer_of("find_rest_endpoints", {{"query", "order"}, {"http_method", "POST"}, {"path_contains", "/orders"}});
  EXPECT_EQ(engine_.asked_endpoints.query, "order");
  EXPECT_EQ(engine_.asked_endpoints.method, "POST");
  EXPECT_EQ(engine_.asked_endpoints.path_contains, "/orders");
  const Json& item = answer["result"][0];
  const std::pair<const char*, const char*> fields[] = {{"http_method", "POST"},  {"route", "/orders"},       {"controller", "shop.Web"},
                                                        {"method_name", "place"}, {"flow_name", "Web.place"}, {"module", "orders"}};
  for (const auto& [name, value] : fields) EXPECT_EQ(item[name], value);
}

TEST_F(OntologyTools, AFlowHasTheFieldsOfTheSeed) {
  engine_.found_flows.flows = {flow()};
  engine_.found_flows.total = 1;
  const Json answer = answer_of("flow_of", {{"endpoint_or_class", "POST /orders"}});
  EXPECT_EQ(engine_.asked_flows.endpoint, "POST /orders");
  EXPECT_EQ(answer["name"], "Web.place");
  EXPECT_EQ(answer["endpoint"], "/orders");
  EXPECT_EQ(answer["http_method"], "POST");
  EXPECT_EQ(answer["steps"].size(), 1U);
  EXPECT_EQ(answer["mermaid"], "sequenceDiagram\n");
  EXPECT_TRUE(answer["cross_service"].is_array());
}

TEST_F(OntologyTools, CallersAndUsesAreSymbolsEachOnce) {
  engine::SymbolHit orders;
  orders.kind = Kind::kClass;
  orders.qualified_name = "shop.Orders";
  engine_.found_calls.of = {orders};
  const auto edge = [](const char* from, const char* to) {
    return engine::CallEdge{
        .repository = "shop", .from = from, .to = to, .path = "x", .line = 1, .confidence = Confidence::kExact, .depth = 1};
  };
  engine_.found_calls.edges = {edge("shop.Web.place", "shop.Orders.place"), edge("shop.Web.place", "shop.Orders.find"),
                               edge("shop.Orders.place", "shop.Orders.check"), edge("shop.OrdersJob.run", "shop.Orders.place")};
  EXPECT_EQ(answer_of("callers_of", {{"class_or_method", "Orders"}})["result"], (Json{"shop.Web.place", "shop.OrdersJob.run"}));
  EXPECT_EQ(engine_.asked_calls.types, engine::CallRequest::Types::kWhole);
  engine_.found_calls.edges = {edge("shop.Orders.place", "shop.Store.save"), edge("shop.Orders.place", "shop.Orders.check")};
  EXPECT_EQ(answer_of("uses_of", {{"class_or_method", "Orders#place"}})["result"], Json{"shop.Store.save"});
}

TEST_F(OntologyTools, ServicesAndClassesTellAnnotationsDependenciesAndEdges) {
  engine_.found_types.types = {orders()};
  engine_.found_types.total = 1;
  const Json service = answer_of("find_services", {{"query", "order"}})["result"][0];
  EXPECT_EQ(engine_.asked_beans.query, "order");
  EXPECT_EQ(service["name"], "Orders");
  EXPECT_EQ(service["annotations"], Json{"@Service"});
  EXPECT_EQ(service["dependencies"], Json::parse(R"([{"name": "store", "type": "Store"}])"));
  EXPECT_EQ(service["summary"], "Takes orders.");
  EXPECT_EQ(answer_of("list_services", Json::object())["result"].size(), 1U);
  EXPECT_EQ(engine_.asked_beans.query, "");
  const Json type = answer_of("get_class", {{"name", "Orders"}});
  EXPECT_EQ(engine_.asked_type, "Orders");
  EXPECT_EQ(type["fqn"], "shop.Orders");
  EXPECT_EQ(type["methods"][0]["signature"], "void place()");
  EXPECT_EQ(type["callsOut"], Json{"shop.Store.save"});
  EXPECT_EQ(type["calledBy"], Json{"shop.Web.place"});
  EXPECT_EQ(type["citation"]["file"], "Orders.java");
}

TEST_F(OntologyTools, AllServicesThatDoNotFitSayWhereTheRestIs) {
  for (int i = 0; i < 500; ++i) engine_.found_types.types.push_back(orders());
  engine_.found_types.total = 500;
  const Json answer = answer_of("list_services", Json::object());
  EXPECT_LT(answer["result"].size(), 500U);
  EXPECT_EQ(answer["total"], 500);
  EXPECT_FALSE(answer.contains("next_cursor"));
  EXPECT_THAT(answer["note"].get<std::string>(), ::testing::HasSubstr("find_services"));
}

}  // namespace
}  // namespace grove::serve::mcp
