#include "index/lexical/word_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "index/lexical/term_dictionary.h"

namespace grove::index {
namespace {

/// A segment's worth of random lists.
class RandomLists {
 public:
  RandomLists(std::uint32_t units, std::mt19937& random) : units_(units) {
    for (int i = 0; i < 12; ++i) {
      std::vector<Posting> postings;
      const std::uint32_t every = 1U << (random() % 12);
      const std::uint32_t levels = 1 + static_cast<std::uint32_t>(random() % 255);
      const bool clustered = random() % 3 == 0;
      for (std::uint32_t unit = 0; unit < units; ++unit) {
        if (clustered && unit / 2000 % 3 != 0) continue;
        if (random() % every == 0) postings.push_back({unit, static_cast<std::uint8_t>(1 + random() % levels)});
      }
      std::string term = "t" + std::to_string(10 + i);
      postings_ += writer_.add(term, postings, "x");
    }
  }
  std::vector<QueryTerm> pick(std::mt19937& random) const {
    const TermDictionary dictionary({writer_.blocks(), writer_.index(), writer_.symbols(), postings_});
    std::vector<QueryTerm> terms;
    std::vector<float> weights;
    for (std::size_t count = 1 + random() % 8; count > 0; --count) {
      terms.push_back({dictionary.find("t" + std::to_string(10 + random() % 12)).value(), 0});
      weights.push_back(static_cast<float>(random() % 1000) / 100);
    }
    const FixedWeights fixed = fix_weights(weights);
    for (std::size_t i = 0; i < terms.size(); ++i) terms[i].weight = fixed.weights[i];
    return terms;
  }
  std::uint32_t units() const { return units_; }

 private:
  std::uint32_t units_;
  TermDictionaryWriter writer_;
  std::string postings_;
};

/// Keeps the best of what is offered; admits only some.
class Collector final : public UnitCollector {
 public:
  Collector(std::size_t limit, std::uint32_t every) : every_(every), top_(limit, before) {}
  std::uint32_t least() const override { return top_.least(); }
  void offer(std::uint32_t unit, std::uint32_t score) override {
    if (unit % every_ == 0) top_.offer({0, unit, score});
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> take() {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> units;
    for (const RankedUnit& unit : top_.take()) units.emplace_back(unit.unit, unit.score);
    return units;
  }

 private:
  static bool before(const RankedUnit& a, const RankedUnit& b) { return a.unit < b.unit; }
  std::uint32_t every_;
  TopUnits<decltype(&before)> top_;
};

TEST(WordSearch, BlockMaxFindsWhatAddingUpEverythingFinds) {
  std::mt19937 random(11);
  for (const std::uint32_t units : {1U, 100U, 4095U, 4097U, 30'000U}) {
    const RandomLists lists(units, random);
    for (int round = 0; round < 60; ++round) {
      const std::vector<QueryTerm> terms = lists.pick(random);
      const std::size_t limit = 1 + random() % (round % 2 == 0 ? 10 : 200);
      const std::uint32_t every = round % 3 == 0 ? 1 + static_cast<std::uint32_t>(random() % 50) : 1;
      Collector fast(limit, every);
      Collector slow(limit, every);
      search_block_max(terms, units, fast);
      search_exhaustively(terms, units, slow);
      EXPECT_EQ(fast.take(), slow.take()) << units << " units, round " << round;
    }
  }
}

TEST(WordSearch, SkipsBlocksThatCannotMatter) {
  std::mt19937 random(3);
  TermDictionaryWriter writer;
  std::vector<Posting> common;
  for (std::uint32_t unit = 0; unit < 200'000; ++unit)
    common.push_back({unit, static_cast<std::uint8_t>(unit < 1000 ? 200 : 1 + random() % 20)});
  std::string postings(writer.add("common", common, {}));
  const TermDictionary dictionary({writer.blocks(), writer.index(), writer.symbols(), postings});
  Collector collector(10, 1);
  const QueryTerm term{dictionary.find("common").value(), 1000};
  const SearchWork work = search_block_max(std::span(&term, 1), 200'000, collector);
  EXPECT_EQ(collector.take().size(), 10U);
  EXPECT_LT(work.decoded_blocks, 64U);
  EXPECT_GT(work.skipped_blocks, 1000U);
}

TEST(WordSearch, WeightsInFixedPointKeepTheirProportions) {
  const std::vector<float> weights = {1, 2.5F, 0, -3, 10};
  const FixedWeights fixed = fix_weights(weights);
  EXPECT_EQ(fixed.weights[2], 0U);
  EXPECT_EQ(fixed.weights[3], 0U);
  EXPECT_NEAR(static_cast<double>(fixed.weights[1]) / fixed.weights[0], 2.5, 1e-4);
  EXPECT_NEAR(255.0 * fixed.weights[4] / fixed.scale, 10, 1e-4);
  std::uint64_t most = 0;
  for (const std::uint32_t weight : fixed.weights) most += std::uint64_t{weight} * 255;
  EXPECT_LT(most, std::uint64_t{1} << 31U);
}

}  // namespace
}  // namespace grove::index
