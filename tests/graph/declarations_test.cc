#include <gmock/gmock.h>

#include <algorithm>
#include <random>

#include "graph/declare.h"
#include "graph/remembered_declarations.h"
#include "syntax/parser.h"

namespace grove::graph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Files = std::vector<std::pair<std::string, std::string>>;

std::unique_ptr<Declarations> declared(const Files& texts) {
  const auto parser = syntax::make_parser();
  std::vector<std::pair<std::string, Facts>> files;
  for (const auto& [path, text] : texts)
    files.emplace_back(
        path, parser->parse({.path = path, .language = syntax::detect_language(path, text), .text = text, .limits = {}, .cancel = {}}));
  return declare(std::move(files));
}

SymbolId one(const Declarations& declarations, std::string_view name) {
  const std::vector<SymbolId> found = declarations.named(name);
  return found.size() == 1 ? found.front() : kNobody;
}

std::vector<std::string> names(const Declarations& declarations, const std::vector<SymbolId>& symbols) {
  std::vector<std::string> names;
  for (const SymbolId symbol : symbols) names.emplace_back(declarations.symbol(symbol).name);
  return names;
}

std::vector<std::string> paths(const Declarations& declarations, const std::vector<FileId>& files) {
  std::vector<std::string> paths;
  for (const FileId file : files) paths.emplace_back(declarations.file(file).path);
  return paths;
}

const Files kShop = {
    {"src/shop/Cart.java",
     "package shop;\nimport java.util.List;\nimport static shop.Prices.*;\npublic class Cart extends Base<Item> implements Priced {\n"
     "  private List<Item> items;\n  public int total(String currency, int... extras) { return 1; }\n  int total() { return 2; }\n}\n"},
    {"src/shop/Item.java", "package shop;\nclass Item {\n  int price;\n}\n"},
    {"tools/item.py", "import os.path as p\nfrom shop import Cart as C\ndef total(a, b=1, *rest):\n  return a\n"},
};

TEST(Declarations, GiveEverySymbolAsItsFileDeclaredIt) {
  const auto shop = declared(kShop);
  const SymbolId cart = one(*shop, "Cart");
  ASSERT_NE(cart, kNobody);
  const DeclaredSymbol symbol = shop->symbol(cart);
  EXPECT_EQ(symbol.qualified_name, "shop.Cart");
  EXPECT_EQ(symbol.kind, Kind::kClass);
  EXPECT_EQ(symbol.parent, kNobody);
  EXPECT_EQ(kShop[0].second.substr(symbol.name_begin, 4), "Cart");
  EXPECT_THAT(shop->supertypes(cart), ElementsAre("Base", "Priced"));
  EXPECT_THAT(names(*shop, shop->members(cart)), ElementsAre("items", "total", "total"));
  const SymbolId total = shop->members(cart)[1];
  EXPECT_EQ(shop->symbol(total).parent, cart);
  EXPECT_EQ(shop->symbol(total).type, "int");
  EXPECT_EQ(shop->symbol(total).arity, 2);
  EXPECT_EQ(shop->symbol(total).required, 1);
  EXPECT_EQ(shop->parameter_types(total).size(), 2U);
  EXPECT_EQ(shop->parameter_types(total)[0], "String");
  EXPECT_EQ(shop->symbol(shop->members(cart)[0]).type, "List<Item>");
}

TEST(Declarations, FindNamesInOrderOfPathAndPlace) {
  const auto shop = declared(kShop);
  std::vector<std::string> found;
  for (const SymbolId symbol : shop->named("total"))
    found.push_back(std::string(shop->file(shop->file_of(symbol)).path) + " " + std::to_string(shop->symbol(symbol).arity));
  EXPECT_THAT(found, ElementsAre("src/shop/Cart.java 2", "src/shop/Cart.java 0", "tools/item.py 3"));
  EXPECT_THAT(shop->named("TOTAL"), IsEmpty());
  EXPECT_EQ(shop->named_ignoring_case("TOTAL"), shop->named("total"));
  EXPECT_THAT(shop->named("tota"), IsEmpty());
  EXPECT_THAT(shop->named(""), IsEmpty());
}

TEST(Declarations, FindFilesByPathBaseNameAndModule) {
  const auto shop = declared(kShop);
  ASSERT_TRUE(shop->find_file("tools/item.py"));
  EXPECT_EQ(shop->file(*shop->find_file("tools/item.py")).language, Language::kPython);
  EXPECT_FALSE(shop->find_file("item.py"));
  EXPECT_THAT(paths(*shop, shop->files_named("Item.java")), ElementsAre("src/shop/Item.java"));
  EXPECT_THAT(shop->files_named("tem.java"), IsEmpty());
  EXPECT_THAT(paths(*shop, shop->files_of_module("shop")), ElementsAre("src/shop/Cart.java", "src/shop/Item.java"));
  EXPECT_THAT(shop->files_of_module("sho"), IsEmpty());
}

TEST(Declarations, KeepImports) {
  const auto shop = declared(kShop);
  const auto java = shop->imports(*shop->find_file("src/shop/Cart.java"));
  ASSERT_EQ(java.size(), 2U);
  EXPECT_EQ(java[0].name, "List");
  EXPECT_EQ(java[1].name, "*");
  EXPECT_TRUE(java[1].is_static);
  const auto python = shop->imports(*shop->find_file("tools/item.py"));
  ASSERT_EQ(python.size(), 2U);
  EXPECT_EQ(python[1].module, "shop");
  EXPECT_EQ(python[1].name, "Cart");
  EXPECT_EQ(python[1].alias, "C");
}

