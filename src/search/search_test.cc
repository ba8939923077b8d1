#include "search/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "base/testing/temporary_folder.h"
#include "graph/declare.h"
#include "index/index_writer.h"
#include "index/testing/sample_files.h"

namespace grove::search {
namespace {

using index::testing::random_file;

/// A repository of random files, fewer than any channel's cap.
Scope random_scope(const std::string& directory, std::mt19937_64& random, Language language = Language::kPlainText) {
  auto writer = index::IndexWriter::open(directory, {}).value();
  for (int segment = 0; segment < 2; ++segment) {
    auto builder = writer->new_segment();
    for (int file = 0; file < 12; ++file) {
      const std::string folder = random() % 3 == 0 ? "tests/" : "src/token/";
      auto sample = random_file(folder + std::to_string(segment) + "/cache_" + std::to_string(file) + ".go", random);
      if (language != Language::kPlainText) sample.facts.language = language;
      builder->add(sample.view());
    }
    EXPECT_TRUE(writer->take(std::move(builder)));
  }
  EXPECT_TRUE(writer->publish());
  return {Repository(), index::open_index(directory, {}).value(), 1};
}

std::vector<std::string> best(const Scope& scope, const std::string& query, std::size_t limit) {
  SearchRequest request;
  request.query = query;
  request.mode = Mode::kKeyword;
  request.limit = limit;
  const SearchAnswer answer = search::search(request, {scope}, {}, {}).value();
  std::vector<std::string> shown;
  for (const Hit& hit : answer.hits) {
    const index::UnitView unit = scope.index->unit(hit.ref);
    shown.push_back(std::string(unit.path) + ":" + std::to_string(unit.range.begin) + " " + std::to_string(hit.score));
  }
  return shown;
}

TEST(Search, DroppingHopelessCandidatesEarlyChangesNoAnswer) {
  std::mt19937_64 random(7);
  for (int world = 0; world < 8; ++world) {
    const TemporaryFolder folder;
    const Scope scope = random_scope(folder.path(), random, world % 2 == 0 ? Language::kPlainText : Language::kDocument);
    ASSERT_LT(scope.index->stats().units, 200U);
    for (const char* query : {"verify token cache", "how is the index buffer written", "cache_line", "lock file", "f1"}) {
      const std::vector<std::string> all = best(scope, query, 1000);
      for (const std::size_t limit : {1U, 3U, 10U}) {
        const std::vector<std::string> few = best(scope, query, limit);
        ASSERT_EQ(few.size(), std::min(limit, all.size())) << query;
        EXPECT_TRUE(std::equal(few.begin(), few.end(), all.begin())) << query << ", limit " << limit;
      }
    }
  }
}

SearchRequest asked(std::string query, Mode mode) {
  SearchRequest request;
  request.query = std::move(query);
  request.mode = mode;
  return request;
}

TEST(Search, WhatCannotBeSearchedForIsSaid) {
  std::mt19937_64 random(7);
  const TemporaryFolder folder;
  const Scope scope = random_scope(folder.path(), random);
  for (const Mode mode : {Mode::kKeyword, Mode::kHybrid, Mode::kSemantic}) {
    for (const char* query : {"!!! ((( \"", "\xff\xfe", "->", "'"}) {
      const auto answer = search::search(asked(query, mode), {scope}, {}, {});
      ASSERT_FALSE(answer) << query;
      EXPECT_EQ(answer.error().code, ErrorCode::kInvalidArgument);
      EXPECT_NE(answer.error().message.find("no word"), std::string::npos);
    }
  }
  for (const char* query : {"how is it", "a", "7", "日本語"})
    EXPECT_TRUE(search::search(asked(query, Mode::kKeyword), {scope}, {}, {})) << query;
  SearchRequest request = asked("cache", Mode::kKeyword);
  request.filter.path_glob = "src/[";
  const auto broken = search::search(request, {scope}, {}, {});
  ASSERT_FALSE(broken);
  EXPECT_EQ(broken.error().code, ErrorCode::kInvalidArgument);
  EXPECT_NE(broken.error().message.find("byte 5"), std::string::npos) << broken.error().message;
}

/// The paths that answer, best first.
std::vector<std::string> answering(const Scope& scope, const std::string& query) {
  std::vector<std::string> paths;
  for (const std::string& hit : best(scope, query, 10)) paths.push_back(hit.substr(0, hit.find(':')));
  return paths;
}

TEST(Search, TheNewestVersionOfAFolderAnswersFirst) {
  const TemporaryFolder folder;
  auto writer = index::IndexWriter::open(folder.path(), {}).value();
  auto builder = writer->new_segment();
  const std::string text = "fn parse_schema(value) check the value\n";
  for (const char* path : {"src/v3/types.go", "src/v4/types.go", "other/v1/types.go"})
    builder->add(index::testing::make_file(path, text).view());
  ASSERT_TRUE(writer->take(std::move(builder)));
  ASSERT_TRUE(writer->publish());
  const Scope scope{Repository(), index::open_index(folder.path(), {}).value(), 1};
  EXPECT_EQ(answering(scope, "check the schema value").back(), "src/v3/types.go");
  EXPECT_EQ(answering(scope, "check the legacy schema value")[1], "src/v3/types.go") << "where the query asks for it, versions are equal";
}

TEST(Search, ThePassageUnderTheHeadingThatIsAskedForComesFirst) {
  const TemporaryFolder folder;
  auto writer = index::IndexWriter::open(folder.path(), {}).value();
  auto builder = writer->new_segment();
  auto book =
      index::testing::make_file("manual.pdf",
                                "fn delayed_uploads(x) An upload can wait some days before it is taken.\n"
                                "fn other(x) Delayed: uploads and delayed uploads, uploads again, delayed as uploads are delayed.\n");
  book.facts.language = Language::kDocument;
  builder->add(book.view());
  ASSERT_TRUE(writer->take(std::move(builder)));
  ASSERT_TRUE(writer->publish());
  const Scope scope{Repository(), index::open_index(folder.path(), {}).value(), 1};
  const auto first = [&](double heading_match) {
    SearchRequest request = asked("delayed uploads", Mode::kKeyword);
    request.tuning.heading_match = heading_match;
    return std::string(scope.index->unit(search::search(request, {scope}, {}, {}).value().hits.at(0).ref).name);
  };
  EXPECT_EQ(first(Tuning().heading_match), "delayed_uploads");
  EXPECT_EQ(first(0), "other") << "by its words alone it wouldn't";
}

/// Knows of one symbol how many call it.
class OneBusySymbol final : public graph::Graph {
 public:
  OneBusySymbol(std::unique_ptr<graph::Declarations> declarations, std::string_view name)
      : declarations_(std::move(declarations)), busy_(declarations_->named(name).at(0)) {}
  const graph::Declarations& declarations() const override { return *declarations_; }
  std::vector<graph::Edge> first_uses_of(graph::SymbolId, std::size_t) const override { return {}; }
  std::vector<graph::Edge> uses_in(graph::SymbolId) const override { return {}; }
  std::vector<graph::Edge> uses_in_file(graph::FileId) const override { return {}; }
  std::uint32_t call_in_degree(graph::SymbolId symbol) const override { return symbol == busy_ ? 80 : 0; }
  std::uint64_t generation() const override { return 1; }
  graph::GraphStats stats() const override { return {}; }

