#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <numeric>

#include "base/file.h"
#include "inference/llama/llama_embedder.h"
#include "inference/llama/llama_model.h"
#include "inference/testing/minilm.h"

namespace grove::inference {
namespace {

/// all-MiniLM-L6-v2 as a GGUF file, converted once from the weights in GROVE_MINILM_FOLDER.
class MiniLm : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder_ + "/model.safetensors")) GTEST_SKIP() << "the weights of MiniLM could not be had";
    auto weights = read_bert_folder(folder_, 12);
    ASSERT_TRUE(weights.has_value()) << weights.error().message;
    weights_ = std::move(*weights);
    if (!std::filesystem::exists(path_)) {
      ASSERT_TRUE(write_file(path_, bert_gguf(weights_)).has_value());
    }
    const auto source = find_llama_model({.path = path_, .threads = 2});
    ASSERT_TRUE(source.has_value()) << source.error().message;
    auto embedder = source->load();
    ASSERT_TRUE(embedder.has_value()) << embedder.error().message;
    embedder_ = std::move(*embedder);
  }

  std::vector<float> embed(std::string_view text) {
    std::vector<float> out(384);
    EXPECT_TRUE(embedder_->embed_query(text, out, {}).has_value());
    return out;
  }
  float cosine(std::string_view a, std::string_view b) {
    const auto x = embed(a);
    const auto y = embed(b);
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0F);
  }

  std::string folder_ = GROVE_MINILM_FOLDER;
  std::string path_ = folder_ + "/minilm-f32.gguf";
  BertWeights weights_;
  std::unique_ptr<Embedder> embedder_;
};

TEST_F(MiniLm, AgreesWithItsWeightsComputedInTheSimplestWay) {
  const auto model = LlamaModel::load(*read_gguf(path_), {.path = path_, .pooling = Pooling::kMean});
  ASSERT_TRUE(model.has_value());
  for (const char* text : {"where are passwords hashed?", "def parse_json(text): return json.loads(text)"}) {
    const auto tokens = (*model)->tokenize(text, LlamaModel::Specials::kAdded);
    const auto plain = plain_bert_mean(weights_, *tokens);
    const auto vector = embed(text);
    double dot = 0;
    double length = 0;
    for (std::size_t j = 0; j < plain.size(); ++j) {
      dot += plain[j] * static_cast<double>(vector[j]);
      length += plain[j] * plain[j];
    }
    EXPECT_GT(dot / std::sqrt(length), 0.9999) << text;
  }
}

TEST_F(MiniLm, CutsTextAsItsOwnTokenizerDoes) {
  const auto model = LlamaModel::load(*read_gguf(path_), {.path = path_, .pooling = Pooling::kMean});
  ASSERT_TRUE(model.has_value());
  // [CLS] hello , world ! una ##ffa ##ble [SEP]
  EXPECT_EQ(*(*model)->tokenize("Hello, world! unaffable", LlamaModel::Specials::kAdded),
            (std::vector<LlamaModel::Token>{101, 7592, 1010, 2088, 999, 14477, 20961, 3468, 102}));
}

TEST_F(MiniLm, GivesThePublishedSimilarities) {
  EXPECT_NEAR(cosine("That is a happy person", "That is a happy dog"), 0.695F, 0.005F);
  EXPECT_NEAR(cosine("That is a happy person", "That is a very happy person"), 0.943F, 0.005F);
  EXPECT_NEAR(cosine("That is a happy person", "Today is a sunny day"), 0.257F, 0.005F);
}

TEST_F(MiniLm, FindsTheFunctionThatAQuestionMeans) {
  const std::vector<Passage> passages = {
      {.path = "auth/crypto.py",
       .scope = "hash_password",
       .code = "def hash_password(plain): return bcrypt.hashpw(plain, bcrypt.gensalt())"},
      {.path = "net/http.py", .scope = "retry", .code = "def retry(request, attempts): ..."},
      {.path = "ui/table.py", .scope = "draw_row", .code = "def draw_row(canvas, cells): canvas.line(cells)"}};
  std::vector<float> rows(3 * 384);
  ASSERT_TRUE(embedder_->embed_passages(passages, rows, {}).has_value());
  const auto query = embed("where are passwords encrypted?");
  std::vector<float> scores;
  for (std::size_t i = 0; i < 3; ++i) {
    scores.push_back(std::inner_product(query.begin(), query.end(), rows.begin() + static_cast<std::ptrdiff_t>(384 * i), 0.0F));
  }
  EXPECT_GT(scores[0], scores[1] + 0.1F);
  EXPECT_GT(scores[0], scores[2] + 0.1F);
}

}  // namespace
}  // namespace grove::inference
