#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "serve/mcp/testing/mcp_world.h"
#include "serve/mcp/tools/paging.h"

namespace grove::serve::mcp {
namespace {

using ::testing::HasSubstr;

class McpTools : public ::testing::Test, protected McpWorld {
 protected:
  void find(std::size_t count, std::size_t bytes) {
    for (std::size_t i = 0; i < count; ++i) {
      engine::UnitHit hit;
      hit.rank = static_cast<std::uint32_t>(i + 1);
      hit.id = "shop:a.py#f" + std::to_string(i);
      hit.repository = "shop";
      hit.path = "a.py";
      hit.name = "f" + std::to_string(i);
      hit.lines = {1, 9};
      hit.code = std::string(bytes, 'x') + "\n";
      hit.ranks.lexical = 1;
      engine_.found.hits.push_back(hit);
    }
    engine_.found.scope = {"shop"};
  }
  static Json parsed_text(const Json& result) { return Json::parse(result["content"][0]["text"].get<std::string>()); }
};

TEST_F(McpTools, TextAndStructureSayTheSame) {
  find(3, 100);
  for (const char* tool : {"search_codebases", "list_repositories", "stats"}) {
    Json arguments = Json::object();
    if (tool == std::string_view("search_codebases")) arguments["query"] = "x";
    const Json result = call(tool, arguments);
    EXPECT_EQ(parsed_text(result), result["structuredContent"]) << tool;
    EXPECT_TRUE(result["structuredContent"].is_object()) << tool;
  }
}

TEST_F(McpTools, ASearchHasTheKeysOfTheSeed) {
  find(1, 10);
  const Json answer = call("search_codebases", {{"query", "x"}, {"repos", {"shop"}}, {"limit", 3}})["structuredContent"];
  const Json& item = answer["results"][0];
  for (const char* key : {"chunk_id", "repo_id", "file_path", "language", "start_line", "end_line", "raw_content", "enriched_content",
                          "symbol_name", "chunk_type"}) {
    EXPECT_TRUE(item["chunk"].contains(key)) << key;
  }
  EXPECT_EQ(item["sparse_rank"], 1);
  EXPECT_FALSE(item.contains("dense_rank"));
  EXPECT_EQ(answer["scope"][0], "shop");
  EXPECT_EQ(engine_.asked.request.limit, 3U);
  EXPECT_EQ(engine_.asked.scope.repositories, std::vector<std::string>{"shop"});
}

TEST_F(McpTools, AnswersStayWithinTheBudgetAndTheCursorLeadsThroughTheRest) {
  find(40, 2000);
  Json arguments = {{"query", "x"}, {"limit", 40}, {"max_tokens", 3000}};
  std::size_t seen = 0;
  std::size_t pages = 0;
  while (true) {
    const Json result = call("search_codebases", arguments);
    ASSERT_FALSE(result.contains("isError")) << result;
    EXPECT_LE(to_text(result["structuredContent"]).size(), bytes_of_tokens(3000));
    const Json& page = result["structuredContent"];
    EXPECT_EQ(page["results"][0]["chunk"]["symbol_name"], "f" + std::to_string(seen));
    seen += page["results"].size();
    ++pages;
    if (!page.contains("next_cursor")) break;
    EXPECT_EQ(page["total"], 40);
    arguments["cursor"] = page["next_cursor"];
  }
  EXPECT_EQ(seen, 40U);
  EXPECT_GT(pages, 5U);
}

TEST_F(McpTools, ACursorOfAnotherCallIsRefused) {
  find(40, 2000);
  const Json first = call("search_codebases", {{"query", "x"}, {"limit", 40}})["structuredContent"];
  EXPECT_EQ(call("search_codebases", {{"query", "y"}, {"limit", 40}, {"cursor", first["next_cursor"]}})["isError"], true);
  EXPECT_EQ(call("search_codebases", {{"query", "x"}, {"limit", 40}, {"cursor", "zzz"}})["isError"], true);
}

TEST_F(McpTools, CodeThatAloneIsTooLongIsCutAtALine) {
  engine::UnitHit hit;
  hit.id = "shop:a.py#f";
  hit.repository = "shop";
  for (int i = 0; i < 5000; ++i) hit.code += "line \"" + std::to_string(i) + "\"\n";
  engine_.found.hits = {hit};
  engine_.found.scope = {"shop"};
  const Json answer = call("semantic_search", {{"query", "x"}}, "workspace")["structuredContent"];
  EXPECT_LE(to_text(answer).size(), bytes_of_tokens(kDefaultTokens));
  EXPECT_GT(to_text(answer).size(), bytes_of_tokens(kDefaultTokens) / 3);
  EXPECT_TRUE(answer["results"][0]["code"].get<std::string>().ends_with("\"\n"));
  EXPECT_GT(answer["results"][0]["code_is_cut_after_lines"], 100);
}

TEST_F(McpTools, AFolderMeansTheRepositoryAroundItOrThoseWithinIt) {
  const std::string folder = std::filesystem::temp_directory_path() / ("grove_mcp_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder + "/shop/src");
  std::filesystem::create_directories(folder + "/other");
  engine_.shop.repository.root = std::filesystem::canonical(folder + "/shop").string();
  find(1, 10);
  for (const std::string& path : {folder, folder + "/shop", folder + "/shop/src", std::string("shop"), std::string(".")}) {
    call("semantic_search", {{"query", "x"}, {"directory_path", path}}, "workspace");
    EXPECT_EQ(engine_.asked.scope.repositories, std::vector<std::string>{"shop"}) << path;
    engine_.asked.scope.repositories.clear();
  }
  for (const std::string& path : {folder + "/other", folder + "/nope", std::string("relative/path")}) {
    EXPECT_EQ(call("semantic_search", {{"query", "x"}, {"directory_path", path}}, "workspace")["isError"], true) << path;
  }
  std::filesystem::remove_all(folder);
}

TEST_F(McpTools, IndexingTellsWhatTheSeedTellsAndCanGoOnBehind) {
  const std::string folder = std::filesystem::canonical(std::filesystem::temp_directory_path()).string();
  const Json done = call("index_workspace", {{"directory_path", folder}})["structuredContent"];
  EXPECT_EQ(done["status"], "ok");
  EXPECT_EQ(done["added"], 3);
  for (const char* key : {"workspace", "modified", "deleted", "unchanged", "indexed_chunks", "total_in_store"})
    EXPECT_TRUE(done.contains(key)) << key;
  EXPECT_EQ(engine_.added.location, folder);

  engine_.indexing_waits = true;
  const Json begun = call("index_workspace", {{"directory_path", folder}, {"background", true}})["structuredContent"];
  const std::string job = begun["job_id"];
  engine_.indexing_waits = false;
  Json now;
  do now = call("index_workspace", {{"job_id", job}})["structuredContent"];
  while (now["status"] != "ok");
  EXPECT_EQ(now["added"], 3);
  EXPECT_EQ(call("index_workspace", {{"job_id", "nope"}})["isError"], true);
  EXPECT_EQ(call("index_workspace", {{"directory_path", "/"}})["isError"], true);
}

TEST_F(McpTools, AJobCanBeEndedByTheToolThatBeganIt) {
  engine_.indexing_waits = true;
  const Json begun = call("sync_repository", {{"repo_id", "shop"}, {"background", true}})["structuredContent"];
  const Json params = {{"job_id", begun["job_id"]}, {"cancel", true}};
  Json now;
  do now = call("sync_repository", params)["structuredContent"];
  while (now["status"] != "cancelled");
}

TEST_F(McpTools, ATextOfManyEscapesStaysWithinTheBudgetAndSaysWhereToGoOn) {
  for (int i = 0; i < 5000; ++i) engine_.text.text += "\t\"\\\"\n";
  const Json answer = call("get_file", {{"path", "a.py"}, {"start_line", 3}, {"max_tokens", 1000}})["structuredContent"];
  EXPECT_LE(to_text(answer).size(), bytes_of_tokens(1000));
  EXPECT_GT(to_text(answer).size(), bytes_of_tokens(1000) / 3);
  EXPECT_EQ(answer["next_start_line"], answer["end_line"].get<int>() + 1);
  const Json last = call("get_file", {{"path", "a.py"}, {"start_line", 4999}})["structuredContent"];
  EXPECT_EQ(last["end_line"], 5000);
  EXPECT_FALSE(last.contains("next_start_line"));
}

TEST_F(McpTools, TheUnitsOfAFileComeWithTheirCodeWhereItIsAskedFor) {
  engine_.text.text = "class A:\n    x = 1\n    def f(self):\n        return 2\n\ndef g(): pass\n";
  engine_.text.outline.items = {
      {.name = "A", .kind = Kind::kClass, .lines = {1, 4}, .children = {{.name = "f", .kind = Kind::kMethod, .lines = {3, 4}}}},
      {.name = "g", .kind = Kind::kFunction, .lines = {6, 6}}};
  const Json units = call("get_file", {{"path", "a.py"}, {"with_code", true}})["structuredContent"]["result"];
  ASSERT_EQ(units.size(), 3U);
  EXPECT_EQ(units[0]["chunk_type"], "class");
  EXPECT_EQ(units[0]["code"], "class A:\n    x = 1\n");
  EXPECT_EQ(units[1]["code"], "    def f(self):\n        return 2\n");
  EXPECT_EQ(units[2]["code"], "def g(): pass\n");
}

TEST_F(McpTools, AFailedSyncIsAnError) {
  engine_.index_failure = Error{ErrorCode::kLocked, "process 7 is indexing shop", "Wait."};
  const Json result = call("sync_repository", {{"repo_id", "shop"}});
  EXPECT_EQ(result["isError"], true);
  EXPECT_THAT(result["content"][0]["text"].get<std::string>(), HasSubstr("process 7"));
}

}  // namespace
}  // namespace grove::serve::mcp
