#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "tests/e2e/program.h"

// Definitions, uses and calls in the sample shop, as people and programs ask for them.
namespace grove::e2e {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

class Navigation : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    shop_ = std::make_unique<World>();
    std::filesystem::copy(GROVE_SOURCE_DIR "/samples/shop", shop_->path("shop"), std::filesystem::copy_options::recursive);
    const Outcome indexed = shop_->run({"index", "shop", "--json"});
    ASSERT_EQ(indexed.exit_code, 0) << indexed.error_output;
    EXPECT_GT(indexed.json()["repositories"][0]["edges"], 200);
  }
  static void TearDownTestSuite() { shop_.reset(); }

  static json ask(std::vector<std::string> words) {
    words.emplace_back("--json");
    const Outcome outcome = shop_->run(words);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.error_output;
    return outcome.json();
  }
  static std::vector<std::string> all(const json& rows, const std::string& key) {
    std::vector<std::string> values;
    for (const json& row : rows) values.push_back(row.value(key, ""));
    return values;
  }

  static std::unique_ptr<World> shop_;
};
std::unique_ptr<World> Navigation::shop_;

TEST_F(Navigation, ADefinitionIsFoundInWhateverWayItIsWritten) {
  for (const char* symbol :
       {"StockService.reserve", "StockService#reserve", "StockService::reserve", "shop.corner.catalog.StockService.reserve",
        "StockService.reserve(3)", "StockService.reserve(String, String, int)", "stockservice.RESERVE",
        "shop:catalog/src/main/java/shop/corner/catalog/StockService.java#shop.corner.catalog.StockService.reserve"}) {
    const json found = ask({"definition", symbol});
    EXPECT_EQ(found["symbol"], symbol);
    ASSERT_EQ(found["definitions"].size(), 1U) << symbol;
    const json& hit = found["definitions"][0];
    EXPECT_EQ(hit["repo"], "shop");
    EXPECT_EQ(hit["path"], "catalog/src/main/java/shop/corner/catalog/StockService.java");
    EXPECT_EQ(hit["language"], "java");
    EXPECT_EQ(hit["kind"], "method");
    EXPECT_EQ(hit["parent"], "StockService");
    EXPECT_EQ(hit["start_line"], 30);
    EXPECT_THAT(hit["code"], HasSubstr("products.findById(sku)"));
    EXPECT_THAT(hit["signature"], HasSubstr("reserve(String sku"));
  }
}

TEST_F(Navigation, ReferencesSayWhereHowAndHowSurely) {
  const json found = ask({"references", "Cart"});
  EXPECT_THAT(all(found["references"], "role"), Contains("import"));
  EXPECT_THAT(all(found["references"], "role"), Contains("type"));
  EXPECT_EQ(found["total"], found["references"].size());
  bool seen = false;
  for (const json& hit : found["references"]) {
    if (hit["path"] != "orders/orders/checkout.py" || hit["role"] != "import") continue;
    seen = true;
    EXPECT_EQ(hit["line"], 10);
    EXPECT_EQ(hit["column"], 25);
    EXPECT_EQ(hit["preview"], "from orders.cart import Cart");
    EXPECT_EQ(hit["confidence"], "exact");
  }
  EXPECT_TRUE(seen);
}

TEST_F(Navigation, CallersAndCalleesGoAsDeepAsAsked) {
  const json callers = ask({"callers", "StockService.reserve"});
  ASSERT_EQ(callers["edges"].size(), 1U);
  EXPECT_EQ(callers["edges"][0]["from"], "shop.corner.catalog.ProductController.reserve");
  EXPECT_EQ(callers["edges"][0]["to"], "shop.corner.catalog.StockService.reserve");
  EXPECT_EQ(callers["edges"][0]["line"], 41);
  EXPECT_EQ(callers["edges"][0]["depth"], 1);
  const json near = ask({"callees", "Checkout.place_order"});
  const json far = ask({"callees", "Checkout.place_order", "--depth", "3"});
  EXPECT_THAT(all(near["edges"], "to"), Contains(HasSubstr("pricing.quote")));
  EXPECT_THAT(all(near["edges"], "to"), Not(Contains(HasSubstr("bulk_discount"))));
  EXPECT_THAT(all(far["edges"], "to"), Contains(HasSubstr("bulk_discount")));
  EXPECT_THAT(all(near["unresolved"], "name"), Contains("uuid4"));
}

