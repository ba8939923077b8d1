#include "index/lexical/stemmer.h"

#include <cstring>
#include <string_view>

namespace grove::index {
namespace {

bool is_vowel(const char* word, std::size_t at) {
  switch (word[at]) {
    case 'a':
    case 'e':
    case 'i':
    case 'o':
    case 'u': return true;
    case 'y': return at > 0 && !is_vowel(word, at - 1);
    default: return false;
  }
}

bool has_vowel(const char* word, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i)
    if (is_vowel(word, i)) return true;
  return false;
}

bool ends_with(const char* word, std::size_t size, std::string_view suffix) {
  return size > suffix.size() && std::memcmp(word + size - suffix.size(), suffix.data(), suffix.size()) == 0;
}

/// Porter's m: how often a run of vowels is followed by a run of consonants.
int measure(const char* word, std::size_t size) {
  int count = 0;
  for (std::size_t i = 1; i < size; ++i)
    if (is_vowel(word, i - 1) && !is_vowel(word, i)) ++count;
  return count;
}

std::size_t strip_plural(char* word, std::size_t size) {
  if (ends_with(word, size, "ies") && size > 4) {
    word[size - 3] = 'y';
    return size - 2;
  }
  for (const std::string_view suffix : {"sses", "shes", "ches", "xes", "zes"})
    if (ends_with(word, size, suffix)) return suffix == "ches" && size == 6 ? size - 1 : size - 2;  // `caches` is of `cache`
  const char before = word[size - 2];
  if (word[size - 1] == 's' && before != 's' && before != 'u' && before != 'i') return size - 1;
  return size;
}

/// Short stems that stand for a verb with a final e: `nam`, `stor`, `pars`, `merg`, `queu`.
bool wants_e(const char* word, std::size_t size) {
  if (size > 4 || size < 2) return false;
  const char last = word[size - 1];
  if (last == 'u' || last == 'v') return true;
  const std::string_view text(word, size);
  if (text == "cach") return true;
  if (text == "sync" || measure(word, size) != 1) return false;
  if (last == 'c' || last == 'z' || (last == 's' && word[size - 2] != 's') || ends_with(word, size, "rg")) return true;
  const bool closed = size >= 3 && !is_vowel(word, size - 1) && is_vowel(word, size - 2) && !is_vowel(word, size - 3);
  return closed && last != 'w' && last != 'x' && last != 'y';
}

/// After a verbal ending was cut: `mapp` → `map`, `nam` → `name`.
std::size_t mend(char* word, std::size_t size) {
  const char last = word[size - 1];
  const bool doubled = size > 3 && last == word[size - 2] && !is_vowel(word, size - 1);
  if (doubled) return last == 'l' || last == 's' || last == 'z' ? size : size - 1;
  if (!wants_e(word, size)) return size;
  word[size] = 'e';
  return size + 1;
}

std::size_t strip_verbal(char* word, std::size_t size) {
  if (ends_with(word, size, "ied") && size > 4) {
    word[size - 3] = 'y';
    return size - 2;
  }
  if (ends_with(word, size, "ing") && size >= 6 && has_vowel(word, size - 3)) return mend(word, size - 3);
  if (ends_with(word, size, "ed") && size >= 5 && word[size - 3] != 'e' && has_vowel(word, size - 2)) return mend(word, size - 2);
  return size;
}

}  // namespace

std::size_t stem(char* word, std::size_t size) {
  if (size < 4) return size;
  size = strip_plural(word, size);
  // Twice, so that `embedding`, `embedded` and `embed` meet.
  for (int round = 0; round < 2 && size >= 4; ++round) size = strip_verbal(word, size);
  if (size >= 6 && word[size - 1] == 'e' && word[size - 2] != 'e') --size;
  return size;
}

}  // namespace grove::index
