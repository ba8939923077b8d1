#include "inference/open_reranker.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "inference/testing/bert_weights.h"
#include "inference/testing/temporary_model.h"

namespace grove::inference {
namespace {

TEST(OpenReranker, LoadsAModelOnFirstUseAndReleasesIt) {
  const TemporaryModel file(reranker_gguf(random_bert(1)));
  const std::filesystem::path path(file.path());
  for (const std::string& name : {file.path(), "llama:" + file.path(), path.stem().string(), "llama:" + path.stem().string()}) {
    const auto reranker = open_reranker(
        {.model = name, .models_folder = path.parent_path().string(), .keep_alive = {.grace = std::chrono::seconds(0)}, .threads = 1});
    ASSERT_TRUE(reranker.has_value()) << name << ": " << reranker.error().message;
    EXPECT_EQ((*reranker)->info().model, path.stem().string());
    EXPECT_FALSE((*reranker)->status().resident);
    const Passage passage = {.code = "open file"};
    float score = -1;
    ASSERT_TRUE((*reranker)->score("file", {&passage, 1}, {&score, 1}, {}).has_value());
    EXPECT_GE(score, 0);
    EXPECT_FALSE((*reranker)->status().resident);
    EXPECT_TRUE((*reranker)->unload().has_value());
  }
}

TEST(OpenReranker, SaysHowToGetOneAndRefusesEmbeddingModels) {
  const auto missing = open_reranker({.model = "BAAI/bge-reranker-v2-m3", .models_folder = "/none"});
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(missing.error().hint.contains("grove models pull bge-reranker-v2-m3")) << missing.error().hint;
  const TemporaryModel file(bert_gguf(random_bert(1)));
  EXPECT_EQ(open_reranker({.model = file.path()}).error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace grove::inference
