#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "syntax/facts_text.h"
#include "syntax/parser.h"

namespace grove::syntax {
namespace {

namespace fs = std::filesystem;

/// `path: NAME`, the source, a line `---`, the facts.
struct GoldenCase {
  std::string path;
  std::string source;
  std::string expected;
};

GoldenCase read_case(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream whole;
  whole << in.rdbuf();
  const std::string text = whole.str();
  const std::size_t first_line = text.find('\n');
  const std::size_t separator = text.rfind("\n---\n");
  GoldenCase found;
  found.path = text.substr(6, first_line - 6);
  const std::size_t end = separator == std::string::npos ? text.size() : separator + 1;
  found.source = text.substr(first_line + 1, end - first_line - 1);
  if (separator != std::string::npos) found.expected = text.substr(separator + 5);
  return found;
}

std::vector<std::string> case_files() {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GROVE_SOURCE_DIR) / "tests/golden/syntax"))
    if (entry.path().extension() == ".case" && language_of_name(entry.path().parent_path().filename().string()))
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

class SyntaxGolden : public testing::TestWithParam<std::string> {};

TEST_P(SyntaxGolden, SaysWhatTheCaseExpects) {
  const fs::path file = GetParam();
  const GoldenCase golden = read_case(file);
  const auto language = language_of_name(file.parent_path().filename().string());
  ASSERT_TRUE(language) << file.parent_path().filename();
  const Facts facts = make_parser()->parse({.path = golden.path, .language = *language, .text = golden.source, .limits = {}, .cancel = {}});
  const std::string actual = facts_text(facts, golden.source);
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(file, std::ios::binary) << "path: " << golden.path << '\n' << golden.source << "---\n" << actual;
    return;
  }
  EXPECT_EQ(actual, golden.expected) << "rewrite " << file << " with UPDATE_EXPECT=1 if the new facts are right";
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
  const fs::path file = info.param;
  std::string name = file.parent_path().filename().string() + "_" + file.stem().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, SyntaxGolden, testing::ValuesIn(case_files()), name_of);

}  // namespace
}  // namespace grove::syntax