 private:
  std::unique_ptr<graph::Declarations> declarations_;
  graph::SymbolId busy_;
};

TEST(Search, WhatIsCalledFromManyPlacesComesFirstAmongEquals) {
  const TemporaryFolder folder;
  auto writer = index::IndexWriter::open(folder.path(), {}).value();
  auto builder = writer->new_segment();
  std::vector<std::pair<std::string, Facts>> declared;
  for (const char* name : {"a", "b", "c"}) {
    const auto sample =
        index::testing::make_file("src/" + std::string(name) + ".go", "fn step_" + std::string(name) + "(x) check the value\n");
    builder->add(sample.view());
    declared.emplace_back(sample.path, sample.facts);
  }
  ASSERT_TRUE(writer->take(std::move(builder)));
  ASSERT_TRUE(writer->publish());
  Scope scope{Repository(), index::open_index(folder.path(), {}).value(), 1};
  EXPECT_EQ(answering(scope, "check the value").front(), "src/a.go");
  scope.graph = std::make_shared<OneBusySymbol>(graph::declare(std::move(declared)), "step_c");
  EXPECT_EQ(answering(scope, "check the value").front(), "src/c.go");
}

TEST(Search, AWordThatIsInUseIsNotTakenForASlipOfThePen) {
  const TemporaryFolder folder;
  auto writer = index::IndexWriter::open(folder.path(), {}).value();
  auto builder = writer->new_segment();
  builder->add(index::testing::make_file("src/vec.go", "fn zap_quxes(x) y\n").view());
  builder->add(index::testing::make_file("src/use.go", "fn other(x) zap_quxel\n").view());
  ASSERT_TRUE(writer->take(std::move(builder)));
  ASSERT_TRUE(writer->publish());
  const Scope scope{Repository(), index::open_index(folder.path(), {}).value(), 1};
  const auto names_of = [&](const std::string& query) {
    SearchRequest request;
    request.query = query;
    request.mode = Mode::kKeyword;
    std::size_t found = 0;
    const SearchAnswer answer = search::search(request, {scope}, {}, {}).value();
    for (const Hit& hit : answer.hits) found += hit.ranks.name > 0 ? 1U : 0U;
    return found;
  };
  EXPECT_EQ(names_of("zap_quxel"), 0U);
  EXPECT_EQ(names_of("zap_quxez"), 1U) << "nobody writes that: the nearest name is meant";
}

TEST(Search, ManyRepositoriesShareWhatOneMayPropose) {
  std::mt19937_64 random(11);
  const TemporaryFolder folder;
  std::vector<Scope> scopes;
  for (int i = 0; i < 12; ++i) scopes.push_back(random_scope(folder.path() + "/" + std::to_string(i), random));
  SearchRequest request;
  request.query = "token cache index line file";
  request.mode = Mode::kKeyword;
  request.limit = 50;
  request.explain = true;
  const SearchAnswer answer = search::search(request, scopes, {}, {}).value();
  ASSERT_EQ(answer.plan.front().name, "terms");
  EXPECT_EQ(answer.plan.front().out, 200U);
  std::vector<std::uint32_t> ranks;
  for (const Hit& hit : answer.hits) ranks.push_back(hit.ranks.lexical);
  std::ranges::sort(ranks);
  EXPECT_EQ(std::ranges::adjacent_find(ranks), ranks.end()) << "a rank is one over all repositories";
  EXPECT_LE(ranks.back(), 200U);
}

TEST(Search, AScopesWeightMultipliesTheScore) {
  std::mt19937_64 random(13);
  const TemporaryFolder folder;
  const Scope near = random_scope(folder.path(), random);
  Scope far = near;
  far.weight = 0.85 * 0.85;
  SearchRequest request;
  request.query = "verify token cache";
  request.mode = Mode::kKeyword;
  request.limit = 1000;
  const SearchAnswer answer = search::search(request, {near, far}, {}, {}).value();
  std::map<std::uint64_t, std::array<double, 2>> scores;
  for (const Hit& hit : answer.hits) scores[(std::uint64_t{hit.ref.segment} << 32U) | hit.ref.unit][hit.scope] = hit.score;
  ASSERT_FALSE(scores.empty());
  for (const auto& [unit, both] : scores)
    if (both[0] > 0 && both[1] > 0) {
      EXPECT_NEAR(both[1], 0.85 * 0.85 * both[0], 1e-9);
    }
}

}  // namespace
}  // namespace grove::search
