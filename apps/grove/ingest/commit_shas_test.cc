#include "apps/grove/ingest/commit_shas.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "base/file.h"

namespace grove::cli {
namespace {

class CommitShasTest : public ::testing::Test {
 protected:
  CommitShasTest() : folder_(std::filesystem::temp_directory_path() / ("grove-shas-" + std::to_string(::getpid()))) {
    std::filesystem::remove_all(folder_);
  }
  ~CommitShasTest() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path folder_;
};

TEST_F(CommitShasTest, WhatIsNotedIsReadByTheNextRun) {
  const CommitShas shas(folder_ / "cache");
  EXPECT_EQ(*shas.of("shop"), std::nullopt);
  ASSERT_TRUE(shas.note("shop", "abc"));
  ASSERT_TRUE(shas.note("orders", ""));
  EXPECT_EQ(*CommitShas(folder_ / "cache").of("shop"), "abc");
  EXPECT_EQ(*shas.of("orders"), "");
  EXPECT_EQ(*read_file(shas.path()), "{\n  \"orders\": \"\",\n  \"shop\": \"abc\"\n}\n");
}

TEST_F(CommitShasTest, AFileThatIsNoneIsToldAndReplaced) {
  const CommitShas shas(folder_);
  ASSERT_TRUE(create_directories(folder_));
  for (const char* text : {"", "{", "[]", "{\"a\": 1}"}) {
    ASSERT_TRUE(write_file(shas.path(), text));
    const auto commit = shas.of("a");
    ASSERT_FALSE(commit.has_value()) << text;
    EXPECT_EQ(commit.error().code, ErrorCode::kCorrupt);
    EXPECT_NE(commit.error().message.find(shas.path()), std::string::npos);
    ASSERT_TRUE(shas.note("a", "b"));
    EXPECT_EQ(*shas.of("a"), "b");
  }
}

}  // namespace
}  // namespace grove::cli
