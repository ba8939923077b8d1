#include "index/lexical/name_search.h"

#include <algorithm>
#include <array>
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
    std::fill_n(row, width_, over());
    row[0] = clip(i);
    std::uint8_t least = row[0];
    const std::size_t first = i > edits_ ? i - edits_ : 1;
    const std::size_t last = std::min(wanted_.size(), i + edits_);
    for (std::size_t j = first; j <= last; ++j) {
      const bool same = text[depth] == wanted_[j - 1];
      unsigned best = std::min({above[j] + 1U, row[j - 1] + 1U, above[j - 1] + (same ? 0U : 1U)});
      const bool swapped = i > 1 && j > 1 && text[depth] == wanted_[j - 2] && text[depth - 1] == wanted_[j - 1];
      if (swapped) best = std::min(best, (row - 2 * width_)[j - 2] + 1U);
      row[j] = clip(best);
      least = std::min(least, row[j]);
    }
    return least <= edits_;
  }
  unsigned distance(std::size_t size) const { return cells_[size * width_ + wanted_.size()]; }

 private:
  std::uint8_t over() const { return static_cast<std::uint8_t>(edits_ + 1); }
  std::uint8_t clip(std::size_t value) const { return static_cast<std::uint8_t>(std::min<std::size_t>(value, edits_ + 1)); }

  std::string_view wanted_;
  unsigned edits_;
  std::size_t width_;
  std::vector<std::uint8_t> cells_;
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

/// Moves behind all terms that start with `dead`; short runs by steps, long ones by a jump.
bool leave_prefix(TermDictionary::Cursor& cursor, const std::string& dead) {
  for (std::size_t steps = 0; steps < 2 * kTermsPerBlock; ++steps) {
    if (!cursor.next()) return false;
    if (!cursor.term().starts_with(dead)) return true;
  }
  const std::string behind = after_prefix(dead);
  return !behind.empty() && cursor.seek(behind);
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
      more = leave_prefix(cursor, known);
      known.pop_back();
      continue;
    }
    const unsigned distance = rows.distance(term.size());
    if (distance <= edits && !cursor.entry().symbols.empty())
      on_name({term, cursor.entry().symbols, 1 - static_cast<float>(distance) / static_cast<float>(edits + 1)});
    more = cursor.next();
  }
}

}  // namespace grove::index
