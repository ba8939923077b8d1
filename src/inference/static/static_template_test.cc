#include "inference/static/static_template.h"

#include <gtest/gtest.h>

namespace grove::inference {
namespace {

TEST(PathWords, AreTheLastFolderAndTheStem) {
  EXPECT_EQ(path_words("src/net/http_client.c"), "net http_client");
  EXPECT_EQ(path_words("net/http.test.ts"), "net http.test");
  EXPECT_EQ(path_words("main.go"), "main");
  EXPECT_EQ(path_words("docs/README"), "docs README");
  EXPECT_EQ(path_words("a/.bashrc"), "a ");
  EXPECT_EQ(path_words(""), "");
}

TEST(StaticTemplate, IsDescribedByAllItsWeights) {
  const std::string standard = describe(StaticTemplate{});
  EXPECT_NE(describe(StaticTemplate{.path_weight = 5}), standard);
  EXPECT_NE(describe(StaticTemplate{.scope_weight = 1}), standard);
  EXPECT_NE(describe(StaticTemplate{.doc_weight = 1}), standard);
  EXPECT_NE(describe(StaticTemplate{.code_weight = 2}), standard);
}

}  // namespace
}  // namespace grove::inference
