#include "search/question/words.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace grove::search {
namespace {

constexpr std::array<std::string_view, 8> kVerbs = {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"};
constexpr std::array<std::string_view, 10> kConfigurationEndings = {".yml",  ".yaml", ".properties", ".xml", ".toml",
                                                                    ".json", ".env",  ".gradle",     ".ini", ".conf"};
constexpr std::string_view kAround = ".,;:!?\"'`()[]<>*";

bool is_one_of(const auto& list, std::string_view word) { return std::ranges::find(list, word) != list.end(); }

std::string_view without_punctuation(std::string_view word) {
  while (!word.empty() && kAround.find(word.front()) != std::string_view::npos) word.remove_prefix(1);
  while (!word.empty() && kAround.find(word.back()) != std::string_view::npos) word.remove_suffix(1);
  for (const std::string_view possessive : {"'s", "’s"})
    if (word.ends_with(possessive)) word.remove_suffix(possessive.size());
  return word;
}

bool is_file(std::string_view folded) {
  return folded == "dockerfile" || std::ranges::any_of(kConfigurationEndings, [&](std::string_view ending) {
           return folded.ends_with(ending) && (folded.size() > ending.size() || ending == ".env");
         });
}

/// A capital behind a small letter, or parts joined as only code joins them.
bool is_identifier(std::string_view word) {
  bool small_seen = false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const auto c = static_cast<unsigned char>(word[i]);
    const bool is_inner = i > 0 && i + 1 < word.size();
    if (std::isupper(c) != 0 && small_seen) return true;
    if (std::islower(c) != 0) small_seen = true;
    if (is_inner && (c == '_' || c == '#' || c == '.' || c == ':')) return true;
  }
  return word.size() > 1 && (word.front() == '@' || word.front() == '_' || word.front() == '$');
}

bool is_key(std::string_view word) {
  return std::ranges::count(word, '.') >= 2 &&
         std::ranges::all_of(word, [](unsigned char c) { return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '.' || c == '-'; });
}

WordForm form_of(std::string_view word, std::string_view folded) {
  if (is_one_of(kVerbs, word)) return WordForm::kVerb;
  if (word.size() > 1 && word.front() == '/') return WordForm::kRoute;
  if (is_file(folded)) return WordForm::kFile;
  if (word.find('/') != std::string_view::npos) return WordForm::kWord;
  if (is_key(word)) return WordForm::kKey;
  return is_identifier(word) ? WordForm::kIdentifier : WordForm::kWord;
}

}  // namespace

std::vector<QuestionWord> question_words(std::string_view question) {
  std::vector<QuestionWord> words;
  for (const std::string_view raw : split_words(question)) {
    const std::string_view word = raw.starts_with('/') ? raw.substr(0, raw.find_last_not_of(".,;:!?\"'`)") + 1) : without_punctuation(raw);
    if (word.empty() || word == "/") continue;
    QuestionWord one{.text = std::string(word), .folded = to_lower_ascii(word), .form = WordForm::kWord};
    one.form = form_of(one.text, one.folded);
    words.push_back(std::move(one));
  }
  return words;
}

std::string word_stem(std::string_view folded) {
  std::string stem(folded);
  const auto strip = [&](std::string_view ending, std::size_t least) {
    if (!stem.ends_with(ending) || stem.size() < ending.size() + least) return false;
    stem.resize(stem.size() - ending.size());
    return true;
  };
  if (!stem.ends_with("ss") && !stem.ends_with("us")) strip("s", 2);
  if (!strip("ing", 3) && !strip("ed", 2)) strip("ion", 4);
  strip("e", 2);
  const std::size_t size = stem.size();
  if (size > 2 && stem[size - 1] == stem[size - 2] && stem.back() != 's') stem.pop_back();
  if (stem.ends_with('y') && stem.size() > 2) stem.back() = 'i';
  return stem;
}

}  // namespace grove::search
