#include "word_agreement.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"

namespace grove::document {
namespace {

constexpr std::size_t kRun = 5;

bool is_in(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

bool is_word_character(char32_t c) {
  if (c < 0x80) return is_in(c, '0', '9') || is_in(c, 'a', 'z') || is_in(c, 'A', 'Z');
  const bool mark = is_in(c, 0x80, 0xBF) || c == 0xD7 || c == 0xF7 || is_in(c, 0x2000, 0x2BFF) || is_in(c, 0x3000, 0x303F) || c == 0xFFFD;
  return !mark && !is_in(c, 0xE000, 0xF8FF);
}

std::vector<std::uint32_t> numbered(const std::vector<std::string>& words, std::unordered_map<std::string, std::uint32_t>& numbers) {
  std::vector<std::uint32_t> list;
  for (const std::string& word : words) list.push_back(numbers.try_emplace(word, static_cast<std::uint32_t>(numbers.size())).first->second);
  return list;
}

/// Insertions and deletions that make b of a, in the fewest steps.
std::size_t edit_steps(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  const auto n = static_cast<long>(a.size());
  const auto m = static_cast<long>(b.size());
  std::vector<long> reach(static_cast<std::size_t>(2 * (n + m) + 3), 0);  // of diagonal k, at k + n + m + 1
  const auto at = [&](long k) -> long& { return reach[static_cast<std::size_t>(k + n + m + 1)]; };
  for (long steps = 0; steps <= n + m; ++steps) {
    for (long k = -steps; k <= steps; k += 2) {
      long x = k == -steps || (k != steps && at(k - 1) < at(k + 1)) ? at(k + 1) : at(k - 1) + 1;
      while (x < n && x - k < m && x - k >= 0 && a[static_cast<std::size_t>(x)] == b[static_cast<std::size_t>(x - k)]) ++x;
      at(k) = x;
      if (x >= n && x - k >= m) return static_cast<std::size_t>(steps);
    }
  }
  return static_cast<std::size_t>(n + m);
}

using Run = std::array<std::uint32_t, kRun>;

Run run_at(const std::vector<std::uint32_t>& words, std::size_t at) {
  Run run{};
  std::copy_n(words.begin() + static_cast<long>(at), kRun, run.begin());
  return run;
}

/// How many words of `a` stand in a run that `b` has.
std::size_t in_passages(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::set<Run> runs;
  for (std::size_t i = 0; i + kRun <= b.size(); ++i) runs.insert(run_at(b, i));
  std::size_t covered = 0;
  std::size_t end = 0;  // of the words that are counted
  for (std::size_t i = 0; i + kRun <= a.size(); ++i) {
    if (!runs.contains(run_at(a, i))) continue;
    covered += i + kRun - std::max(end, i);
    end = i + kRun;
  }
  return covered;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  const std::string folded = fold_case(text);
  std::string word;
  for (std::size_t at = 0; at <= folded.size();) {
    const CodePoint c = at < folded.size() ? code_point_at(folded, at) : CodePoint{.value = ' ', .size = 1};
    if (is_word_character(c.value)) {
      word.append(folded, at, c.size);
    } else if (!word.empty()) {
      words.push_back(std::exchange(word, {}));
    }
    at += c.size;
  }
  return words;
}

Agreement compare_words(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.empty() && b.empty()) return {.bag = 1, .passages = 1, .sequence = 1};
  std::unordered_map<std::string, std::uint32_t> numbers;
  const auto left = numbered(a, numbers);
  const auto right = numbered(b, numbers);
  std::vector<long> surplus(numbers.size(), 0);
  for (const auto word : left) ++surplus[word];
  for (const auto word : right) --surplus[word];
  long different = 0;
  for (const long count : surplus) different += std::abs(count);
  const auto all = static_cast<double>(a.size() + b.size());
  return {.bag = (all - static_cast<double>(different)) / all,
          .passages = static_cast<double>(in_passages(left, right) + in_passages(right, left)) / all,
          .sequence = (all - static_cast<double>(edit_steps(left, right))) / all};
}

}  // namespace grove::document
