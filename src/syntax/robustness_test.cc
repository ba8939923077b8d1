#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "syntax/parser.h"

namespace grove::syntax {
namespace {

namespace fs = std::filesystem;

Facts parse(LanguageParser& parser, Language language, std::string_view text, std::chrono::milliseconds time) {
  ParseRequest request{.path = "src/a.x", .language = language, .text = text, .limits = {}, .cancel = {}};
  request.limits.time = time;
  return parser.parse(request);
}

/// What must hold of the facts of any text; empty if it does.
std::string broken_rule(const Facts& facts, std::string_view text) {
  for (Index i = 0; i < facts.symbols.size(); ++i) {
    const Symbol& symbol = facts.symbols[i];
    if (symbol.range.end > text.size() || symbol.name_range.end > text.size() || symbol.doc.end > text.size())
      return "a range past the end";
    if (facts.text(symbol.name).empty()) return "a symbol without a name";
    if (i > 0 && facts.symbols[i - 1].range.begin > symbol.range.begin) return "symbols out of order";
    if (symbol.parent != kNone && symbol.parent >= i) return "a parent after its child";
  }
  std::vector<int> covered(text.size(), 0);
  for (Index unit = 0; unit < facts.units.size(); ++unit)
    for (const ByteRange piece : unit_text_ranges(facts, unit))
      for (std::uint32_t at = piece.begin; at < piece.end; ++at) ++covered[at];
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (covered[at] > 1) return "a byte in two units";
    if (covered[at] == 0 && std::string_view(" \t\r\n\f\v").find(text[at]) == std::string_view::npos) return "a byte in no unit";
  }
  for (const Reference& reference : facts.references)
    if (reference.begin > text.size() || (reference.symbol != kNone && reference.symbol >= facts.symbols.size()))
      return "a stray reference";
  return {};
}

/// The sources of all golden cases by language.
std::map<Language, std::vector<std::string>> golden_sources() {
  std::map<Language, std::vector<std::string>> sources;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(GROVE_SOURCE_DIR) / "tests/golden/syntax")) {
    const auto language = language_of_name(entry.path().parent_path().filename().string());
    if (entry.path().extension() != ".case" || !language) continue;
    std::stringstream whole;
    whole << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    const std::string text = whole.str();
    const std::size_t begin = text.find('\n') + 1;
    sources[*language].push_back(text.substr(begin, text.rfind("\n---\n") - begin));
  }
  return sources;
}

class Vandal {
 public:
  /// Cuts, doubles and litters a text; the result is ASCII.
  std::string damage(std::string text) {
    if (random_() % 3 == 0) text.resize(random_() % (text.size() + 1));
    for (std::size_t blow = random_() % 20; blow > 0; --blow) {
      if (text.empty()) text = "x";
      const std::size_t at = random_() % text.size();
      switch (random_() % 3) {
        case 0: text[at] = static_cast<char>(1 + random_() % 127); break;
        case 1: text.erase(at, random_() % 25); break;
        default: text.insert(at, 1 + random_() % 6, "(){}[]<>\"'`#/*-\n "[random_() % 17]);
      }
    }
    for (char& c : text)
      if ((static_cast<unsigned char>(c) & 0x80U) != 0) c = '?';
    return text;
  }

 private:
  std::mt19937 random_{19};
};

TEST(Robustness, DamagedFilesOfEveryLanguageGiveSoundFacts) {
  const auto parser = make_parser();
  Vandal vandal;
  for (const auto& [language, sources] : golden_sources()) {
    for (int round = 0; round < 25; ++round) {
      const std::string text = vandal.damage(sources[static_cast<std::size_t>(round) % sources.size()]);
      const Facts facts = parse(*parser, language, text, std::chrono::milliseconds(500));
      ASSERT_EQ(broken_rule(facts, text), "") << language_name(language) << ":\n" << text;
    }
  }
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string all;
  for (std::size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::size_t bytes_of_strings(const Facts& facts) {
  std::size_t bytes = 0;
  for (StringId id = 0; id < facts.strings.size(); ++id) bytes += facts.strings.at(id).size();
  return bytes;
}

/// A prefix that stands once before many names, or that each line makes longer.
TEST(Robustness, WhatStandsBeforeManyNamesDoesNotSquareTheFacts) {
  const std::string path = repeated("abcd", 5000);
  std::string branches;
  for (int i = 0; i < 3000; ++i) branches += "n" + std::to_string(i) + "::{x, y}, ";
  std::string names;
  for (int i = 0; i < 3000; ++i) names += "n" + std::to_string(i) + ", ";
  const std::vector<std::pair<Language, std::string>> files = {
      {Language::kScala, repeated("package abcd\n", 3000)},
      {Language::kScala, "import " + path + ".{" + names + "last}\n"},
      {Language::kRust, "use " + path + "::{" + branches + "last};\n"},
      {Language::kPhp, "<?php\nuse " + path + "\\{" + names + "last};\n"},
      {Language::kGroovy, "package " + path + "\n" + repeated("class A {}\n", 2000)},
  };
  const auto parser = make_parser();
  for (const auto& [language, text] : files) {
    const Facts facts = parse(*parser, language, text, std::chrono::seconds(20));
    EXPECT_NE(facts.state, ParseState::kTimedOut) << language_name(language);
    EXPECT_LT(bytes_of_strings(facts), 60 * text.size()) << language_name(language) << " of " << text.size() << " bytes";
    EXPECT_LE(facts.text(facts.module).size(), 300U) << language_name(language);
  }
}

/// Some grammars' scanners run to the end of the text from every place in it, and most grammars recover badly from what never closes: it
/// costs its time limit and leaves text.
TEST(Robustness, WhatNeverClosesCostsItsTimeLimitOnly) {
  const auto parser = make_parser();
  for (int number = 0; number < kLanguageCount; ++number) {
    for (const std::string_view opener : {"`", "(", "- ", "{\n"}) {
      std::string text;
      while (text.size() < 20000) text += opener;
      const Facts facts = parse(*parser, static_cast<Language>(number), text, std::chrono::milliseconds(20));
      ASSERT_EQ(broken_rule(facts, text), "") << language_name(static_cast<Language>(number)) << " " << opener;
    }
  }
}

}  // namespace
}  // namespace grove::syntax
