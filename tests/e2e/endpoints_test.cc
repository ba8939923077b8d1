#include <gmock/gmock.h>

#include "tests/e2e/program.h"

// What services answer to, as people and programs ask for it.
namespace grove::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class EndpointsCommand : public testing::Test {
 protected:
  void SetUp() override {
    world_.write("shop/pom.xml", "<project/>\n");
    world_.write("shop/src/main/resources/application.yml", "spring.application.name: orders\nserver.servlet.context-path: /shop\n");
    write_controller("/orders");
    ASSERT_EQ(world_.run({"index", "shop", "--no-vectors"}).exit_code, 0);
  }
  void write_controller(const std::string& path) {
    world_.write("shop/src/main/java/shop/Orders.java",
                 "package shop;\nimport org.springframework.web.bind.annotation.*;\n@RestController\n@RequestMapping(\"" + path +
                     "\")\nclass Orders {\n  @GetMapping(\"/{id}\")\n  Order one(@PathVariable long id) { return null; }\n"
                     "  @PostMapping\n  void place(@RequestBody Order order) {}\n  @RequestMapping(\"/any\") void any() {}\n}\n");
  }
  json ask(std::vector<std::string> words) {
    words.insert(words.begin(), "endpoints");
    words.emplace_back("--json");
    const Outcome outcome = world_.run(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.error_output;
    return outcome.json();
  }

  World world_;
};

TEST_F(EndpointsCommand, ListsVerbRouteAndHandler) {
  EXPECT_EQ(ask({"--method", "get", "--path-contains", "{id}"})["endpoints"],
            json::parse(R"([{"http_method": "GET", "route": "/shop/orders/{id}",
    "repo": "shop", "module": "shop", "service": "orders", "controller": "shop.Orders", "method_name": "one",
    "path": "src/main/java/shop/Orders.java", "start_line": 6, "response_type": "Order", "framework": "spring-mvc", "flow_name": "Orders.one"}])"));
}

TEST_F(EndpointsCommand, ChoosesByWordsVerbAndRoute) {
  EXPECT_EQ(ask({})["total"], 9);
  EXPECT_EQ(ask({"orders place"})["endpoints"][0]["request_type"], "Order");
  EXPECT_EQ(ask({"orders place"})["total"], 1);
  EXPECT_EQ(ask({"--method", "PUT"})["total"], 1);
  EXPECT_EQ(ask({"--method", "TRACE"})["total"], 0) << "a method of HTTP that nothing answers to";
  EXPECT_EQ(ask({"nowhere"})["total"], 0);
  const Outcome brew = world_.run({"endpoints", "--method", "BREW"});
  EXPECT_EQ(brew.exit_code, 2);
  EXPECT_THAT(brew.error_output, HasSubstr("Give one of CONNECT, DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT, TRACE."));
  EXPECT_EQ(ask({"--limit", "2"})["endpoints"].size(), 2U);
  EXPECT_EQ(world_.run({"endpoints", "--repo", "shp"}).exit_code, 3);
}

TEST_F(EndpointsCommand, PeopleGetOneLineForAllVerbsOfAHandler) {
  const std::string text = world_.run({"endpoints", "any"}).output;
  EXPECT_THAT(text,
              HasSubstr("DELETE GET HEAD OPTIONS PATCH POST PUT /shop/orders/any  shop.Orders.any  src/main/java/shop/Orders.java:10\n"));
}

TEST_F(EndpointsCommand, EveryBrokenFileIsListedByCoverage) {
  for (const char* name : {"A", "B", "C", "D"})
    world_.write("shop/src/main/java/shop/" + std::string(name) + ".java",
                 "package shop;\nclass " + std::string(name) + " {\n  void f( {\n");
  ASSERT_EQ(world_.run({"sync", "shop"}).exit_code, 0);
  EXPECT_THAT(world_.run({"endpoints"}).error_output, HasSubstr("and 1 more"));
  const std::string coverage = world_.run({"coverage", "shop"}).output;
  for (const char* name : {"A", "B", "C", "D"})
    EXPECT_THAT(coverage,
                ::testing::ContainsRegex("shop/" + std::string(name) + ".java  searchable, but could not be parsed whole: line [0-9]+"));
  EXPECT_EQ(world_.run({"--json", "coverage", "shop"}).json()["repositories"][0]["omitted"].size(), 4U);
}

TEST_F(EndpointsCommand, FollowsAnEdit) {
  write_controller("/purchases");
  ASSERT_EQ(world_.run({"sync", "shop"}).exit_code, 0);
  EXPECT_EQ(ask({"--method", "GET", "--path-contains", "{id}"})["endpoints"][0]["route"], "/shop/purchases/{id}");
}

}  // namespace
}  // namespace grove::e2e
