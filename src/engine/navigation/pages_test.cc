// Pages of what is used a lot: the same rows in the same order as the whole list has them.
#include <gmock/gmock.h>

#include "engine/navigation/known_uses.h"
#include "engine/testing/engine_world.h"

namespace grove::engine {
namespace {

using ::testing::ElementsAre;

class Pages : public ::testing::Test {
 protected:
  void SetUp() override {
    world_.write("target.py", "def busy():\n    return 1\n");
    for (const char* name : {"b", "d", "a", "c"}) write_user(name);
    engine_ = world_.open();
    world_.index(*engine_);
    // Another part of the graph, whose files stand between those of the first.
    for (const char* name : {"bb", "c"}) write_user(name);
    world_.index(*engine_);
  }
  void write_user(const std::string& name) const {
    world_.write(name + ".py", "from target import busy\n\n\ndef one_" + name + "():\n    return busy() + busy()\n\n\ndef two_" + name +
                                   "():\n    return busy()\n");
  }
  static std::vector<std::string> rows(const References& found) {
    std::vector<std::string> rows;
    for (const ReferenceHit& hit : found.references)
      rows.push_back(hit.path + ":" + std::to_string(hit.line) + ":" + std::to_string(hit.column) + " " + hit.in);
    return rows;
  }
  static std::vector<std::string> rows(const Calls& found) {
    std::vector<std::string> rows;
    for (const CallEdge& edge : found.edges) rows.push_back(edge.path + ":" + std::to_string(edge.line) + " " + edge.from + " " + edge.to);
    return rows;
  }

  EngineWorld world_;
  std::unique_ptr<Engine> engine_;
};

TEST_F(Pages, OfUsesFollowEachOtherAsTheWholeListDoes) {
  const auto whole = engine_->references({.symbol = "busy", .limit = 1000}, CancelToken());
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(whole->total, 20U) << "in five files an import and three calls";
  const std::vector<std::string> all = rows(*whole);
  ASSERT_EQ(all.size(), 20U);
  EXPECT_THAT(std::vector(all.begin(), all.begin() + 5),
              ElementsAre("a.py:1:20 ", "a.py:5:12 a.one_a", "a.py:5:21 a.one_a", "a.py:9:12 a.two_a", "b.py:1:20 "));
  EXPECT_TRUE(all[8].starts_with("bb.py:1:")) << all[8];
  std::vector<std::string> pages;
  for (std::size_t skip = 0; skip < 24; skip += 3) {
    const auto page = engine_->references({.symbol = "busy", .limit = 3, .skip = skip}, CancelToken());
    ASSERT_TRUE(page);
    EXPECT_EQ(page->total, 20U);
    for (std::string& row : rows(*page)) pages.push_back(std::move(row));
  }
  EXPECT_EQ(pages, all);
}

TEST_F(Pages, OfABusySymbolAreTheSameAgainUntilItsUsesChange) {
  std::string many = "from target import busy\n\n\ndef many():\n";
  for (std::size_t i = 0; i < KnownUses::kFewest; ++i) many += "    busy()\n";
  world_.write("many.py", many);
  world_.index(*engine_);
  const auto page = [&] { return engine_->references({.symbol = "busy", .limit = 3, .skip = 900}, CancelToken()); };
  const auto first = page(), again = page();
  ASSERT_TRUE(first && again);
  EXPECT_EQ(first->total, 20U + 1 + KnownUses::kFewest);
  EXPECT_EQ(again->total, first->total);
  EXPECT_EQ(rows(*again), rows(*first));
  ASSERT_EQ(rows(*first).size(), 3U);
  EXPECT_EQ(rows(*first).front(), "many.py:884:5 many.many") << "20 uses stand in other files and one at the top";
  EXPECT_EQ(rows(*engine_->references({.symbol = "busy", .limit = 3, .skip = 5'000}, CancelToken())).size(), 0U);
  world_.write("many.py", "# ours\n" + many);
  world_.index(*engine_);
  ASSERT_TRUE(page());
  EXPECT_EQ(rows(*page()).front(), "many.py:885:5 many.many");
}

TEST_F(Pages, OfCallersFollowEachOtherAsTheWholeListDoes) {
  const auto whole = engine_->callers({.symbol = {.symbol = "busy", .limit = 1000}}, CancelToken());
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(whole->total, 10U) << "two in each of five files, each once";
  const std::vector<std::string> all = rows(*whole);
  ASSERT_EQ(all.size(), 10U);
  EXPECT_EQ(all.front(), "a.py:5 a.one_a target.busy");
  EXPECT_EQ(all.back(), "d.py:9 d.two_d target.busy");
  std::vector<std::string> pages;
  for (std::size_t skip = 0; skip < 12; skip += 3) {
    const auto page = engine_->callers({.symbol = {.symbol = "busy", .limit = 3, .skip = skip}}, CancelToken());
    ASSERT_TRUE(page);
    EXPECT_EQ(page->total, 10U);
    for (std::string& row : rows(*page)) pages.push_back(std::move(row));
  }
  EXPECT_EQ(pages, all);
}

}  // namespace
}  // namespace grove::engine
