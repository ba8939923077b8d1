#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/e2e/program.h"

// Questions in plain words, without a language model.
namespace grove::e2e {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;

class AskCommand : public testing::Test {
 protected:
  void SetUp() override {
    world_.write("shop/pom.xml", "<project/>\n");
    world_.write("shop/README.md", "# Shop\n\nOrders are placed through `OrderController`.\n\n## Licence\n\nNone yet.\n");
    world_.write(
        "shop/src/main/resources/application.yml",
        "spring:\n  datasource:\n    url: jdbc:postgresql://db/orders\nserver:\n  port: 8090\nlogging:\n  level:\n    root: info\n");
    write_class(
        "OrderController",
        "import org.springframework.web.bind.annotation.*;\n@RestController\n@RequestMapping(\"/orders\")\nclass OrderController {\n"
        "  private final OrderService service;\n  OrderController(OrderService service) { this.service = service; }\n"
        "  @PostMapping\n  void place(@RequestBody Order order) { service.place(order); }\n"
        "  @GetMapping(\"/{id}\")\n  Order one(@PathVariable long id) { return service.find(id); }\n}\n");
    write_class("InvoiceController",
                "import org.springframework.web.bind.annotation.*;\n@RestController\nclass InvoiceController {\n"
                "  @GetMapping(\"/invoices\")\n  String all() { return \"\"; }\n}\n");
    write_class("OrderService",
                "import org.springframework.stereotype.Service;\n/** Takes orders and keeps them. */\n@Service\nclass OrderService {\n"
                "  private final OrderRepository store;\n  OrderService(OrderRepository store) { this.store = store; }\n"
                "  void place(Order order) {\n    store.save(order);\n  }\n  Order find(long id) {\n    return store.findById(id).get();\n "
                " }\n}\n");
    write_class(
        "OrderRepository",
        "import org.springframework.data.repository.CrudRepository;\ninterface OrderRepository extends CrudRepository<Order, Long> {}\n");
    write_class("Order", "class Order {\n  private long id;\n  long getId() { return id; }\n  void setId(long id) { this.id = id; }\n}\n");
    ASSERT_EQ(world_.run({"index", "shop", "--no-vectors"}).exit_code, 0);
  }
  void write_class(const std::string& name, const std::string& text) {
    world_.write("shop/src/main/java/shop/" + name + ".java", "package shop;\n" + text);
  }
  json ask(const std::string& question) {
    const Outcome outcome = world_.run({"ask", question, "--json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.error_output;
    return outcome.json();
  }

  World world_;
};

TEST_F(AskCommand, SaysThatAClassIsNotThere) {
  EXPECT_THAT(ask("Explain the PaymentService class.")["warnings"].dump(), HasSubstr("nothing is called PaymentService here"));
  EXPECT_FALSE(ask("Explain the OrderService class.").contains("warnings"));
}

TEST_F(AskCommand, ListsEndpoints) {
  const json answer = ask("What REST endpoints does this expose?");
  EXPECT_EQ(answer["intent"], "endpoint");
  std::vector<std::string> requests;
  for (const json& hit : answer["hits"])
    if (hit["chunk_type"] == "endpoint") requests.push_back(hit["http_method"].get<std::string>() + " " + hit["route"].get<std::string>());
  EXPECT_THAT(requests, testing::UnorderedElementsAre("GET /invoices", "POST /orders", "GET /orders/{id}"));
  EXPECT_EQ(answer["hits"][0]["chunk_type"], "endpoint");
}

TEST_F(AskCommand, ShowsTheFlowThatAQuestionMeansWithoutNamingIt) {
  const json answer = ask("Walk me through what happens when a user creates an order.");
  EXPECT_EQ(answer["intent"], "flow");
  const json& flow = answer["hits"][0];
  EXPECT_EQ(flow["chunk_type"], "flow");
  EXPECT_EQ(flow["flow_name"], "OrderController.place");
  ASSERT_EQ(flow["steps"].size(), 3U);
  EXPECT_EQ(flow["steps"][2]["symbol"], "shop.OrderRepository.save");
  EXPECT_THAT(flow["mermaid"].get<std::string>(), HasSubstr("sequenceDiagram"));
  EXPECT_EQ(flow["citation"], json::parse(R"({"file": "src/main/java/shop/OrderController.java", "start_line": 8, "end_line": 9,
                                              "fqn": "shop.OrderController.place"})"));
  EXPECT_THAT(answer["context_block"].get<std::string>(),
              HasSubstr("[1] flow POST /orders shop.OrderController.place  (shop:src/main/java/shop/OrderController.java:8-9)\n"));
  EXPECT_EQ(answer["answer"], answer["context_block"]);
}

TEST_F(AskCommand, WhoCallsAServiceIsToldOfEachOfManyCallers) {
  constexpr int kCallers = 20;
  const auto write_service = [&](const std::string& name, const std::string& type, const std::string& members) {
    world_.write("tills/" + name + "/pom.xml", "<project/>\n");
    world_.write("tills/" + name + "/src/main/resources/application.yml", "spring.application.name: " + name + "\n");
    world_.write("tills/" + name + "/src/main/java/a/" + type + ".java",
                 "package a;\nimport org.springframework.boot.autoconfigure.SpringBootApplication;\n"
                 "import org.springframework.web.client.RestTemplate;\n@SpringBootApplication\nclass " +
                     type + " {\n  static void main(String[] arguments) {}\n" + members + "}\n");
  };
  write_service("ledger", "Book", "");
  world_.write("tills/kernel/src/main/java/a/Places.java", "package a;\nclass Places { static final String BASE = \"http://ledger\"; }\n");
  for (int i = 0; i < kCallers; ++i)
    write_service("till" + std::to_string(i), "Till" + std::to_string(i),
                  "  private RestTemplate rest;\n  void ring() { rest.getForObject(Places.BASE + \"/sums\", String.class); }\n");
  ASSERT_EQ(world_.run({"index", "tills", "--no-vectors"}).exit_code, 0);
  const json answer = world_.run({"ask", "Which service calls the ledger service?", "--repo", "tills", "--limit", "100", "--json"}).json();
  int callers = 0;
  for (const json& hit : answer["hits"]) {
    if (!hit.contains("service_edges")) continue;
    ++callers;
    EXPECT_GT(hit["score"], 1.0) << hit["name"];
  }
  EXPECT_EQ(callers, kCallers);
}

TEST_F(AskCommand, ExplainsAClass) {
  const json answer = ask("Explain the OrderService class.");
  EXPECT_EQ(answer["intent"], "class");
  EXPECT_EQ(answer["hits"][0]["chunk_type"], "class");
  EXPECT_EQ(answer["hits"][0]["qualified_name"], "shop.OrderService");
  EXPECT_THAT(answer["hits"][0]["flows"], Contains("OrderController.place"));
}

TEST_F(AskCommand, FindsConfiguration) {
  const json answer = ask("What database is configured in application.yml?");
  EXPECT_EQ(answer["intent"], "config");
  EXPECT_EQ(answer["hits"][0]["chunk_type"], "config");
  EXPECT_EQ(answer["hits"][0]["path"], "src/main/resources/application.yml");
  EXPECT_THAT(answer["hits"][0]["code"].get<std::string>(), HasSubstr("jdbc:postgresql://db/orders"));
}

TEST_F(AskCommand, LinksDocumentsToTheFlowsOfWhatTheyMention) {
  const json answer = ask("what do the documents say on orders being placed through the readme");
  for (const json& hit : answer["hits"]) {
    if (hit["chunk_type"] != "document" || hit["start_line"] != 1) continue;
    EXPECT_THAT(hit["flows"], Contains("OrderController.place"));
    return;
  }
  FAIL() << answer;
}

TEST_F(AskCommand, PeopleSeePlacesStepsAndContext) {
  const Outcome outcome = world_.run({"ask", "what happens when somebody places an order"});
  EXPECT_THAT(outcome.output, HasSubstr("[1] flow POST /orders  shop.OrderController.place  src/main/java/shop/OrderController.java:8-9\n"
                                        "    1. [controller] shop.OrderController.place"));
  EXPECT_THAT(outcome.output, HasSubstr("    3. [repository] shop.OrderRepository.save"));
}

TEST_F(AskCommand, SaysWhatIsWrongWithAQuestion) {
  EXPECT_EQ(world_.run({"ask", " "}).exit_code, 2);
  EXPECT_EQ(world_.run({"ask", "x", "--repo", "nothing"}).exit_code, 3);
  EXPECT_EQ(ask("zzz qqq")["hits"].size(), 0U);
}

TEST_F(AskCommand, SearchTellsTheIntentToo) {
  EXPECT_EQ(world_.run({"search", "explain the OrderService class", "--json"}).json()["intent"], "class");
}

/// The first hit, as verb and route, qualified name, or path, whichever is asked for.
bool stands_first(const json& hit, const std::string& expected) {
  if (expected.contains(' ')) return hit.value("http_method", "") + " " + hit.value("route", "") == expected;
  return hit.value("qualified_name", "").ends_with("." + expected) || hit.value("path", "").ends_with(expected);
}

TEST(AskOfTheMarket, PutsWhatIsMeantFirst) {
  const World world;
  std::filesystem::copy(GROVE_SOURCE_DIR "/samples/market", world.path("market"), std::filesystem::copy_options::recursive);
  ASSERT_EQ(world.run({"index", "market"}).exit_code, 0);
  std::ifstream file(GROVE_SOURCE_DIR "/tests/golden/market/questions.tsv");
  std::size_t asked = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::istringstream fields(line);
    std::string intent, question, expected;
    std::getline(std::getline(std::getline(fields, intent, '\t'), question, '\t'), expected);
    const json answer = world.run({"ask", question, "--json"}).json();
    EXPECT_EQ(answer["intent"], intent) << question;
    ASSERT_FALSE(answer["hits"].empty()) << question;
    std::istringstream names(expected);
    bool found = false;
    for (std::string name; std::getline(names, name, '|');) found = found || stands_first(answer["hits"][0], name);
    EXPECT_TRUE(found) << question << " → " << answer["hits"][0].value("id", "");
    ++asked;
  }
  EXPECT_GE(asked, 9U);
  const std::string text = world.run({"ask", "what happens when a user places an order"}).output;
  EXPECT_THAT(text, HasSubstr("\n    12. "));
  EXPECT_THAT(text, HasSubstr("more: `grove flow 'POST /api/v1/orders'`")) << "of a long flow the beginning is shown";
  EXPECT_THAT(text, testing::Not(HasSubstr("\n    13. ")));
}

}  // namespace
}  // namespace grove::e2e
