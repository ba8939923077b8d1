#include "inference/open_embedder.h"

#include <gtest/gtest.h>

#include <algorithm>

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

TEST(OpenEmbedder, RefusesAnUnknownProviderWithAHint) {
  const auto embedder = open_embedder({.model = "acme:big"}, {});
  ASSERT_FALSE(embedder.has_value());
  EXPECT_EQ(embedder.error().code, ErrorCode::kInvalidArgument);
  EXPECT_FALSE(embedder.error().hint.empty());
}

}  // namespace
}  // namespace grove::inference
