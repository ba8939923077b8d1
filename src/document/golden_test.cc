#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "document/document_reader.h"
#include "document/testing/archive_bytes.h"
#include "document/testing/describe.h"

namespace grove::document {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kSeparator = "\n=====\n";
constexpr std::string_view kMemberMark = "@@ ";

/// `file: NAME`, the file's content, a line `=====`, what is read. The content of an archive is a line `@@ PATH` before each of its
/// members. `chunks: TARGET OVERLAP` in the second line: what is expected are the chunks, cut at so many words.
struct GoldenCase {
  std::string file;
  std::string content;
  std::string expected;
  bool wants_chunks = false;
  ChunkingOptions chunking;
};

std::string text_of_file(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream whole;
  whole << in.rdbuf();
  return whole.str();
}

GoldenCase read_case(const std::string& text) {
  GoldenCase found;
  std::size_t begin = text.find('\n') + 1;
  found.file = text.substr(6, begin - 7);
  if (text.compare(begin, 8, "chunks: ") == 0) {
    found.wants_chunks = true;
    std::istringstream(text.substr(begin + 8)) >> found.chunking.target_words >> found.chunking.overlap_words;
    begin = text.find('\n', begin) + 1;
  }
  const std::size_t separator = text.find(kSeparator);
  found.content = text.substr(begin, (separator == std::string::npos ? text.size() : separator + 1) - begin);
  if (separator != std::string::npos) found.expected = text.substr(separator + kSeparator.size());
  return found;
}

std::string bytes_of(const std::string& content) {
  if (!content.starts_with(kMemberMark)) return content;
  std::vector<std::pair<std::string, std::string>> members;
  std::istringstream lines(content);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(kMemberMark)) {
      members.emplace_back(line.substr(kMemberMark.size()), "");
    } else {
      members.back().second += line + '\n';
    }
  }
  // The media type of an EPUB has no line end (EPUB Open Container Format).
  for (auto& [path, text] : members)
    if (path == "mimetype") text.pop_back();
  return archive_of(members);
}

std::vector<std::string> case_files() {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GROVE_SOURCE_DIR) / "tests/golden/document"))
    if (entry.path().extension() == ".case") files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

class DocumentGolden : public testing::TestWithParam<std::string> {};

TEST_P(DocumentGolden, SaysWhatTheCaseExpects) {
  const std::string whole = text_of_file(GetParam());
  const GoldenCase golden = read_case(whole);
  const auto document = open_builtin_reader({})->read({.bytes = bytes_of(golden.content), .file_name = golden.file}, {});
  const std::string actual = !document             ? "error: " + document.error().message + '\n'
                             : golden.wants_chunks ? describe_chunks(*document, golden.chunking)
                                                   : describe(*document);
  if (std::getenv("UPDATE_EXPECT") != nullptr) {
    std::ofstream(GetParam(), std::ios::binary) << whole.substr(0, whole.find(kSeparator)) << kSeparator << actual;
    return;
  }
  EXPECT_EQ(actual, golden.expected) << "rewrite " << GetParam() << " with UPDATE_EXPECT=1 if the new reading is right";
}

std::string name_of(const testing::TestParamInfo<std::string>& info) {
  const fs::path file = info.param;
  std::string name = file.parent_path().filename().string() + "_" + file.stem().string();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, DocumentGolden, testing::ValuesIn(case_files()), name_of);

}  // namespace
}  // namespace grove::document
