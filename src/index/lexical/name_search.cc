#include "index/lexical/name_search.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace grove::index {
namespace {

/// The distance matrix of a wanted name and a growing prefix of another, row by row; cells off the diagonal by more than the allowed edits
/// are not computed.
class EditRows {
 public:
  EditRows(std::string_view wanted, unsigned edits)
      : wanted_(wanted), edits_(edits), width_(wanted.size() + 1), cells_(width_ * (kMaxKeyBytes + 1), over()) {
    for (std::size_t j = 0; j < width_; ++j) cells_[j] = clip(j);
  }

  /// Computes the row for a prefix of `depth` + 1 bytes. Whether it can still match.
  bool extend(std::string_view text, std::size_t depth) {
    const std::size_t i = depth + 1;
    std::uint8_t* row = &cells_[i * width_];
    const std::uint8_t* above = row - width_;
    row[0] = clip(i);
    std::uint8_t least = row[0];
    const std::size_t first = i > edits_ ? i - edits_ : 1;
    const std::size_t last = std::min(wanted_.size(), i + edits_);
    if (first > 1) row[std::min(first, width_) - 1] = over();  // the cells beside those that count are read too
    if (last < wanted_.size()) row[last + 1] = over();
    for (std::size_t j = first; j <= last; ++j) {
      const bool same = text[depth] == wanted_[j - 1];
      unsigned best = std::min({above[j] + 1U, row[j - 1] + 1U, above[j - 1] + (same ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && text[depth] == wanted_[j - 2] && text[depth - 1] == wanted_[j - 1];
      if (swapped) best = std::min(best, (row - 2 * width_)[j - 2] + 1U);
      row[j] = clip(best);
      least = std::min(least, row[j]);
    }
    least_[i] = least;
    return least <= edits_;
  }
  /// The least byte above `text[depth]` with which the prefix of `depth` bytes can still match, nullopt where there is none. A prefix that
  /// has used up its edits goes on only as the wanted name does (as in Schulz and Mihov, "Fast string correction with Levenshtein
  /// automata", 2002).
  std::optional<unsigned char> next_byte(std::string_view text, std::size_t depth) const {
    const auto dead = static_cast<unsigned char>(text[depth]);
    if (least_[depth] < edits_) return dead == 0xFF ? std::nullopt : std::optional(static_cast<unsigned char>(dead + 1));
    std::optional<unsigned char> next;
    const auto take = [&](char c) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte > dead && (!next || byte < *next)) next = byte;
    };
    const std::uint8_t* row = &cells_[depth * width_];
    const std::size_t last = std::min(wanted_.size(), depth + edits_ + 1);
    for (std::size_t j = depth > edits_ ? depth - edits_ : 0; j < last; ++j) {
      if (row[j] <= edits_) take(wanted_[j]);
      const bool may_swap = depth > 0 && j + 1 < wanted_.size() && text[depth - 1] == wanted_[j + 1];
      if (may_swap && (row - width_)[j] < edits_) take(wanted_[j]);
    }
    return next;
  }
  unsigned distance(std::size_t size) const { return size + edits_ < wanted_.size() ? edits_ + 1 : cells_[size * width_ + wanted_.size()]; }

 private:
  std::uint8_t over() const { return static_cast<std::uint8_t>(edits_ + 1); }
  std::uint8_t clip(std::size_t value) const { return static_cast<std::uint8_t>(std::min<std::size_t>(value, edits_ + 1)); }

  std::string_view wanted_;
  unsigned edits_;
  std::size_t width_;
  std::vector<std::uint8_t> cells_;
  std::array<std::uint8_t, kMaxKeyBytes + 1> least_{};  // of each row
};

/// The least string above all that start with `prefix`; empty where there is none.
std::string after_prefix(std::string prefix) {
  while (!prefix.empty() && static_cast<unsigned char>(prefix.back()) == 0xFF) prefix.pop_back();
  if (!prefix.empty()) ++prefix.back();
  return prefix;
}

std::size_t shared_prefix(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
}

}  // namespace

void match_prefix(const TermDictionary& dictionary, std::string_view prefix, const OnName& on_name) {
  TermDictionary::Cursor cursor(dictionary);
  for (bool more = cursor.seek(prefix); more && cursor.term().starts_with(prefix); more = cursor.next()) {
    if (cursor.entry().symbols.empty()) continue;
    on_name({cursor.term(), cursor.entry().symbols, static_cast<float>(prefix.size()) / static_cast<float>(cursor.term().size())});
  }
}

void match_fuzzy(const TermDictionary& dictionary, std::string_view name, unsigned edits, const OnName& on_name) {
  if (name.empty() || name.size() > kMaxKeyBytes) return;
  EditRows rows(name, edits);
  TermDictionary::Cursor cursor(dictionary);
  std::string known;  // the prefix that rows are computed for
  for (bool more = cursor.seek(name.substr(0, 1)); more;) {
    const std::string_view term = cursor.term();
    if (!term.starts_with(name.substr(0, 1))) break;
    std::size_t depth = shared_prefix(known, term);
    bool alive = true;
    for (; depth < term.size() && alive; ++depth) alive = rows.extend(term, depth);
    known.assign(term.substr(0, depth));
    if (!alive) {
      const std::optional<unsigned char> next = rows.next_byte(known, depth - 1);
      known.pop_back();
      const std::string behind = next ? known + static_cast<char>(*next) : after_prefix(known);
      more = !behind.empty() && cursor.skip_to(behind);
      continue;
    }
    const unsigned distance = rows.distance(term.size());
    if (distance <= edits && !cursor.entry().symbols.empty())
      on_name({term, cursor.entry().symbols, 1 - static_cast<float>(distance) / static_cast<float>(edits + 1)});
    more = cursor.next();
  }
}

}  // namespace grove::index
