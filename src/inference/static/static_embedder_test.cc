#include "inference/static/static_embedder.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "inference/normalise.h"
#include "inference/static/embedded_model.h"
#include "inference/static/pooling.h"
#include "inference/static/weights.h"
#include "inference/static/word_piece.h"

namespace grove::inference {
namespace {

constexpr std::size_t kDimensions = 256;

std::unique_ptr<Embedder> open(const StaticTemplate& layout = {}) {
  auto embedder = open_static_embedder(layout);
  EXPECT_TRUE(embedder.has_value());
  return std::move(*embedder);
}

std::vector<float> embed(Embedder& embedder, const Passage& passage) {
  std::vector<float> out(kDimensions);
  EXPECT_TRUE(embedder.embed_passages({&passage, 1}, out, {}).has_value());
  return out;
}

std::vector<float> embed_query(Embedder& embedder, std::string_view query) {
  std::vector<float> out(kDimensions);
  EXPECT_TRUE(embedder.embed_query(query, out, {}).has_value());
  return out;
}

float dot(std::span<const float> a, std::span<const float> b) {
  float sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}

TEST(StaticModel, GivesTheReferenceTokensAndVectors) {
  const EmbeddedModel& model = embedded_static_model();
  const auto weights = StaticWeights::view(model.weights);
  const auto words = WordPiece::build(model.vocabulary);
  ASSERT_TRUE(weights.has_value() && words.has_value());
  const auto embedder = open();
  std::ifstream file(GROVE_SOURCE_DIR "/models/static-code/vectors.jsonl");
  int lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    const auto reference = nlohmann::json::parse(line);
    const auto text = reference["text"].get<std::string>();
    std::vector<std::uint32_t> ids;
    words->encode(text, ids);
    EXPECT_EQ(ids, reference["ids"].get<std::vector<std::uint32_t>>()) << text;
    std::vector<float> sum(weights->dimensions());
    add_rows(*weights, ids, sum, SimdLevel::kScalar);
    const float norm = normalise(sum) / static_cast<float>(std::max<std::size_t>(ids.size(), 1));
    EXPECT_NEAR(norm, reference["norm"].get<float>(), 1e-4F) << text;
    const auto vector = embed_query(*embedder, text);
    for (std::size_t j = 0; j < 8; ++j) EXPECT_NEAR(vector[j], reference["first8"][j].get<float>(), 1e-4F) << text;
  }
  EXPECT_EQ(lines, 40);
}

TEST(StaticEmbedder, CountsThePathWordsEightTimes) {
  const auto embedder = open();
  std::string laid_out;
  for (int i = 0; i < 8; ++i) laid_out += "net http_client ";
  laid_out += "int fetch(void);";
  const auto passage = embed(*embedder, {.path = "src/net/http_client.c", .code = "int fetch(void);"});
  EXPECT_NEAR(dot(passage, embed_query(*embedder, laid_out)), 1, 1e-5);
}

TEST(StaticEmbedder, GivesEachPassageOfACallWhatItGivesItAlone) {
  const auto embedder = open();
  const std::vector<Passage> passages = {{.path = "a/b.c", .code = "parse tokens"},
                                         {.path = "a/b.c", .code = ""},
                                         {.path = "x/y.py", .code = "open socket"},
                                         {.path = "", .code = "日本"},
                                         {.path = "a/b.c", .code = "parse tokens"}};
  std::vector<float> all(passages.size() * kDimensions);
  ASSERT_TRUE(embedder->embed_passages(passages, all, {}).has_value());
  for (std::size_t i = 0; i < passages.size(); ++i) {
    const std::vector<float> row(all.begin() + static_cast<std::ptrdiff_t>(i * kDimensions),
                                 all.begin() + static_cast<std::ptrdiff_t>((i + 1) * kDimensions));
    EXPECT_EQ(row, embed(*embedder, passages[i])) << i;
  }
}

TEST(StaticEmbedder, GivesAZeroVectorWhereThereIsNothingToSay) {
  const auto embedder = open();
  EXPECT_EQ(embed_query(*embedder, ""), std::vector<float>(kDimensions, 0));
  EXPECT_EQ(embed_query(*embedder, "+-*/ 日本"), std::vector<float>(kDimensions, 0));
}

TEST(StaticEmbedder, SumsTextsOfAnySizeWithoutCuttingWords) {
  const auto embedder = open();
  std::string text;
  while (text.size() < 200'000) text += "parseHttpResponse retries ";
  EXPECT_NEAR(dot(embed_query(*embedder, text), embed_query(*embedder, "parseHttpResponse retries")), 1, 1e-5);
}

TEST(StaticEmbedder, WeighsScopeAndDocWhereTheTemplateSays) {
  const Passage passage = {.path = "a.c", .scope = "auth.Token", .doc = "verifies a signature", .code = "bool ok();"};
  const auto plain = open();
  const auto scoped = open({.scope_weight = 3, .doc_weight = 1});
  const auto query = embed_query(*plain, "verify auth token signature");
  EXPECT_GT(dot(query, embed(*scoped, passage)), dot(query, embed(*plain, passage)) + 0.1F);
  EXPECT_NE(scoped->info().fingerprint, plain->info().fingerprint);
  EXPECT_EQ(plain->info().dimensions, kDimensions);
}

TEST(StaticEmbedder, StopsWhenCancelled) {
  const auto embedder = open();
  const CancelToken cancel;
  cancel.cancel();
  std::vector<float> out(kDimensions);
  const Passage passage = {.code = "x"};
  EXPECT_EQ(embedder->embed_passages({&passage, 1}, out, cancel).error().code, ErrorCode::kCancelled);
}

TEST(StaticEmbedder, FindsTheFunctionThatAQuestionMeans) {
  const auto embedder = open();
  const auto query = embed_query(*embedder, "where are passwords hashed?");
  const auto right =
      embed(*embedder, {.path = "auth/crypto.py", .code = "def bcrypt_digest(password, salt): return bcrypt(password, salt)"});
  const auto wrong = embed(*embedder, {.path = "ui/table.py", .code = "def draw_row(canvas, cells): canvas.line(cells)"});
  EXPECT_GT(dot(query, right), dot(query, wrong) + 0.1F);
}

}  // namespace
}  // namespace grove::inference
