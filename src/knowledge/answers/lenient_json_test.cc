#include "knowledge/answers/lenient_json.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace grove::knowledge {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kRequired = "instances";

/// A model's answer, a line `---`, what is read: the JSON with a line for each repair, or `error:` and what the model is told.
std::string outcome(std::string_view answer) {
  const auto read = read_model_json(answer, kRequired);
  if (!read) return "error: " + read.error().message + '\n';
  std::string text = read->json + '\n';
  for (const std::string& repair : read->repairs) text += "repaired: " + repair + '\n';
  return text;
}

class ModelAnswers : public testing::TestWithParam<std::string> {};

TEST_P(ModelAnswers, AreReadAsTheCaseSays) {
  std::ifstream in(GetParam(), std::ios::binary);
  std::stringstream whole;
  whole << in.rdbuf();
  const std::string text = whole.str();
  const std::size_t line = text.find("\n---\n");
  ASSERT_NE(line, std::string::npos);
  const std::string answer = text.substr(0, line);
  const std::string actual = outcome(answer);
  if (std::getenv("UPDATE_EXPECT") != nullptr)
    std::ofstream(GetParam(), std::ios::binary) << answer << "\n---\n" << actual;
  else
    EXPECT_EQ(actual, text.substr(line + 5));
}

std::vector<std::string> case_files() {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(fs::path(GROVE_SOURCE_DIR) / "tests/golden/answers"))
    files.push_back(entry.path().string());
  std::ranges::sort(files);
  return files;
}

INSTANTIATE_TEST_SUITE_P(Golden, ModelAnswers, testing::ValuesIn(case_files()),
                         [](const auto& info) { return fs::path(info.param).stem().string(); });

TEST(LenientJson, NoBeginningOfAnAnswerIsTakenForOne) {
  const std::string answer = R"({"instances": [{"class": "Person", "attributes": {"a": 1}, "relations": []}], "warnings": ["none"]})";
  for (std::size_t size = 0; size < answer.size(); ++size) EXPECT_FALSE(read_model_json(answer.substr(0, size), kRequired)) << size;
  EXPECT_TRUE(read_model_json(answer, kRequired));
}

TEST(LenientJson, AnObjectOfManyMembersIsReadAsFastAsItIsLong) {
  std::string text = "{\"decisions\": [], ";
  for (int i = 0; i < 100'000; ++i) text += "\"key" + std::to_string(i) + "\": 1, ";
  const auto json = read_model_json(text + "\"key7\": 1}", "decisions");  // with 10^10 steps it would not end
  ASSERT_TRUE(json) << json.error().message;
  EXPECT_FALSE(read_model_json(text + "\"key7\": 2}", "decisions")) << "two members of one name that differ";
}

TEST(LenientJson, AnyBytesAreRead) {
  for (const std::string& text :
       {std::string("{\"instances\": \"\xff\xfe\"}"), std::string(3, '\0'), std::string(100'000, '{'), std::string("{\"\\u12")})
    static_cast<void>(read_model_json(text, kRequired));
  EXPECT_EQ(read_model_json("{\"instances\": \"\xff\"}", kRequired)->json, "{\"instances\":\"\uFFFD\"}");
}

}  // namespace
}  // namespace grove::knowledge
