#include <gmock/gmock.h>

#include "tests/e2e/program.h"

// What requests go through, as people and programs ask for it.
namespace grove::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class FlowCommand : public testing::Test {
 protected:
  void SetUp() override {
    world_.write("shop/src/main/resources/application.yml", "server.servlet.context-path: /shop\n");
    world_.write("shop/src/main/java/shop/Web.java",
                 "package shop;\nimport org.springframework.web.bind.annotation.*;\n@RestController\n@RequestMapping(\"/orders\")\n"
                 "class Web {\n  private Orders orders;\n  @PostMapping void place() { orders.place(); }\n"
                 "  @GetMapping(\"/{id}\") Order one(@PathVariable long id) { return orders.one(id); }\n}\n");
    write_service("store.save(new Order());");
    world_.write("shop/src/main/java/shop/Store.java",
                 "package shop;\nimport org.springframework.data.repository.CrudRepository;\n"
                 "interface Store extends CrudRepository<Order, Long> {}\n");
    ASSERT_EQ(world_.run({"index", "shop", "--no-vectors"}).exit_code, 0);
  }
  void write_service(const std::string& body) {
    world_.write("shop/src/main/java/shop/Orders.java",
                 "package shop;\nimport org.springframework.stereotype.Service;\n@Service\nclass Orders {\n  private Store store;\n"
                 "  void place() { " +
                     body + " }\n  Order one(long id) { return null; }\n}\n");
  }
  json ask(const std::string& endpoint) {
    const Outcome outcome = world_.run({"flow", endpoint, "--json"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.error_output;
    return outcome.json();
  }

  World world_;
};

TEST_F(FlowCommand, ListsTheStepsOfAnEndpoint) {
  const json flow = ask("POST /shop/orders");
  EXPECT_EQ(flow["name"], "Web.place");
  EXPECT_EQ(flow["endpoint"], "/shop/orders");
  EXPECT_EQ(flow["http_method"], "POST");
  EXPECT_EQ(flow["cross_service"], json::array());
  EXPECT_EQ(flow["total"], 1);
  EXPECT_EQ(flow["steps"], json::parse(R"([
    {"order": 1, "layer": "controller", "symbol": "shop.Web.place", "repo": "shop", "path": "src/main/java/shop/Web.java", "start_line": 7},
    {"order": 2, "layer": "service", "symbol": "shop.Orders.place", "repo": "shop", "path": "src/main/java/shop/Orders.java",
     "start_line": 6, "called_by": 1},
    {"order": 3, "layer": "repository", "symbol": "shop.Store.save", "repo": "shop", "path": "src/main/java/shop/Store.java",
     "start_line": 3, "called_by": 2}])"));
  EXPECT_THAT(flow["mermaid"].get<std::string>(), HasSubstr("  Client->>P1: POST /shop/orders\n  P1->>P2: place\n  P2->>P3: save\n"));
}

TEST_F(FlowCommand, KnowsAnEndpointByRouteRequestClassAndMethod) {
  for (const char* same : {"/shop/orders", "/orders", "post /orders/", "Web#place", "shop.Web.place", "Web::place()"})
    EXPECT_EQ(ask(same)["name"], "Web.place") << same;
  EXPECT_EQ(ask("/shop/orders/42")["name"], "Web.one");
  EXPECT_EQ(ask("/shop/orders/{id}")["total"], 1);
  EXPECT_EQ(ask("Web")["total"], 2);
  EXPECT_EQ(ask("Web")["others"].size(), 1U);
  EXPECT_EQ(ask("Store")["name"], "Web.place") << "goes through it";
  EXPECT_EQ(ask("shop.Orders")["total"], 2);
  EXPECT_EQ(world_.run({"flow", "PUT /shop/orders"}).exit_code, 3);
  EXPECT_EQ(world_.run({"flow", "rders"}).exit_code, 3);
  EXPECT_EQ(world_.run({"flow", " "}).exit_code, 2);
}

TEST_F(FlowCommand, PeopleGetAnIndentedList) {
  EXPECT_EQ(world_.run({"flow", "Web#place"}).output,
            "POST /shop/orders  Web.place\n"
            "   1. [controller] shop.Web.place  src/main/java/shop/Web.java:7\n"
            "   2.   [service] shop.Orders.place  src/main/java/shop/Orders.java:6\n"
            "   3.     [repository] shop.Store.save  src/main/java/shop/Store.java:3\n");
  EXPECT_THAT(world_.run({"flow", "Web#place", "--mermaid"}).output, HasSubstr("sequenceDiagram\n"));
}

TEST_F(FlowCommand, GoesOnInTheServicesThatAreAsked) {
  world_.write("pay/src/main/resources/application.yml", "spring.application.name: payment-service\n");
  world_.write("pay/src/main/java/pay/Payments.java",
               "package pay;\nimport org.springframework.boot.autoconfigure.SpringBootApplication;\n"
               "import org.springframework.web.bind.annotation.*;\n@SpringBootApplication\n@RestController\nclass Payments {\n"
               "  @PostMapping(\"/payments/{id}\") void pay(@PathVariable long id) {}\n"
               "  public static void main(String[] arguments) {}\n}\n");
  world_.write("shop/src/main/java/shop/Orders.java",
               "package shop;\nimport org.springframework.stereotype.Service;\nimport org.springframework.web.client.RestTemplate;\n"
               "@Service\nclass Orders {\n  private RestTemplate rest;\n"
               "  void place() { rest.postForObject(\"http://payment-service/payments/\" + 7, null, String.class); }\n"
               "  Order one(long id) { return rest.getForObject(\"https://api.example.org/orders/\" + id, Order.class); }\n}\n");
  ASSERT_EQ(world_.run({"index", "pay", "--no-vectors"}).exit_code, 0);
  ASSERT_EQ(world_.run({"sync", "shop"}).exit_code, 0);
  for (const auto& arguments : {std::vector<std::string>{"flow", "POST /shop/orders", "--json"},
                                std::vector<std::string>{"flow", "POST /shop/orders", "--repo", "shop", "--json"}}) {
    const json flow = world_.run(arguments).json();
    EXPECT_EQ(flow["cross_service"], json::parse(R"([
      {"from_service": "shop", "to_service": "payment-service", "http_method": "POST", "route": "/payments/7", "via": "resttemplate",
       "repo": "shop", "evidence": {"path": "src/main/java/shop/Orders.java", "line": 7}}])"));
    ASSERT_EQ(flow["steps"].size(), 4U) << flow;
    EXPECT_EQ(flow["steps"][2]["host"], "payment-service");
    EXPECT_EQ(flow["steps"][2]["request"], "POST /payments/7");
    EXPECT_EQ(flow["steps"][3], json::parse(R"({"order": 4, "layer": "controller", "symbol": "pay.Payments.pay", "repo": "pay",
       "path": "src/main/java/pay/Payments.java", "start_line": 7, "called_by": 3, "via": "request", "service": "payment-service",
       "request": "POST /payments/{id}"})"));
    EXPECT_THAT(flow["mermaid"].get<std::string>(), HasSubstr("as Payments (payment-service)\n"));
    EXPECT_THAT(flow["mermaid"].get<std::string>(), HasSubstr("P3->>P4: POST /payments/{id}\n"));
  }
  EXPECT_EQ(world_.run({"flow", "POST /shop/orders"}).output,
            "POST /shop/orders  Web.place\n"
            "   1. [controller] shop.Web.place  src/main/java/shop/Web.java:7\n"
            "   2.   [service] shop.Orders.place  src/main/java/shop/Orders.java:7\n"
            "   3.     [external] RestTemplate.postForObject  → POST /payments/7 of payment-service  src/main/java/shop/Orders.java:7\n"
            "   4.       [controller] pay.Payments.pay  ← POST /payments/{id} in payment-service  src/main/java/pay/Payments.java:7\n");
  EXPECT_THAT(world_.run({"flow", "/shop/orders/42"}).output, HasSubstr("→ GET /orders/{id} of api.example.org"));
}

TEST_F(FlowCommand, FollowsAnEdit) {
  write_service("store.count();");
  ASSERT_EQ(world_.run({"sync", "shop"}).exit_code, 0);
  EXPECT_EQ(ask("Web#place")["steps"][2]["symbol"], "shop.Store.count");
}

}  // namespace
}  // namespace grove::e2e
