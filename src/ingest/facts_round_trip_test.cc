#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "corpus/corpus.h"
#include "syntax/parser.h"

namespace grove::ingest {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// What a parser says of real files must come back from the corpus as it went in.
TEST(FactsRoundTrip, WhatIsSaidOfRealFilesComesBackFromTheCorpus) {
  const auto parser = syntax::make_parser();
  std::size_t files = 0;
  for (const char* folder : {"samples", "src", "docs", "cmake", "tests/golden/syntax"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GROVE_SOURCE_DIR) / folder)) {
      if (!entry.is_regular_file()) continue;
      const std::string text = read_file(entry.path());
      const std::string path = entry.path().filename().string();
      const Facts facts = parser->parse(
          {.path = path, .language = syntax::detect_language(path, text), .text = text, .limits = {}, .cancel = CancelToken()});
      const std::string blob = corpus::encode_facts(facts);
      const auto back = corpus::decode_facts(blob);
      ASSERT_TRUE(back) << entry.path() << ": " << describe(back.error());
      EXPECT_EQ(corpus::encode_facts(*back), blob) << entry.path();
      ++files;
    }
  }
  EXPECT_GT(files, 300U);
}

}  // namespace
}  // namespace grove::ingest
