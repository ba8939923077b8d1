#include "inference/open_embedder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "base/file.h"
#include "inference/testing/bert_weights.h"
#include "inference/testing/fake_providers.h"

namespace grove::inference {
namespace {

TEST(OpenEmbedder, TakesTheBuiltInModelByDefaultAndLoadsItOnFirstUse) {
  for (const char* name : {"", "static"}) {
    const auto embedder = open_embedder({.model = name}, {});
    ASSERT_TRUE(embedder.has_value());
    EXPECT_EQ((*embedder)->info().provider, "static");
    EXPECT_TRUE((*embedder)->is_immediate());
    EXPECT_FALSE((*embedder)->status().resident);
    std::vector<float> vector((*embedder)->info().dimensions);
    ASSERT_TRUE((*embedder)->embed_query("parse json", vector, {}).has_value());
    EXPECT_TRUE(std::ranges::any_of(vector, [](float component) { return component != 0; }));
    EXPECT_TRUE((*embedder)->status().resident);
    EXPECT_TRUE((*embedder)->unload().has_value());
    EXPECT_FALSE((*embedder)->status().resident);
  }
}

/// A models folder with one tiny model in it.
class ModelsFolder {
 public:
  ModelsFolder() : path_((std::filesystem::temp_directory_path() / ("grove_models_" + std::to_string(std::random_device{}()))).string()) {
    EXPECT_TRUE(create_directories(path_).has_value());
    EXPECT_TRUE(write_file(path_ + "/tiny.gguf", bert_gguf(random_bert(1))).has_value());
  }
  ModelsFolder(const ModelsFolder&) = delete;
  ModelsFolder& operator=(const ModelsFolder&) = delete;
  ~ModelsFolder() { (void)remove_tree(path_); }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

TEST(OpenEmbedder, FindsALocalModelByNameAndByPathAndLoadsItOnFirstUse) {
  const ModelsFolder folder;
  for (const std::string& name :
       {std::string("tiny"), std::string("llama:tiny"), "llama:" + folder.path() + "/tiny.gguf", folder.path() + "/tiny.gguf"}) {
    const auto embedder =
        open_embedder({.model = name, .models_folder = folder.path(), .keep_alive = {.grace = std::chrono::seconds(0)}}, {});
    ASSERT_TRUE(embedder.has_value()) << name << ": " << embedder.error().message;
    EXPECT_EQ((*embedder)->info().provider, "llama.cpp");
    EXPECT_EQ((*embedder)->info().model, "tiny");
    EXPECT_FALSE((*embedder)->is_immediate());
    std::vector<float> vector((*embedder)->info().dimensions);
    ASSERT_TRUE((*embedder)->embed_query("parse", vector, {}).has_value());
    EXPECT_TRUE(std::ranges::any_of(vector, [](float component) { return component != 0; }));
    EXPECT_FALSE((*embedder)->status().resident);
  }
}

TEST(OpenEmbedder, SaysHowToGetAModelThatIsNotThere) {
  const ModelsFolder folder;
  const auto known = open_embedder({.model = "BAAI/bge-small-en-v1.5", .models_folder = folder.path()}, {});
  ASSERT_FALSE(known.has_value());
  EXPECT_EQ(known.error().code, ErrorCode::kNotFound);
  EXPECT_TRUE(known.error().hint.contains("grove models pull bge-small-en-v1.5")) << known.error().hint;
  EXPECT_EQ(open_embedder({.model = "llama:none", .models_folder = folder.path()}, {}).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(open_embedder({.model = "/none/x.gguf"}, {}).error().code, ErrorCode::kNotFound);
}

TEST(OpenEmbedder, AsksAServerForItsModels) {
  std::vector<std::string> seen;
  http::TestServer server(fake_provider("ollama", seen));
  const auto embedder = open_embedder({.model = "ollama:qwen3-embedding:0.6b", .base_url = server.url()}, {});
  ASSERT_TRUE(embedder.has_value()) << embedder.error().message;
  EXPECT_EQ((*embedder)->info().model, "qwen3-embedding:0.6b");
  EXPECT_EQ((*embedder)->status().keep_alive.grace, std::chrono::seconds(30));
}

TEST(OpenEmbedder, SuggestsOllamaForNamesOfItsForm) {
  EXPECT_TRUE(open_embedder({.model = "qwen3-embedding:0.6b"}, {}).error().hint.contains("ollama:qwen3-embedding:0.6b"));
}

TEST(OpenEmbedder, RefusesAnUnknownProviderWithAHint) {
  const auto embedder = open_embedder({.model = "acme:big"}, {});
  ASSERT_FALSE(embedder.has_value());
  EXPECT_EQ(embedder.error().code, ErrorCode::kInvalidArgument);
  EXPECT_FALSE(embedder.error().hint.empty());
}

}  // namespace
}  // namespace grove::inference
