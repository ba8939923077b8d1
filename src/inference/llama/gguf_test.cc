#include "inference/llama/gguf.h"

#include <gtest/gtest.h>

#include <random>

#include "inference/testing/bert_weights.h"
#include "inference/testing/qwen3_weights.h"

namespace grove::inference {
namespace {

ErrorCode code_of(std::string_view bytes) {
  const auto model = parse_gguf(bytes);
  return model ? ErrorCode::kInternal : model.error().code;
}

std::string replaced(std::string bytes, std::string_view from, std::string_view to) {
  const std::size_t at = bytes.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return bytes.replace(at, from.size(), to);
}

TEST(Gguf, ReadsWhatAModelIs) {
  const auto model = parse_gguf(bert_gguf(random_bert(1)));
  ASSERT_TRUE(model.has_value()) << model.error().message;
  EXPECT_EQ(model->architecture, "bert");
  EXPECT_EQ(model->name, "tiny");
  EXPECT_EQ(model->tokenizer, "bert");
  EXPECT_EQ(model->dimensions, 32U);
  EXPECT_EQ(model->context, 48U);
  EXPECT_EQ(model->layers, 2U);
  EXPECT_EQ(model->heads, 4U);
  EXPECT_EQ(model->vocabulary, random_bert(1).vocabulary.size());
  EXPECT_EQ(model->pooling, Pooling::kMean);
  EXPECT_FALSE(model->causal);
  EXPECT_FALSE(model->has_classifier);
}

TEST(Gguf, SeesARerankersHead) {
  const auto model = parse_gguf(reranker_gguf(random_bert(1)));
  ASSERT_TRUE(model.has_value()) << model.error().message;
  EXPECT_EQ(model->pooling, Pooling::kRank);
  EXPECT_TRUE(model->has_classifier);
  EXPECT_EQ(model->tokenizer, "t5");
}

TEST(Gguf, KnowsADecoder) {
  const auto model = parse_gguf(qwen3_gguf(random_qwen3(1)));
  ASSERT_TRUE(model.has_value()) << model.error().message;
  EXPECT_TRUE(model->causal);
  EXPECT_EQ(model->pooling, Pooling::kLast);
  EXPECT_EQ(model->tokenizer, "gpt2");
}

TEST(Gguf, RefusesEveryTruncation) {
  const std::string bytes = bert_gguf(random_bert(1));
  for (std::size_t size = 0; size + 32 < bytes.size(); size += size < 6000 ? 1 : 509) {
    EXPECT_EQ(code_of(std::string_view(bytes).substr(0, size)), ErrorCode::kCorrupt) << size;
  }
}

TEST(Gguf, NeverCrashesOnDamagedBytes) {
  const std::string bytes = bert_gguf(random_bert(1));
  const std::size_t header = parse_gguf(bytes)->header_bytes;
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = bytes;
    for (int n = 0; n < 3; ++n) damaged[random() % header] = static_cast<char>(random());
    (void)parse_gguf(damaged);
  }
}

TEST(Gguf, RefusesForeignFilesAndVersions) {
  EXPECT_EQ(code_of(""), ErrorCode::kCorrupt);
  EXPECT_EQ(code_of("PK\x03\x04 not a model"), ErrorCode::kCorrupt);
  std::string bytes = bert_gguf(random_bert(1));
  bytes[4] = 9;
  EXPECT_EQ(code_of(bytes), ErrorCode::kCorrupt);
  EXPECT_EQ(
      code_of(replaced(bert_gguf(random_bert(1)), std::string("\x04\0\0\0\0\0\0\0bert", 12), std::string("\x04\0\0\0\0\0\0\0gpt9", 12))),
      ErrorCode::kInvalidArgument);
}

TEST(Gguf, RefusesNumbersThatWouldEndLlamaCpp) {
  const BertWeights weights = random_bert(1);
  const std::vector<std::pair<std::string, std::uint32_t>> absurd = {{"bert.embedding_length", 0},
                                                                     {"bert.embedding_length", 33},
                                                                     {"bert.embedding_length", 1U << 30U},
                                                                     {"bert.block_count", 0},
                                                                     {"bert.block_count", 100'000},
                                                                     {"bert.attention.head_count", 0},
                                                                     {"bert.attention.head_count", 5},
                                                                     {"bert.attention.head_count_kv", 0},
                                                                     {"bert.attention.head_count_kv", 3},
                                                                     {"bert.context_length", 0},
                                                                     {"bert.rope.dimension_count", 900},
                                                                     {"bert.rope.dimension_count", 7},
                                                                     {"bert.expert_count", 4},
                                                                     {"general.alignment", 3},
                                                                     {"general.alignment", 0},
                                                                     {"tokenizer.ggml.eos_token_id", 40'000}};
  for (const auto& [key, value] : absurd) {
    EXPECT_EQ(code_of(bert_gguf(weights, {{key, value}})), ErrorCode::kCorrupt) << key << " = " << value;
  }
  EXPECT_EQ(code_of(bert_gguf(weights, {{"bert.pooling_type", 9}})), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code_of(bert_gguf(weights, {{"split.count", 3}})), ErrorCode::kInvalidArgument);
  EXPECT_EQ(code_of(qwen3_gguf(random_qwen3(1), {{"qwen3.rope.dimension_count", 8}})), ErrorCode::kCorrupt);
}

TEST(Gguf, RefusesATokenThatStandsTwice) {
  BertWeights weights = random_bert(1);
  weights.vocabulary[6] = weights.vocabulary[5];
  EXPECT_EQ(code_of(bert_gguf(weights)), ErrorCode::kCorrupt);
}

TEST(Gguf, RefusesTensorsOfOtherShapesAndTheirLack) {
  BertWeights small = random_bert(1);
  small.tensors["token_embd.weight"].rows -= 1;
  EXPECT_EQ(code_of(bert_gguf(small)), ErrorCode::kCorrupt);
  BertWeights without = random_bert(1);
  without.tensors.erase("token_embd.weight");
  EXPECT_EQ(code_of(bert_gguf(without)), ErrorCode::kCorrupt);
}

TEST(Gguf, TakesTheContextThatItsPositionsAllow) {
  EXPECT_EQ(parse_gguf(bert_gguf(random_bert(1), {{"bert.context_length", 4096}}))->context, 48U);
}

TEST(Gguf, SaysThatAFileIsMissingOrEmpty) {
  EXPECT_EQ(read_gguf("/nonexistent/x.gguf").error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(read_gguf("/").has_value());
}

}  // namespace
}  // namespace grove::inference
