#include <gtest/gtest.h>

#include <numeric>
#include <thread>

#include "inference/llama/llama_embedder.h"
#include "inference/llama/llama_model.h"
#include "inference/testing/bert_weights.h"
#include "inference/testing/temporary_model.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

std::unique_ptr<LlamaModel> load(const std::string& path, Pooling pooling) {
  const auto header = read_gguf(path);
  EXPECT_TRUE(header.has_value());
  auto model = LlamaModel::load(*header, {.path = path, .pooling = pooling});
  EXPECT_TRUE(model.has_value()) << model.error().message;
  return std::move(*model);
}

std::unique_ptr<Embedder> open(const std::string& path, std::uint32_t max_tokens = 1024) {
  const auto source = find_llama_model({.path = path, .threads = 2, .max_tokens = max_tokens});
  EXPECT_TRUE(source.has_value()) << source.error().message;
  auto embedder = source->load();
  EXPECT_TRUE(embedder.has_value()) << embedder.error().message;
  return std::move(*embedder);
}

Result<std::unique_ptr<Reranker>> load_reranker(const LlamaRequest& request) {
  GROVE_ASSIGN_OR_RETURN(const RerankerSource source, find_llama_reranker(request));
  return source.load();
}

std::vector<float> embed_query(Embedder& embedder, std::string_view text) {
  std::vector<float> out(embedder.info().dimensions);
  const auto status = embedder.embed_query(text, out, {});
  EXPECT_TRUE(status.has_value()) << status.error().message;
  return out;
}

TEST(LlamaEmbedder, AgreesWithBertComputedInTheSimplestWay) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const BertWeights weights = random_bert(seed);
    const TemporaryModel file(bert_gguf(weights));
    const auto model = load(file.path(), Pooling::kMean);
    const auto embedder = open(file.path());
    for (const char* text : {"parse the tokens", "open(socket); read x9", "é 日本 writer of files", "a"}) {
      const auto tokens = model->tokenize(text, LlamaModel::Specials::kAdded);
      ASSERT_TRUE(tokens.has_value());
      const auto vector = embed_query(*embedder, text);
      EXPECT_GT(cosine(vector, plain_bert_mean(weights, *tokens)), 0.9999) << text;
      EXPECT_NEAR(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.0F), 1, 1e-5);
    }
  }
}

TEST(LlamaModel, CutsTextIntoTheTokensOfItsVocabulary) {
  const TemporaryModel file(bert_gguf(random_bert(1)));
  const auto model = load(file.path(), Pooling::kMean);
  EXPECT_EQ(*model->tokenize("parse Tokens", LlamaModel::Specials::kAdded), (std::vector<LlamaModel::Token>{2, 4, 8, 17, 3}));
  EXPECT_EQ(*model->tokenize("reading", LlamaModel::Specials::kNone), (std::vector<LlamaModel::Token>{9, 16}));
  EXPECT_EQ(*model->tokenize("[SEP]", LlamaModel::Specials::kRead), (std::vector<LlamaModel::Token>{3}));
  EXPECT_NE(*model->tokenize("[SEP]", LlamaModel::Specials::kNone), (std::vector<LlamaModel::Token>{3}));
}

TEST(LlamaEmbedder, PutsTheScopeHeaderBeforeThePassage) {
  const TemporaryModel file(bert_gguf(random_bert(1)));
  const auto embedder = open(file.path());
  const Passage passage = {.path = "a.c", .scope = "read", .code = "int x;"};
  std::vector<float> out(32);
  ASSERT_TRUE(embedder->embed_passages({&passage, 1}, out, {}).has_value());
  EXPECT_EQ(out, embed_query(*embedder, lay_out(passage)));
}

TEST(LlamaEmbedder, GivesManyPassagesInParallelWhatItGivesEachAlone) {
  const TemporaryModel file(bert_gguf(random_bert(1)));
  const auto embedder = open(file.path());
  std::vector<std::string> codes;
  for (int i = 0; i < 40; ++i) codes.push_back(i == 11 ? "" : "int f" + std::to_string(i) + "() { return " + std::to_string(i * i) + "; }");
  std::vector<Passage> passages;
  for (const std::string& code : codes) passages.push_back({.path = "x.c", .code = code});
  std::vector<float> all(passages.size() * 32, 7.0F);
  ASSERT_TRUE(embedder->embed_passages(passages, all, {}).has_value());
  for (std::size_t i = 0; i < passages.size(); ++i) {
    std::vector<float> one(32, 7.0F);
    ASSERT_TRUE(embedder->embed_passages({&passages[i], 1}, one, {}).has_value());
    EXPECT_EQ(std::vector<float>(all.begin() + static_cast<std::ptrdiff_t>(32 * i), all.begin() + static_cast<std::ptrdiff_t>(32 * i + 32)),
              one);
  }
  EXPECT_EQ(std::vector<float>(all.begin() + 11 * 32, all.begin() + 12 * 32), std::vector<float>(32, 0));
}

