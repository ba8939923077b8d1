#include <gmock/gmock.h>

#include "tests/e2e/program.h"

// Spring's service beans, and classes as assistants are shown them.
namespace grove::e2e {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class BeansCommand : public testing::Test {
 protected:
  void SetUp() override {
    world_.write("shop/orders/pom.xml", "<project/>\n");
    write("Orders",
          "import org.springframework.stereotype.Service;\n/** Takes orders. Keeps them, too. */\n@Service(\"orders\")\npublic class "
          "Orders {\n"
          "  private final Store store;\n  Orders(Store store) { this.store = store; }\n"
          "  public void place(String what) {\n    store.save(what);\n    check();\n  }\n  private void check() {}\n}\n");
    write("BusinessLogic", "import org.springframework.stereotype.Service;\n@Service\npublic @interface BusinessLogic {}\n");
    write("Mailer", "@BusinessLogic\nclass Mailer {\n  void send() {}\n}\n");
    write("Store", "import org.springframework.stereotype.Repository;\n@Repository\nclass Store {\n  void save(String what) {}\n}\n");
    write("Web", "class Web {\n  Orders orders;\n  void go() { orders.place(\"x\"); }\n}\n");
    ASSERT_EQ(world_.run({"index", "shop", "--no-vectors"}).exit_code, 0);
  }
  void write(const std::string& name, const std::string& text) {
    world_.write("shop/orders/src/main/java/shop/" + name + ".java", "package shop;\n" + text);
  }

  World world_;
};

TEST_F(BeansCommand, ListsServicesWithWhatTheyNeed) {
  const json beans = world_.run({"beans", "--json"}).json();
  EXPECT_EQ(beans["total"], 2) << "the repository's own annotation that carries @Service counts, the annotation itself does not";
  const json& bean = beans["beans"][1];
  EXPECT_EQ(beans["beans"][0]["qualified_name"], "shop.Mailer");
  EXPECT_EQ(bean["qualified_name"], "shop.Orders");
  EXPECT_EQ(bean["annotations"], json{"@Service(\"orders\")"});
  EXPECT_EQ(bean["dependencies"], json::parse(R"([{"name": "store", "type": "Store"}])"));
  EXPECT_EQ(bean["methods"], (json{"place", "check"}));
  EXPECT_EQ(bean["summary"], "Takes orders.");
  EXPECT_EQ(bean["module"], "orders");
}

TEST_F(BeansCommand, ChoosesByWords) {
  EXPECT_EQ(world_.run({"beans", "takes", "ORDERS", "--json"}).json()["total"], 1);
  EXPECT_EQ(world_.run({"beans", "nothing", "--json"}).json()["total"], 0);
  EXPECT_THAT(world_.run({"beans", "--limit", "1"}).error_output, HasSubstr("1 of 2 beans shown"));
}

TEST_F(BeansCommand, PeopleSeeThemInAFewLines) {
  EXPECT_EQ(world_.run({"beans", "place"}).output,
            "shop.Orders  orders/src/main/java/shop/Orders.java:4\n  Takes orders.\n  @Service(\"orders\")\n  needs Store\n");
}

/// The tools of the profile, as an assistant calls them.
class Assistant {
 public:
  explicit Assistant(World& world) : program_(world.start_with_pipes({"mcp", "--profile", "ontology"})) {
    send("initialize",
         {{"protocolVersion", "2025-06-18"}, {"capabilities", json::object()}, {"clientInfo", {{"name", "t"}, {"version", "1"}}}});
  }
  json call(const char* tool, const json& arguments) {
    return send("tools/call", {{"name", tool}, {"arguments", arguments}})["result"]["structuredContent"];
  }

 private:
  json send(const char* method, const json& params) {
    program_.write(json{{"jsonrpc", "2.0"}, {"id", ++id_}, {"method", method}, {"params", params}}.dump() + "\n");
    return json::parse(program_.read_line());
  }

  World::Running program_;
  int id_ = 0;
};

TEST_F(BeansCommand, AClassIsShownWithItsEdgesByTheToolForIt) {
  Assistant assistant(world_);
  const auto call = [&](const char* tool, const json& arguments) { return assistant.call(tool, arguments); };
  const json type = call("get_class", {{"name", "Orders"}});
  EXPECT_EQ(type["fqn"], "shop.Orders");
  EXPECT_EQ(type["layer"], "service");
  EXPECT_EQ(type["callsOut"], json{"shop.Store.save"});
  EXPECT_EQ(type["calledBy"], json{"shop.Web.go"});
  EXPECT_EQ(call("callers_of", {{"class_or_method", "Orders#place"}})["result"], json{"shop.Web.go"});
  EXPECT_EQ(call("callers_of", {{"class_or_method", "Store"}})["result"], json{"shop.Orders.place"});
  EXPECT_EQ(call("uses_of", {{"class_or_method", "shop.Web"}})["result"], json{"shop.Orders.place"});
  EXPECT_EQ(call("find_services", {{"query", "mail"}})["result"][0]["name"], "Mailer");
  EXPECT_EQ(call("list_services", json::object())["result"].size(), 2U);
  EXPECT_EQ(call("get_file", {{"path", "orders/src/main/java/shop/Web.java"}})["result"][0]["chunk_type"], "class");
}

TEST_F(BeansCommand, RequestsAreCallsBetweenServices) {
  write("Door",
        "import org.springframework.web.bind.annotation.*;\n@RestController\nclass Door {\n"
        "  @PostMapping(\"/orders\") void place() {}\n  @GetMapping(\"/orders\") void all() {}\n}\n");
  world_.write("shop/orders/src/main/resources/application.yml", "spring.application.name: orders\n");
  write("Main",
        "import org.springframework.boot.autoconfigure.SpringBootApplication;\n@SpringBootApplication\nclass Main {\n"
        "  public static void main(String[] arguments) {}\n}\n");
  world_.write("till/src/main/resources/application.yml", "spring.application.name: till\n");
  world_.write("till/src/main/java/till/Till.java",
               "package till;\nimport org.springframework.boot.autoconfigure.SpringBootApplication;\n"
               "import org.springframework.web.client.RestTemplate;\n@SpringBootApplication\nclass Till {\n  private RestTemplate rest;\n"
               "  void ring() { rest.postForObject(\"http://orders/orders\", null, String.class); }\n"
               "  void pay() { rest.getForObject(\"https://cards.example:8443/limits\", String.class); }\n}\n");
  ASSERT_EQ(world_.run({"sync", "shop"}).exit_code, 0);
  ASSERT_EQ(world_.run({"index", "till", "--no-vectors"}).exit_code, 0);
  Assistant assistant(world_);
  EXPECT_EQ(assistant.call("callers_of", {{"class_or_method", "Door"}})["result"], json{"till.Till.ring"});
  EXPECT_EQ(assistant.call("callers_of", {{"class_or_method", "Door#place"}})["result"], json{"till.Till.ring"});
  EXPECT_EQ(assistant.call("callers_of", {{"class_or_method", "Door#all"}})["result"], json::array());
  EXPECT_EQ(assistant.call("uses_of", {{"class_or_method", "Till"}})["result"],
            (json{"POST orders/orders", "GET cards.example:8443/limits"}));
}

}  // namespace
}  // namespace grove::e2e
