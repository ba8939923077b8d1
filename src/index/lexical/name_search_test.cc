#include "index/lexical/name_search.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace grove::index {
namespace {

/// Optimal string alignment, the whole matrix.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

std::string random_name(std::mt19937& random, std::size_t letters) {
  std::string name;
  for (std::size_t size = 1 + random() % 9; size > 0; --size) name += static_cast<char>('a' + random() % letters);
  return name;
}

TEST(NameSearch, FuzzyFindsExactlyTheNamesOfTheSameFirstLetterWithinTheEdits) {
  std::mt19937 random(2);
  std::set<std::string> names;
  while (names.size() < 3000) names.insert(random_name(random, 3 + random() % 20));
  TermDictionaryWriter writer;
  std::string postings;
  const Posting posting{0, 1};
  for (const std::string& name : names) {
    // Every third is a word only and no name.
    const bool is_name = std::hash<std::string>{}(name) % 3 != 0;
    postings += writer.add(name, std::span(&posting, is_name ? 0U : 1U), is_name ? "s" : "");
  }
  const TermDictionary dictionary({writer.blocks(), writer.index(), writer.symbols(), postings});
  for (int round = 0; round < 200; ++round) {
    const std::string wanted = random_name(random, 3 + random() % 20);
    const unsigned edits = 1 + round % 2;
    std::set<std::string> expected;
    for (const std::string& name : names)
      if (std::hash<std::string>{}(name) % 3 != 0 && name.front() == wanted.front() && distance(name, wanted) <= edits)
        expected.insert(name);
    std::set<std::string> found;
    match_fuzzy(dictionary, wanted, edits, [&](const NameMatch& match) {
      found.emplace(match.name);
      EXPECT_FLOAT_EQ(match.closeness, 1 - static_cast<float>(distance(match.name, wanted)) / static_cast<float>(edits + 1));
    });
    EXPECT_EQ(found, expected) << wanted << " " << edits;

    std::set<std::string> starting;
    for (const std::string& name : names)
      if (std::hash<std::string>{}(name) % 3 != 0 && name.starts_with(wanted.substr(0, 2))) starting.insert(name);
    found.clear();
    match_prefix(dictionary, wanted.substr(0, 2), [&](const NameMatch& match) { found.emplace(match.name); });
    EXPECT_EQ(found, starting);
  }
}

}  // namespace
}  // namespace grove::index