TEST(LlamaEmbedder, CutsTextsAtItsContextAndKeepsTheEndMark) {
  const BertWeights weights = random_bert(1);
  const TemporaryModel file(bert_gguf(weights));
  const auto model = load(file.path(), Pooling::kMean);
  EXPECT_EQ(model->max_tokens(), 48U);
  std::string text;
  while (text.size() < 100'000) text += "parse the file ";
  auto tokens = *model->tokenize(text, LlamaModel::Specials::kAdded);
  tokens.resize(48);
  tokens.back() = 3;
  EXPECT_GT(cosine(embed_query(*open(file.path()), text), plain_bert_mean(weights, tokens)), 0.9999);
}

TEST(LlamaEmbedder, TakesAnyBytes) {
  const TemporaryModel file(bert_gguf(random_bert(1)));
  const auto embedder = open(file.path());
  EXPECT_EQ(embed_query(*embedder, ""), std::vector<float>(32, 0));
  (void)embed_query(*embedder, std::string_view("\xff\xfe\0\x01 parse", 10));
  (void)embed_query(*embedder, std::string(50'000, '\xe6'));
}

TEST(LlamaEmbedder, StopsWhenCancelled) {
  const TemporaryModel file(bert_gguf(random_bert(1)));
  const auto embedder = open(file.path());
  const CancelToken cancel;
  cancel.cancel();
  std::vector<float> out(32);
  const Passage passage = {.code = "x"};
  EXPECT_EQ(embedder->embed_query("x", out, cancel).error().code, ErrorCode::kCancelled);
  EXPECT_EQ(embedder->embed_passages({&passage, 1}, out, cancel).error().code, ErrorCode::kCancelled);
}

TEST(LlamaEmbedder, ServesManyThreadsAtOnce) {
  const TemporaryModel file(bert_gguf(random_bert(1)));
  const auto embedder = open(file.path());
  const auto expected = embed_query(*embedder, "read the socket");
  std::vector<std::jthread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 10; ++n) EXPECT_EQ(embed_query(*embedder, "read the socket"), expected);
    });
  }
}

TEST(LlamaEmbedder, TellsVersionsOfAFileApart) {
  const TemporaryModel one(bert_gguf(random_bert(1)));
  const TemporaryModel same(bert_gguf(random_bert(1)));
  const TemporaryModel other(bert_gguf(random_bert(2)));
  const auto fingerprint = [](const TemporaryModel& file, std::uint32_t max_tokens) {
    return find_llama_model({.path = file.path(), .max_tokens = max_tokens})->info.fingerprint;
  };
  EXPECT_EQ(fingerprint(one, 512), fingerprint(same, 512));
  EXPECT_NE(fingerprint(one, 512), fingerprint(other, 512));
  EXPECT_NE(fingerprint(one, 512), fingerprint(one, 256));
}

TEST(LlamaEmbedder, ReportsAModelThatLlamaCppRefuses) {
  BertWeights weights = random_bert(1);
  weights.tensors.erase("blk.1.ffn_up.weight");
  const TemporaryModel file(bert_gguf(weights));
  const auto source = find_llama_model({.path = file.path()});
  ASSERT_TRUE(source.has_value());
  const auto embedder = source->load();
  ASSERT_FALSE(embedder.has_value());
  EXPECT_EQ(embedder.error().code, ErrorCode::kUnavailable);
  EXPECT_TRUE(embedder.error().message.contains(file.path()));
  EXPECT_TRUE(embedder.error().message.contains("ffn_up")) << embedder.error().message;
}

TEST(LlamaReranker, ScoresPairsAsXlmRobertaReadsThem) {
  const BertWeights weights = random_bert(4);
  const TemporaryModel file(reranker_gguf(weights));
  const auto reranker = load_reranker({.path = file.path(), .threads = 1});
  ASSERT_TRUE(reranker.has_value()) << reranker.error().message;
  const auto model = load(file.path(), Pooling::kRank);
  const std::vector<Passage> passages = {{.code = "parse the file"}, {.code = "open socket"}, {.code = ""}};
  std::vector<float> scores(passages.size());
  ASSERT_TRUE((*reranker)->score("read file", passages, scores, {}).has_value());
  for (std::size_t i = 0; i < passages.size(); ++i) {
    std::vector<LlamaModel::Token> pair = {0};
    const auto query = *model->tokenize("read file", LlamaModel::Specials::kNone);
    const auto text = *model->tokenize(lay_out(passages[i]), LlamaModel::Specials::kNone);
    pair.insert(pair.end(), query.begin(), query.end());
    pair.insert(pair.end(), {2, 2});
    pair.insert(pair.end(), text.begin(), text.end());
    pair.push_back(2);
    EXPECT_NEAR(static_cast<double>(scores[i]), plain_bert_score(weights, pair), 2e-3);
  }
}

TEST(LlamaReranker, FitsLongTextsIntoItsContext) {
  const TemporaryModel file(reranker_gguf(random_bert(4)));
  const auto reranker = load_reranker({.path = file.path(), .threads = 1});
  const std::string huge(20'000, 'x');
  const Passage passage = {.path = "a.c", .code = huge};
  float score = -1;
  ASSERT_TRUE((*reranker)->score(huge, {&passage, 1}, {&score, 1}, {}).has_value());
  EXPECT_GE(score, 0);
  EXPECT_LE(score, 1);
}

TEST(LlamaReranker, AndEmbedderRefuseEachOthersModels) {
  const TemporaryModel embedding(bert_gguf(random_bert(1)));
  const TemporaryModel reranking(reranker_gguf(random_bert(1)));
  EXPECT_EQ(find_llama_reranker({.path = embedding.path()}).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(find_llama_model({.path = reranking.path()}).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace grove::inference
