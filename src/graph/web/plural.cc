#include "graph/web/plural.h"

#include <algorithm>
#include <array>
#include <utility>

namespace grove::graph::web {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 12> kIrregular = {{{"person", "people"},
                                                                                       {"child", "children"},
                                                                                       {"man", "men"},
                                                                                       {"mouse", "mice"},
                                                                                       {"foot", "feet"},
                                                                                       {"tooth", "teeth"},
                                                                                       {"goose", "geese"},
                                                                                       {"ox", "oxen"},
                                                                                       {"leaf", "leaves"},
                                                                                       {"life", "lives"},
                                                                                       {"index", "indices"},
                                                                                       {"vertex", "vertices"}}};
constexpr std::array<std::string_view, 8> kSame = {"fish", "sheep", "deer", "series", "species", "equipment", "information", "news"};
/// Endings, the longest first, with how many letters go and what comes.
struct Ending {
  std::string_view ending;
  std::size_t goes;
  std::string_view comes;
};
constexpr std::array<Ending, 9> kEndings = {{{"sis", 2, "es"},
                                             {"ch", 0, "es"},
                                             {"sh", 0, "es"},
                                             {"ss", 0, "es"},
                                             {"us", 0, "es"},
                                             {"x", 0, "es"},
                                             {"z", 0, "es"},
                                             {"s", 0, "es"},
                                             {"", 0, "s"}}};

bool is_vowel(char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u'; }

/// The last word of `orderItem`, and whether it is capital there.
std::size_t last_word(std::string_view noun) {
  for (std::size_t i = noun.size(); i-- > 1;)
    if (noun[i] >= 'A' && noun[i] <= 'Z') return i;
  return 0;
}

}  // namespace

std::string plural_of(std::string_view noun) {
  if (noun.empty()) return {};
  const std::size_t begin = last_word(noun);
  std::string word(noun.substr(begin));
  const char first = word.front();
  if (first >= 'A' && first <= 'Z') word.front() = static_cast<char>(first - 'A' + 'a');
  const auto finish = [&](std::string plural) {
    plural.front() = first;
    return std::string(noun.substr(0, begin)) + plural;
  };
  if (std::ranges::find(kSame, word) != kSame.end()) return std::string(noun);
  for (const auto& [one, many] : kIrregular)
    if (word == one) return finish(std::string(many));
  if (word.ends_with('y') && word.size() > 1 && !is_vowel(word[word.size() - 2])) return finish(word.substr(0, word.size() - 1) + "ies");
  const auto ending = std::ranges::find_if(kEndings, [&](const Ending& one) { return word.ends_with(one.ending); });
  return finish(word.substr(0, word.size() - ending->goes) + std::string(ending->comes));
}

std::string singular_of(std::string_view noun) {
  const std::size_t begin = noun.find_last_of("-_");
  const std::size_t word_begin = begin == std::string_view::npos ? 0 : begin + 1;
  const std::string before(noun.substr(0, word_begin));
  const std::string_view word = noun.substr(word_begin);
  if (std::ranges::find(kSame, word) != kSame.end()) return std::string(noun);
  for (const auto& [one, many] : kIrregular)
    if (word == many) return before + std::string(one);
  const auto without = [&](std::size_t letters, std::string_view comes) {
    return before + std::string(word.substr(0, word.size() - letters)) + std::string(comes);
  };
  if (word.ends_with("ies") && word.size() > 4) return without(3, "y");
  for (const std::string_view ending : {"sses", "shes", "ches", "xes", "zzes", "uses"})
    if (word.ends_with(ending)) return without(2, "");
  if (word.ends_with("s") && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is")) return without(1, "");
  return std::string(noun);
}

}  // namespace grove::graph::web