TEST(Overloads, ACallGoesToTheOneThatItsArgumentsFitAndIsListedOnce) {
  World world;
  world.write("shop/Store.java", R"(package shop;
class Apple {}
class Pear {}
class Store {
  void put(Apple apple) {}
  void put(Pear pear) {}
  void fill(Apple one, Pear two, Object any) {
    put(one);
    put(two);
    put(new Pear());
    put(any);
  }
}
)");
  ASSERT_EQ(world.run({"index", "shop"}).exit_code, 0);
  const json pears = world.run({"references", "Store.put(Pear)", "--json"}).json()["references"];
  std::vector<int> lines;
  for (const json& use : pears) lines.push_back(use["line"]);
  EXPECT_THAT(lines, testing::ElementsAre(9, 10, 11)) << pears;
  const json callers = world.run({"callers", "Store.put", "--json"}).json()["edges"];
  std::set<std::string> seen;
  for (const json& edge : callers) EXPECT_TRUE(seen.insert(edge["from"].dump() + edge["line"].dump()).second) << callers;
}

TEST(ImportedNames, WhatAPackageBringsInIsNamedByThePackageToo) {
  World world;
  world.write("src/shop/__init__.py", "from .api import get\nfrom .carts import Cart as Basket, Cart\n");
  world.write("src/shop/api.py", "def get(url):\n    return url\n");
  world.write("src/shop/carts.py", "class Cart:\n    def get(self):\n        return 1\n");
  world.write("src/other.py", "import shop\n\n\ndef run():\n    return shop.get(1)\n\n\ndef get():\n    return 2\n");
  ASSERT_EQ(world.run({"index", ".", "--name", "shop"}).exit_code, 0);
  const auto names = [&](const char* symbol) {
    std::vector<std::string> found;
    const json answer = world.run({"definition", symbol, "--json"}).json();
    for (const json& hit : answer.value("definitions", json::array())) found.push_back(hit["qualified_name"]);
    return found;
  };
  EXPECT_THAT(names("shop.get"), testing::ElementsAre("shop.api.get"));
  EXPECT_THAT(names("shop.Cart"), testing::ElementsAre("shop.carts.Cart"));
  EXPECT_THAT(names("shop.Cart.get"), testing::ElementsAre("shop.carts.Cart.get"));
  EXPECT_THAT(names("shop.Cart.put"), testing::IsEmpty());
  EXPECT_EQ(world.run({"callers", "shop.get", "--json"}).json()["edges"][0]["from"], "other.run");
}

TEST(ShownCode, BeginsWithWhatIndentsItAndEndsWhereTheDefinitionEnds) {
  World world;
  world.write("app/frame.rs", R"(use std::fmt;

/// What goes over the wire.
#[derive(Debug)]
pub enum Frame {
    Simple(String),
    Null,
}

impl Frame {
    /// Answers.
    #[inline]
    pub fn answer(&self) -> u32 {
        42
    }
}

/// Last.
fn last() {}
)");
  ASSERT_EQ(world.run({"index", "app"}).exit_code, 0);
  const auto hit = [&](const char* symbol) -> json { return world.run({"definition", symbol, "--json"}).json()["definitions"][0]; };
  const json frame = hit("Frame");
  EXPECT_EQ(frame["code"], "/// What goes over the wire.\n#[derive(Debug)]\npub enum Frame {\n    Simple(String),\n    Null,\n}");
  EXPECT_EQ(frame["docstring"], "What goes over the wire.");
  EXPECT_EQ(hit("Frame::answer")["code"], "    /// Answers.\n    #[inline]\n    pub fn answer(&self) -> u32 {\n        42\n    }");
  EXPECT_EQ(hit("Frame::Null")["code"], "    Null");
  EXPECT_THAT(world.run({"search", "last", "--kind", "function", "--json"}).json()["results"][0]["code"].get<std::string>(),
              testing::StartsWith("/// Last."));
}

TEST_F(Navigation, ASymbolSaysHowManyCallIt) {
  const json symbol = ask({"symbol", "StockService.reserve"});
  EXPECT_EQ(symbol["callers"], 1);
  EXPECT_EQ(symbol["kind"], "method");
  const json results = ask({"search", "reserve stock", "--kind", "method"})["results"];
  for (const json& hit : results) EXPECT_TRUE(hit.contains("callers")) << hit["id"];
}

