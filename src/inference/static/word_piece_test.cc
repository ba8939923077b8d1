#include "inference/static/word_piece.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <unordered_map>

namespace grove::inference {
namespace {

using Ids = std::vector<std::uint32_t>;

constexpr std::string_view kVocabulary =
    "[PAD]\n[UNK]\nhttp\nserver\nget\n##get\nhttpsur\nlv\n2\na\n##b\n##bc\nabcd\nx\n86\n64\ni\nos\nbc\n##c\n";

Ids encode(std::string_view text, std::string_view vocabulary = kVocabulary) {
  const auto words = WordPiece::build(vocabulary);
  EXPECT_TRUE(words.has_value());
  Ids ids;
  words->encode(text, ids);
  return ids;
}

TEST(WordPiece, CutsWordsWhereCapitalsAndDigitsBegin) {
  EXPECT_EQ(encode("HTTPServer"), (Ids{2, 3}));
  EXPECT_EQ(encode("getHTTPSURLv2"), (Ids{4, 6, 7, 8}));
  EXPECT_EQ(encode("ABc"), (Ids{9, 18}));
  EXPECT_EQ(encode("iOS"), (Ids{16, 17}));
  EXPECT_EQ(encode("x86_64"), (Ids{13, 14, 15}));
}

TEST(WordPiece, TakesTheLongestPieceFirst) {
  EXPECT_EQ(encode("abcd"), (Ids{12}));
  EXPECT_EQ(encode("abc"), (Ids{9, 11}));
  EXPECT_EQ(encode("abb"), (Ids{9, 10, 10}));
}

TEST(WordPiece, DropsAWordThatCannotBeSpelled) {
  EXPECT_EQ(encode("abz get"), (Ids{4}));
  EXPECT_EQ(encode("c"), Ids{});
}

TEST(WordPiece, SeparatesAtEveryByteThatIsNoLetterOrDigit) {
  EXPECT_EQ(encode("get\xc3\xa4get\x01get"), (Ids{4, 4, 4}));
  EXPECT_EQ(encode(""), Ids{});
}

TEST(WordPiece, DropsWordsLongerThanForty) {
  const std::string vocabulary = "a\n##a\n";
  EXPECT_EQ(encode(std::string(40, 'a'), vocabulary).size(), 40U);
  EXPECT_EQ(encode(std::string(41, 'a'), vocabulary), Ids{});
}

TEST(WordPiece, RefusesTokensThatNoTextCanGive) {
  for (const char* vocabulary : {"get\n\nset\n", "Get\n", "a-b\n", "##\n"}) {
    const auto words = WordPiece::build(vocabulary);
    ASSERT_FALSE(words.has_value()) << vocabulary;
    EXPECT_EQ(words.error().code, ErrorCode::kCorrupt);
  }
}

/// The rules of FORMAT.md word for word, without a trie.
class PlainWordPiece {
 public:
  explicit PlainWordPiece(std::span<const std::string> tokens) {
    for (std::size_t id = 0; id < tokens.size(); ++id) ids_[tokens[id]] = static_cast<std::uint32_t>(id);
  }

  Ids encode(const std::string& text) const {
    Ids result;
    for (std::size_t at = 0; at < text.size();) {
      const std::string word = match(text, at);
      at += std::max<std::size_t>(word.size(), 1);
      const Ids pieces = spell(word);
      result.insert(result.end(), pieces.begin(), pieces.end());
    }
    return result;
  }

 private:
  static bool lower(char c) { return c >= 'a' && c <= 'z'; }
  static bool upper(char c) { return c >= 'A' && c <= 'Z'; }
  static bool digit(char c) { return c >= '0' && c <= '9'; }

  /// `[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+` at one place, backtracking.
  static std::string match(const std::string& text, std::size_t at) {
    std::size_t capitals = 0;
    while (at + capitals < text.size() && upper(text[at + capitals])) ++capitals;
    for (std::size_t n = capitals; n > 0; --n) {
      if (at + n == text.size() || !lower(text[at + n])) return text.substr(at, n);
    }
    std::size_t end = at + (capitals > 0 ? 1 : 0);
    const std::size_t small = end;
    while (end < text.size() && lower(text[end])) ++end;
    if (end > small) return text.substr(at, end - at);
    end = at;
    while (end < text.size() && digit(text[end])) ++end;
    return text.substr(at, end - at);
  }

  Ids spell(std::string word) const {
    for (char& c : word) c = upper(c) ? static_cast<char>(c + 32) : c;
    Ids pieces;
    if (word.size() > 40) return pieces;
    for (std::size_t p = 0; p < word.size();) {
      std::size_t end = word.size();
      while (end > p && !ids_.contains((p > 0 ? "##" : "") + word.substr(p, end - p))) --end;
      if (end == p) return {};
      pieces.push_back(ids_.at((p > 0 ? "##" : "") + word.substr(p, end - p)));
      p = end;
    }
    return pieces;
  }

  std::unordered_map<std::string, std::uint32_t> ids_;
};

TEST(WordPiece, AgreesWithThePlainRulesOnRandomTexts) {
  std::mt19937 random(11);
  constexpr std::string_view kAlphabet = "abcABC01_ \xe4";
  const auto pick = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (int round = 0; round < 200; ++round) {
    std::vector<std::string> tokens;
    std::string vocabulary;
    for (std::size_t n = 1 + pick(30); tokens.size() < n;) {
      std::string token = pick(2) == 0 ? "##" : "";
      for (std::size_t length = 1 + pick(4); length > 0; --length) token += "abc01"[pick(5)];
      if (std::ranges::find(tokens, token) != tokens.end()) continue;
      vocabulary += token + "\n";
      tokens.push_back(std::move(token));
    }
    const PlainWordPiece plain(tokens);
    for (int i = 0; i < 50; ++i) {
      std::string text;
      for (std::size_t length = pick(60); length > 0; --length) text += kAlphabet[pick(kAlphabet.size())];
      EXPECT_EQ(encode(text, vocabulary), plain.encode(text)) << text << "\n" << vocabulary;
    }
  }
}

}  // namespace
}  // namespace grove::inference