TEST(Declarations, FindSubtypesAndExtensionsByTheLastNameOfATypeAsWritten) {
  const auto all = declared({{"a.go", "package shop\n\ntype Cart struct{}\n\nfunc (c *Cart) Add() {}\n"},
                             {"b.ts", "export class Pile<T extends Item> extends base.Heap<T> implements Sized {}\n"}});
  EXPECT_THAT(names(*all, all->extensions_naming("Cart")), ElementsAre("Add"));
  EXPECT_THAT(names(*all, all->subtypes_naming("Sized")), ElementsAre("Pile"));
  EXPECT_THAT(all->subtypes_naming("Item"), IsEmpty());
  const auto parameters = all->type_parameters(one(*all, "Pile"));
  ASSERT_EQ(parameters.size(), 1U);
  EXPECT_EQ(parameters[0].first, "T");
  EXPECT_EQ(parameters[0].second, "Item");
}

TEST(Declarations, WhatIsRememberedIsWhatTheySayHoweverOftenItIsAsked) {
  Files files = kShop;
  std::string many = "package shop;\nclass Many {\n";
  for (int i = 0; i < 100; ++i) many += "  int price" + std::to_string(i) + "(long a, String b) { return 1; }\n";
  files.emplace_back("src/shop/Many.java", many + "}\n");
  const auto shop = declared(files);
  const RememberedDeclarations remembered(*shop);
  ASSERT_EQ(remembered.symbol_limit(), shop->symbol_limit());
  const auto told = [](const Declarations& declarations, SymbolId symbol) {
    const DeclaredSymbol one = declarations.symbol(symbol);
    return std::tuple(one.file, one.parent, one.kind, one.flags, one.arity, one.required, one.name, one.qualified_name, one.type,
                      one.receiver, one.range.begin, one.range.end, one.name_begin, one.lines.first, one.lines.last);
  };
  for (int round = 0; round < 2; ++round)
    for (SymbolId symbol = shop->symbol_limit(); symbol-- > 0;) {
      EXPECT_EQ(told(remembered, symbol), told(*shop, symbol));
      EXPECT_EQ(remembered.members(symbol), shop->members(symbol));
      EXPECT_EQ(remembered.supertypes(symbol), shop->supertypes(symbol));
      EXPECT_EQ(remembered.type_parameters(symbol), shop->type_parameters(symbol));
    }
  for (int round = 0; round < 2; ++round)
    for (FileId file = 0; file < shop->file_limit(); ++file) {
      const std::vector<DeclaredImport> imports = remembered.imports(file), expected = shop->imports(file);
      ASSERT_EQ(imports.size(), expected.size());
      for (std::size_t i = 0; i < imports.size(); ++i) {
        EXPECT_EQ(imports[i].module, expected[i].module);
        EXPECT_EQ(imports[i].name, expected[i].name);
      }
    }
}

TEST(Declarations, OfNothingAnswerNothing) {
  const auto nothing = declare({});
  EXPECT_EQ(nothing->file_limit(), 0U);
  EXPECT_EQ(nothing->symbol_limit(), 0U);
  EXPECT_THAT(nothing->named("x"), IsEmpty());
  EXPECT_FALSE(nothing->find_file("x"));
}

/// Many files and names: blocks, buckets and lists of every size.
TEST(Declarations, FindEachOfManySymbolsUnderItsNameAndNowhereElse) {
  std::mt19937 random(3);
  std::vector<std::pair<std::string, Facts>> files;
  std::map<std::string, std::vector<std::pair<std::string, std::uint32_t>>> expected;
  for (int f = 0; f < 300; ++f) {
    Facts facts;
    facts.language = Language::kC;
    const std::string path = "dir" + std::to_string(random() % 20) + "/file" + std::to_string(f) + ".c";
    std::uint32_t place = 0;
    for (unsigned long s = random() % 40; s > 0; --s) {
      Symbol symbol;
      const std::string name = (random() % 2 == 0 ? "Name" : "name_with_a_long_prefix_") + std::to_string(random() % (1U << random() % 12));
      symbol.name = facts.strings.intern(name);
      symbol.qualified_name = symbol.name;
      symbol.kind = static_cast<Kind>(random() % 12);
      symbol.range = {place, place + 1000};
      symbol.name_range = {place + 3, place + 4};
      facts.symbols.push_back(symbol);
      expected[name].emplace_back(path, place);
      place += static_cast<std::uint32_t>(random() % 300 + 1);
    }
    files.emplace_back(path, std::move(facts));
  }
  const auto all = declare(std::move(files));
  for (auto& [name, places] : expected) {
    std::vector<std::pair<std::string, std::uint32_t>> found;
    for (const SymbolId id : all->named(name)) {
      const DeclaredSymbol symbol = all->symbol(id);
      EXPECT_EQ(symbol.name, name);
      EXPECT_EQ(symbol.range.size(), 1000U);
      EXPECT_EQ(symbol.file, all->file_of(id));
      found.emplace_back(all->file(symbol.file).path, symbol.range.begin);
    }
    std::ranges::sort(places);
    EXPECT_EQ(found, places) << name;
  }
}

}  // namespace
}  // namespace grove::graph
