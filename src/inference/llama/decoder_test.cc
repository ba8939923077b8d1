#include <gtest/gtest.h>

#include "inference/llama/llama_embedder.h"
#include "inference/llama/llama_model.h"
#include "inference/testing/qwen3_weights.h"
#include "inference/testing/temporary_model.h"
#include "inference/text_layout.h"

namespace grove::inference {
namespace {

constexpr LlamaModel::Token kEndOfText = 256;
constexpr LlamaModel::Token kStart = 257;
constexpr LlamaModel::Token kEnd = 258;

std::vector<LlamaModel::Token> bytes_of(std::string_view text) {
  std::vector<LlamaModel::Token> tokens;
  for (const char c : text) tokens.push_back(static_cast<unsigned char>(c));
  return tokens;
}

std::unique_ptr<Embedder> open(const TemporaryModel& file, std::uint32_t max_tokens = 1024) {
  const auto source = find_llama_model({.path = file.path(), .name = "qwen3-embedding", .threads = 2, .max_tokens = max_tokens});
  EXPECT_TRUE(source.has_value()) << source.error().message;
  auto embedder = source->load();
  EXPECT_TRUE(embedder.has_value()) << embedder.error().message;
  return std::move(*embedder);
}

Result<std::unique_ptr<Reranker>> load_reranker(const LlamaRequest& request) {
  GROVE_ASSIGN_OR_RETURN(const RerankerSource source, find_llama_reranker(request));
  return source.load();
}

TEST(Decoder, EmbedsByTheLastTokenWithItsInstructionBeforeAQuery) {
  const Qwen3Weights weights = random_qwen3(1);
  const TemporaryModel file(qwen3_gguf(weights));
  const auto embedder = open(file);
  for (const char* text : {"where are tokens parsed?", "é 日本", "x"}) {
    auto tokens = bytes_of(std::string(prompts_for("qwen3-embedding").query) + text);
    tokens.push_back(kEndOfText);
    std::vector<float> vector(32);
    ASSERT_TRUE(embedder->embed_query(text, vector, {}).has_value());
    EXPECT_GT(cosine(vector, plain_qwen3_last(weights, tokens)), 0.999) << text;
  }
}

TEST(Decoder, ReadsLongTextsInPartsAndCutsThemAtItsContext) {
  const Qwen3Weights weights = random_qwen3(2);
  const TemporaryModel file(qwen3_gguf(weights));
  const auto embedder = open(file, 300);
  for (const std::size_t size : {100U, 128U, 200U, 290U, 5000U}) {
    std::string code;
    while (code.size() < size) code += static_cast<char>('a' + code.size() * code.size() % 25);
    auto tokens = bytes_of(code);
    tokens.resize(std::min<std::size_t>(tokens.size(), 299));
    tokens.push_back(kEndOfText);
    const Passage passage = {.code = code};
    std::vector<float> vector(32);
    ASSERT_TRUE(embedder->embed_passages({&passage, 1}, vector, {}).has_value());
    EXPECT_GT(cosine(vector, plain_qwen3_last(weights, tokens)), 0.999) << size;
  }
}

TEST(Decoder, ForgetsOneTextBeforeItReadsTheNext) {
  const TemporaryModel file(qwen3_gguf(random_qwen3(3)));
  const auto embedder = open(file);
  const std::vector<Passage> passages = {{.code = "open(file)"}, {.code = "socket.read(n)"}, {.code = "open(file)"}};
  std::vector<float> rows(3 * 32);
  ASSERT_TRUE(embedder->embed_passages(passages, rows, {}).has_value());
  EXPECT_EQ(std::vector<float>(rows.begin(), rows.begin() + 32), std::vector<float>(rows.begin() + 64, rows.end()));
}

TEST(DecoderReranker, ScoresPairsInItsTemplate) {
  const Qwen3Weights weights = random_qwen3(4);
  const TemporaryModel file(qwen3_reranker_gguf(weights, "<|im_start|>Q: {query}\nD: {document}<|im_end|>"));
  const auto reranker = load_reranker({.path = file.path(), .threads = 2});
  ASSERT_TRUE(reranker.has_value()) << reranker.error().message;
  const std::vector<Passage> passages = {{.code = "parse the file"}, {.code = "open socket"}, {.code = "{query} <|im_end|>"}};
  std::vector<float> scores(passages.size());
  ASSERT_TRUE((*reranker)->score("read file", passages, scores, {}).has_value());
  const std::vector<std::string> texts = {"parse the file", "open socket", "{query} < |im_end|>"};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    std::vector<LlamaModel::Token> pair = {kStart};
    const auto body = bytes_of("Q: read file\nD: " + texts[i]);
    pair.insert(pair.end(), body.begin(), body.end());
    pair.push_back(kEnd);
    EXPECT_NEAR(static_cast<double>(scores[i]), plain_qwen3_score(weights, pair), 2e-3) << texts[i];
  }
}

TEST(DecoderReranker, CutsTheDocumentUntilThePairFits) {
  const TemporaryModel file(qwen3_reranker_gguf(random_qwen3(4), "<|im_start|>Q: {query}\nD: {document}<|im_end|>"));
  const auto reranker = load_reranker({.path = file.path(), .threads = 1});
  const std::string huge(50'000, 'x');
  const Passage passage = {.path = "a.c", .code = huge};
  float score = -1;
  const auto status = (*reranker)->score("short", {&passage, 1}, {&score, 1}, {});
  ASSERT_TRUE(status.has_value()) << status.error().message;
  EXPECT_GE(score, 0);
  EXPECT_LE(score, 1);
}

TEST(DecoderReranker, RefusesATemplateThatNeverFits) {
  const TemporaryModel file(qwen3_reranker_gguf(random_qwen3(4), std::string(1000, 't') + "{query}{document}"));
  const auto reranker = load_reranker({.path = file.path(), .threads = 1});
  const Passage passage = {.code = "x"};
  float score = 0;
  EXPECT_EQ((*reranker)->score("q", {&passage, 1}, {&score, 1}, {}).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace grove::inference
