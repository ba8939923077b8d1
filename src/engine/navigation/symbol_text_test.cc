#include "engine/navigation/symbol_text.h"

#include <gmock/gmock.h>

namespace grove::engine {
namespace {

using testing::ElementsAre;

const std::vector<Repository> kShop = {{.id = "r1", .name = "shop"}};

TEST(NameParts, AreWhatStandsBetweenTheSeparatorsOfAnyLanguage) {
  EXPECT_THAT(name_parts("Cart.add"), ElementsAre("Cart", "add"));
  EXPECT_THAT(name_parts("shop::Cart::add"), ElementsAre("shop", "Cart", "add"));
  EXPECT_THAT(name_parts("Cart#add"), ElementsAre("Cart", "add"));
  EXPECT_THAT(name_parts("Shop\\Cart->add"), ElementsAre("Shop", "Cart", "add"));
  EXPECT_THAT(name_parts("example.com/shop/cart.Add"), ElementsAre("example", "com", "shop", "cart", "Add"));
  EXPECT_THAT(name_parts("Vec::operator->"), ElementsAre("Vec", "operator->"));
  EXPECT_THAT(name_parts("Vec::operator/"), ElementsAre("Vec", "operator/"));
  EXPECT_THAT(name_parts("operators.add"), ElementsAre("operators", "add"));
  EXPECT_THAT(name_parts("~Cart"), ElementsAre("~Cart"));
  EXPECT_THAT(name_parts("..."), ElementsAre());
}

TEST(SymbolText, IsTakenApart) {
  const SymbolText id = parse_symbol("shop:src/cart.py#cart.Cart.add~2+1", kShop);
  EXPECT_EQ(id.repository, "shop");
  EXPECT_EQ(id.path, "src/cart.py");
  EXPECT_THAT(id.parts, ElementsAre("cart", "Cart", "add"));
  EXPECT_EQ(id.twin, 2U);
  EXPECT_EQ(parse_symbol("add(2)", kShop).arity, 2U);
  EXPECT_EQ(parse_symbol("add()", kShop).arity, std::nullopt);
  EXPECT_THAT(*parse_symbol("add(Map<String, Item>, int)", kShop).types, ElementsAre("Map<String, Item>", "int"));
  EXPECT_THAT(parse_symbol("Fn::operator()", kShop).parts, ElementsAre("Fn", "operator()"));
}

TEST(SymbolText, OfAnUnknownRepositoryIsAName) {
  const SymbolText text = parse_symbol("depot:cart.py#add", kShop);
  EXPECT_EQ(text.repository, "");
  EXPECT_THAT(parse_symbol("Cart::add#x", kShop).parts, ElementsAre("Cart", "add", "x"));
}

}  // namespace
}  // namespace grove::engine
