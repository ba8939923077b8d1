#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <thread>

#include "base/testing/temporary_folder.h"
#include "index/index_writer.h"
#include "index/testing/sample_files.h"
#include "search/search.h"

namespace grove::search {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Judges each passage as the test says.
class ScriptedReranker final : public inference::Reranker {
 public:
  std::function<Result<float>(const inference::Passage&)> judge = [](const auto&) { return 0.0F; };
  std::vector<std::string> seen;  // paths, in the order asked

  const inference::RerankerInfo& info() const override { return info_; }
  Status score(std::string_view, std::span<const inference::Passage> passages, std::span<float> scores, const CancelToken&) override {
    for (std::size_t i = 0; i < passages.size(); ++i) {
      seen.emplace_back(passages[i].path);
      GROVE_ASSIGN_OR_RETURN(scores[i], judge(passages[i]));
    }
    return {};
  }

 private:
  inference::RerankerInfo info_{.provider = "scripted", .model = "judge"};
};

class NamedTexts final : public UnitTexts {
 public:
  UnitText read(const Scope& scope, index::UnitRef ref, const CancelToken&) const override {
    return {.code = "code of " + std::string(scope.index->unit(ref).path), .doc = "doc"};
  }
};

class Reranking : public ::testing::Test {
 protected:
  void SetUp() override {
    auto writer = index::IndexWriter::open(folder_.path(), {}).value();
    auto builder = writer->new_segment();
    // The more of the words a file says, the better the first stage likes it.
    for (const auto& [path, text] :
         std::vector<std::pair<std::string, std::string>>{{"a.toy", "fn first() refund the customer money money\n"},
                                                          {"b.toy", "fn second() refund the customer money\n"},
                                                          {"c.toy", "fn third() customer\n"}}) {
      builder->add(index::testing::make_file(path, text).view());
    }
    ASSERT_TRUE(writer->take(std::move(builder)));
    ASSERT_TRUE(writer->publish());
    scopes_.push_back({.repository = {.name = "shop"}, .index = index::open_index(folder_.path(), {}).value(), .weight = 1});
  }
  SearchAnswer search(const std::string& query, Rerank rerank = Rerank::kOn) {
    SearchRequest request;
    request.query = query;
    request.rerank = rerank;
    request.explain = true;
    request.limit = limit_;
    auto answer = search::search(request, scopes_, models_, cancel_);
    EXPECT_TRUE(answer.has_value()) << answer.error().message;
    return answer.value_or(SearchAnswer{});
  }
  std::vector<std::string> paths(const SearchAnswer& answer) const {
    std::vector<std::string> paths;
    for (const Hit& hit : answer.hits) paths.emplace_back(scopes_[0].index->unit(hit.ref).path);
    return paths;
  }
  static const PlanStep* step(const SearchAnswer& answer) {
    for (const PlanStep& step : answer.plan)
      if (step.name == "rerank") return &step;
    return nullptr;
  }