TEST_F(Navigation, WhatIsNotThereIsExitCode3AndNamesNearOnes) {
  for (const char* command : {"definition", "references", "callers", "callees", "symbol"}) {
    const Outcome outcome = shop_->run({command, "Crat", "--json"});
    EXPECT_EQ(outcome.exit_code, 3) << command;
    EXPECT_EQ(outcome.json()["error"]["code"], "not_found");
    EXPECT_THAT(outcome.json()["error"]["hint"], HasSubstr("Cart"));
  }
  EXPECT_EQ(shop_->run({"definition", "Cart", "--repo", "shp"}).exit_code, 3);
  EXPECT_EQ(shop_->run({"definition", ""}).exit_code, 2);
  EXPECT_EQ(shop_->run({"callers", "Cart", "--depth", "11"}).exit_code, 2);
}

TEST_F(Navigation, PeopleGetPathsWithLinesAndTrees) {
  EXPECT_THAT(shop_->run({"references", "StockService.reserve"}).output,
              HasSubstr("ProductController.java:41:return stock.reserve(sku, request.orderId(), request.quantity());"));
  EXPECT_THAT(shop_->run({"callers", "StockService.reserve"}).output,
              HasSubstr("shop.corner.catalog.StockService.reserve\n  shop.corner.catalog.ProductController.reserve  "));
}

TEST(NavigationAfterEdits, SeesWhatAnEditChangedAndWhatItDidNot) {
  World world;
  world.write("app/a.py", "def helper():\n    return 1\n\n\ndef run():\n    return helper()\n");
  world.write("app/b.py", "from a import helper\n\n\ndef go():\n    return helper()\n");
  ASSERT_EQ(world.run({"index", "app"}).exit_code, 0);
  const auto callers = [&](const char* name) { return world.run({"callers", name, "--json"}).json()["edges"].size(); };
  EXPECT_EQ(callers("helper"), 2U);
  // Not indexed yet: the code is read as it is now, and found again where it moved.
  world.write("app/a.py", "import os\n\n\ndef helper():\n    return 2\n\n\ndef run():\n    return helper()\n");
  const json moved = world.run({"definition", "helper", "--json"}).json();
  EXPECT_EQ(moved["stale"], true);
  EXPECT_EQ(moved["definitions"][0]["start_line"], 4);
  EXPECT_THAT(moved["definitions"][0]["code"], HasSubstr("return 2"));
  world.write("app/a.py", "def assistant():\n    return 2\n");
  const json gone = world.run({"definition", "helper", "--json"}).json();
  EXPECT_EQ(gone["definitions"][0]["stale"], true);
  EXPECT_FALSE(gone["definitions"][0].contains("code"));
  ASSERT_EQ(world.run({"index", "app"}).exit_code, 0);
  EXPECT_EQ(world.run({"definition", "helper"}).exit_code, 3);
  EXPECT_EQ(callers("assistant"), 0U);
}

TEST(NavigationAfterEdits, AMissingOrDamagedGraphIsMadeAnew) {
  World world;
  world.write("app/a.py", "def helper():\n    return 1\n\n\ndef run():\n    return helper()\n");
  ASSERT_EQ(world.run({"index", "app"}).exit_code, 0);
  const auto graph = [&] {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(world.data()))
      if (entry.path().filename() == "graph") return entry.path();
    return std::filesystem::path();
  };
  std::filesystem::remove_all(graph());
  const Outcome without = world.run({"callers", "helper"});
  EXPECT_EQ(without.exit_code, 3);
  EXPECT_THAT(without.error_output, HasSubstr("grove sync app"));
  ASSERT_EQ(world.run({"sync", "app"}).exit_code, 0);
  EXPECT_EQ(world.run({"callers", "helper", "--json"}).json()["edges"].size(), 1U);
  for (const auto& entry : std::filesystem::directory_iterator(graph()))
    if (entry.path().extension() == ".graph") std::filesystem::resize_file(entry.path(), 100);
  EXPECT_EQ(world.run({"sync", "app"}).exit_code, 0);
  EXPECT_EQ(world.run({"callers", "helper", "--json"}).json()["edges"].size(), 1U);
}

}  // namespace
}  // namespace grove::e2e
