#include "engine/index_meta.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/testing/temporary_folder.h"

namespace grove::engine {
namespace {

using nlohmann::json;

RepositoryState state_of(const std::string& name, std::uint64_t units, std::vector<VectorsOfModel> vectors) {
  RepositoryState state;
  state.repository.name = name;
  state.index.units = units;
  state.vectors = std::move(vectors);
  return state;
}

const index::VectorSpace kPresent{.provider = "ollama", .model = "qwen3-embedding:0.6b", .dimensions = 1024, .fingerprint = "f"};
const VectorsOfModel kOld{.provider = "ollama", .model = "qwen3-embedding:4b", .dimensions = 2560, .units = 9, .is_present = false};
const VectorsOfModel kNew{.provider = "ollama", .model = "qwen3-embedding:0.6b", .dimensions = 1024, .units = 3, .is_present = true};

TEST(IndexMeta, SaysWhichModelMadeEachRepositorysVectors) {
  const std::vector<RepositoryState> states = {state_of("half", 12, {kOld, kNew}), state_of("new", 3, {kNew}), state_of("old", 9, {kOld}),
                                               state_of("words", 5, {})};
  const json meta = json::parse(index_meta_text(states, kPresent));
  EXPECT_EQ(meta["version"], 1);
  EXPECT_EQ(meta["model"], "qwen3-embedding:0.6b");
  EXPECT_EQ(meta["dimension"], 1024);
  const json& repositories = meta["repositories"];
  EXPECT_EQ(repositories["new"], json({{"provider", "ollama"},
                                       {"model", "qwen3-embedding:0.6b"},
                                       {"dimension", 1024},
                                       {"vectors", 3},
                                       {"units", 3},
                                       {"complete", true}}));
  EXPECT_EQ(repositories["half"]["model"], "qwen3-embedding:0.6b");
  EXPECT_EQ(repositories["half"]["complete"], false);
  EXPECT_EQ(repositories["old"]["dimension"], 2560);
  EXPECT_EQ(repositories["old"]["complete"], false);
  EXPECT_FALSE(repositories.contains("words"));
  EXPECT_FALSE(json::parse(index_meta_text(states, {})).contains("model"));
}

TEST(IndexMeta, IsWrittenWhenItChangesAndNeverRead) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() + "/index_meta.json", R"({"repositories": {"evil": 1}})").has_value());
  IndexMeta meta(folder.path());
  meta.write({state_of("shop", 3, {kNew})}, kPresent);
  const auto text = read_file(folder.path() + "/index_meta.json", 10'000);
  ASSERT_TRUE(text.has_value());
  EXPECT_EQ(json::parse(*text)["repositories"].size(), 1U);
  IndexMeta nowhere(folder.path() + "/none/at/all");
  nowhere.write({}, {});
}

}  // namespace
}  // namespace grove::engine