  const std::string question_ = "where is the money of a customer refunded";
  TemporaryFolder folder_;
  std::vector<Scope> scopes_;
  ScriptedReranker reranker_;
  NamedTexts texts_;
  Models models_{.reranker = &reranker_, .texts = &texts_};
  CancelToken cancel_;
  std::size_t limit_ = 10;
};

TEST_F(Reranking, RaisesWhatItFindsRelevantAndSaysSoInThePlan) {
  ASSERT_THAT(paths(search(question_, Rerank::kOff)), ElementsAre("a.toy", "b.toy", "c.toy"));
  EXPECT_THAT(reranker_.seen, IsEmpty());
  reranker_.judge = [](const inference::Passage& passage) { return passage.path == "b.toy" ? 1.0F : 0.01F; };
  const SearchAnswer answer = search(question_);
  EXPECT_THAT(paths(answer), ElementsAre("b.toy", "a.toy", "c.toy"));
  EXPECT_THAT(reranker_.seen, ElementsAre("a.toy", "b.toy", "c.toy"));
  EXPECT_EQ(answer.hits[0].ranks.rerank, 1U);
  EXPECT_EQ(answer.hits[1].ranks.rerank, 2U);
  EXPECT_THAT(answer.warnings, IsEmpty());
  ASSERT_NE(step(answer), nullptr);
  EXPECT_THAT(step(answer)->detail, HasSubstr("scripted judge"));
  for (std::size_t i = 1; i < answer.hits.size(); ++i) EXPECT_LE(answer.hits[i].score, answer.hits[i - 1].score);
}

TEST_F(Reranking, ReadsMoreThanIsShown) {
  limit_ = 1;
  reranker_.judge = [](const inference::Passage& passage) { return passage.path == "b.toy" ? 1.0F : 0.01F; };
  EXPECT_THAT(paths(search(question_)), ElementsAre("b.toy"));
}

TEST_F(Reranking, ReadsTheUnitsTextWithItsPlace) {
  std::vector<std::string> read;
  reranker_.judge = [&](const inference::Passage& passage) {
    read.push_back(std::string(passage.repository) + " " + std::string(passage.scope) + " " + std::string(passage.doc) + " " +
                   std::string(passage.code));
    return 0.0F;
  };
  search(question_);
  ASSERT_THAT(read, SizeIs(3));
  EXPECT_EQ(read[0], "shop first doc code of a.toy");
}

TEST_F(Reranking, BlendsWithTheFirstStageAndDoesNotReplaceIt) {
  const SearchAnswer plain = search(question_, Rerank::kOff);
  for (const float same : {0.0F, 0.5F, 1.0F}) {  // a judge without an opinion changes nothing
    reranker_.judge = [same](const auto&) { return same; };
    EXPECT_EQ(paths(search(question_)), paths(plain)) << same;
  }
  // The last one is far behind: a slightly better judgement is not enough.
  reranker_.judge = [](const inference::Passage& passage) { return passage.path == "c.toy" ? 0.6F : 0.5F; };
  EXPECT_EQ(paths(search(question_)), paths(plain));
}

TEST_F(Reranking, LeavesNamesAndPathsToTheFirstStage) {
  for (const char* query : {"second", "Shop::second", "src/b.toy"}) {
    const SearchAnswer answer = search(query);
    EXPECT_THAT(reranker_.seen, IsEmpty()) << query;
    ASSERT_NE(step(answer), nullptr);
    EXPECT_THAT(step(answer)->detail, HasSubstr("left out"));
  }
}

TEST_F(Reranking, AFailureKeepsTheOrderAndWarns) {
  const SearchAnswer plain = search(question_, Rerank::kOff);
  // After the first passage, so that half of the judgements are there.
  reranker_.judge = [](const inference::Passage& passage) -> Result<float> {
    if (passage.path == "b.toy") return fail(ErrorCode::kUnavailable, "the model ran away");
    return passage.path == "c.toy" ? 1.0F : 0.0F;
  };
  const SearchAnswer answer = search(question_);
  EXPECT_EQ(paths(answer), paths(plain));
  for (std::size_t i = 0; i < plain.hits.size(); ++i) EXPECT_EQ(answer.hits[i].score, plain.hits[i].score);
  EXPECT_THAT(answer.warnings, ElementsAre(HasSubstr("the model ran away")));
}

TEST_F(Reranking, OneThatTakesTooLongKeepsTheOrderAndWarns) {
  const SearchAnswer plain = search(question_, Rerank::kOff);
  models_.rerank_within = std::chrono::milliseconds(1);
  reranker_.judge = [](const inference::Passage& passage) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    return passage.path == "c.toy" ? 1.0F : 0.0F;
  };
  const SearchAnswer answer = search(question_);
  EXPECT_EQ(paths(answer), paths(plain));
  EXPECT_THAT(answer.warnings, ElementsAre(HasSubstr("takes longer than")));
}

TEST_F(Reranking, ACancelledSearchIsNoAnswer) {
  reranker_.judge = [&](const auto&) -> Result<float> {
    cancel_.cancel();
    return std::unexpected(cancel_.check().error());
  };
  SearchRequest request;
  request.query = question_;
  request.rerank = Rerank::kOn;
  EXPECT_EQ(search::search(request, scopes_, models_, cancel_).error().code, ErrorCode::kCancelled);
}

TEST_F(Reranking, NumbersThatAreNoneCountAsIrrelevant) {
  const SearchAnswer plain = search(question_, Rerank::kOff);
  reranker_.judge = [](const auto&) { return std::numeric_limits<float>::quiet_NaN(); };
  EXPECT_EQ(paths(search(question_)), paths(plain));
}

TEST_F(Reranking, WithoutAModelThePlanSaysSo) {
  models_.reranker = nullptr;
  const SearchAnswer answer = search(question_);
  EXPECT_THAT(paths(answer), ElementsAre("a.toy", "b.toy", "c.toy"));
  EXPECT_EQ(step(answer)->detail, "no reranker");
}

}  // namespace
}  // namespace grove::search
