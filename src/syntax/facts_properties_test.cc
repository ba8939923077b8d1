#include "syntax/facts_properties.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include "syntax/parser.h"
#include "syntax/tree_parser.h"

namespace grove::syntax {
namespace {

namespace fs = std::filesystem;

struct Source {
  std::string path;
  Language language = Language::kPlainText;
  std::string text;
};

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The sources of all golden cases.
const std::vector<Source>& golden_sources() {
  static const std::vector<Source> sources = [] {
    std::vector<Source> found;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GROVE_SOURCE_DIR) / "tests/golden/syntax")) {
      const auto language = language_of_name(entry.path().parent_path().filename().string());
      if (entry.path().extension() != ".case" || !language) continue;
      const std::string text = read_file(entry.path());
      const std::size_t first = text.find('\n') + 1;
      found.push_back({text.substr(6, first - 7), *language, text.substr(first, text.rfind("\n---\n") + 1 - first)});
    }
    return found;
  }();
  return sources;
}

class FactsProperties : public testing::Test {
 protected:
  void check(const Source& source, ParseLimits limits = {}) {
    const Facts facts =
        parser_->parse({.path = source.path, .language = source.language, .text = source.text, .limits = limits, .cancel = {}});
    const std::vector<std::string> broken = broken_properties(facts, source.text, limits.unit_bytes);
    EXPECT_TRUE(broken.empty()) << source.path << " (" << language_name(source.language) << "):\n"
                                << fmt::format("{}", fmt::join(broken, "\n")) << "\n"
                                << shown(source.text);
  }
  static std::string shown(const std::string& text) { return text.size() < 3000 ? text : std::string{}; }

  std::unique_ptr<LanguageParser> parser_ = make_parser();
  std::mt19937 random_{20240607};
};

TEST_F(FactsProperties, HoldForGoldenSources) {
  for (const Source& source : golden_sources()) check(source);
}

TEST_F(FactsProperties, HoldWithTinyUnits) {
  for (const Source& source : golden_sources()) check(source, {.unit_bytes = 300});
}

TEST_F(FactsProperties, HoldForTruncatedSources) {
  for (Source source : golden_sources()) {
    const std::string whole = source.text;
    for (int i = 0; i < 12; ++i) {
      source.text = whole.substr(0, random_() % (whole.size() + 1));
      check(source);
      source.text = whole.substr(whole.size() - source.text.size());
      check(source);
    }
  }
}

TEST_F(FactsProperties, HoldForDamagedSources) {
  for (Source source : golden_sources()) {
    const std::string whole = source.text;
    for (int i = 0; i < 10; ++i) {
      source.text = whole;
      for (int changes = 0; changes < 8 && !source.text.empty(); ++changes) {
        const std::size_t at = random_() % source.text.size();
        constexpr std::string_view kBytes = "(){}[]<>\"'`;:,.=\n\r\t #/*@$\\\0\xFFé";
        if (random_() % 2 == 0)
          source.text[at] = kBytes[random_() % kBytes.size()];
        else
          source.text.erase(at, random_() % 20);
      }
      check(source);
    }
  }
}

TEST_F(FactsProperties, HoldForAnyLineEnds) {
  for (Source source : golden_sources()) {
    for (const std::string_view line_end : {"\r\n", "\r"}) {
      Source other = source;
      other.text.clear();
      for (const char c : source.text) c == '\n' ? other.text.append(line_end) : other.text += std::string(1, c);
      check(other);
    }
  }
}

/// A random character as UTF-8: what a parser gets is valid, whatever the file was.
void append_random_character(std::string& text, unsigned byte) {
  if (byte < 0x80U) {
    text += static_cast<char>(byte);
    return;
  }
  text += static_cast<char>(0xC0U | (byte >> 6U));
  text += static_cast<char>(0x80U | (byte & 0x3FU));
}

TEST_F(FactsProperties, HoldForRandomCharacters) {
  for (const LanguageDefinition* definition : language_definitions()) {
    Source source{"x", definition->language, {}};
    for (std::size_t i = 0; i < 3000; ++i) append_random_character(source.text, static_cast<unsigned>(random_()) & 0xFFU);
    check(source, {.time = std::chrono::milliseconds(500)});
  }
}

TEST_F(FactsProperties, HoldForThisProgramsSources) {
  for (const char* folder : {"src", "apps", "docs", "cmake", "tests"}) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(GROVE_SOURCE_DIR) / folder)) {
      if (!entry.is_regular_file() || entry.file_size() > 200'000) continue;
      const std::string text = read_file(entry.path());
      check({entry.path().filename().string(), detect_language(entry.path().filename().string(), text), text});
    }
  }
}

TEST_F(FactsProperties, HoldForDeepNesting) {
  constexpr int kDepth = 10'000;
  for (const LanguageDefinition* definition : language_definitions()) {
    for (const char* piece : {"(", "{", "f([", "class A { fn(() => {\n"}) {
      Source source{"x", definition->language, {}};
      for (int i = 0; i < kDepth; ++i) source.text += piece;
      check(source, {.time = std::chrono::milliseconds(50)});
    }
  }
}

TEST_F(FactsProperties, ALineOf100MegabytesIsKeptAsText) {
  for (const Language language : {Language::kJavaScript, Language::kC}) {
    Source source{"x", language, {}};
    while (source.text.size() < 100'000'000) source.text += "var a = [1, 2, {b: f(\"c\", 3)}]; ";
    const ParseLimits limits{.time = std::chrono::milliseconds(200)};
    const Facts facts = parser_->parse({.path = "x", .language = language, .text = source.text, .limits = limits, .cancel = {}});
    EXPECT_EQ(facts.state, ParseState::kTimedOut);
    EXPECT_GT(facts.units.size(), 10'000U);
    check(source, limits);
  }
}

TEST_F(FactsProperties, ACancelledParseEndsSoonAndIsKeptAsText) {
  Source source{"x.c", Language::kC, {}};
  while (source.text.size() < 20'000'000) source.text += "int f(int a) { return g(a) + 1; }\n";
  CancelToken cancel;
  cancel.cancel();
  const Facts facts =
      parser_->parse({.path = source.path, .language = source.language, .text = source.text, .limits = {}, .cancel = cancel});
  EXPECT_EQ(facts.state, ParseState::kTimedOut);
}

}  // namespace
}  // namespace grove::syntax
