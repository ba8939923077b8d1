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

TEST_F(BeansCommand, AClassIsShownWithItsEdgesByTheToolForIt) {
  World::Running program = world_.start_with_pipes({"mcp", "--profile", "ontology"});
  const auto send = [&](const json& message) {
    program.write(message.dump() + "\n");
    return json::parse(program.read_line());
  };
  send({{"jsonrpc", "2.0"},
        {"id", 1},
        {"method", "initialize"},
        {"params",
         {{"protocolVersion", "2025-06-18"}, {"capabilities", json::object()}, {"clientInfo", {{"name", "t"}, {"version", "1"}}}}}});
  int id = 1;
  const auto call = [&](const char* tool, const json& arguments) {
    return send({{"jsonrpc", "2.0"},
                 {"id", ++id},
                 {"method", "tools/call"},
                 {"params", {{"name", tool}, {"arguments", arguments}}}})["result"]["structuredContent"];
  };
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

}  // namespace
}  // namespace grove::e2e
