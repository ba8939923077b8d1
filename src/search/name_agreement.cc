#include "search/name_agreement.h"

#include <algorithm>
#include <numeric>

namespace grove::search {
namespace {

std::uint32_t folded(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 'A' && byte <= 'Z' ? byte + 32U : byte;
}

/// 0 to 1023.
std::uint32_t hash_of(std::uint32_t first, std::uint32_t second) { return ((first * 37U) ^ second) & 1023U; }

}  // namespace

NameAgreement::NameAgreement(std::span<const std::string> terms, std::span<const double> weights, double beta)
    : terms_(terms), weights_(weights), beta_squared_(beta * beta), asked_(std::reduce(weights.begin(), weights.end())) {
  for (const std::string& term : terms) {
    if (term.size() < 2) {
      short_terms_ = true;
      continue;
    }
    const std::uint32_t bit = hash_of(folded(term[0]), folded(term[1]));
    openings_[bit / 64] |= std::uint64_t{1} << (bit % 64);
  }
}

/// False only where no word of the name is a term: stemming leaves the first two letters of an ASCII word as they are.
bool NameAgreement::may_agree(std::string_view name) const {
  if (short_terms_) return true;
  std::uint32_t previous = 0;
  for (const char c : name) {
    const std::uint32_t letter = folded(c);
    if (letter >= 0x80) return true;
    const std::uint32_t bit = hash_of(previous, letter);
    if ((openings_[bit / 64] >> (bit % 64) & 1U) != 0) return true;
    previous = letter;
  }
  return false;
}

double NameAgreement::of(std::string_view name) {
  if (asked_ <= 0 || !may_agree(name)) return 0;
  double matched_query = 0;
  std::size_t parts = 0;
  std::size_t matched_parts = 0;
  index::scan_words(name, [&](const index::Word& word) {
    const std::span<const std::string_view> pieces = words_.expand(word);
    for (const std::string_view piece : pieces.subspan(pieces.size() > 1 ? 1 : 0)) {
      ++parts;
      const auto place = std::ranges::find(terms_, piece);
      if (place == terms_.end()) continue;
      ++matched_parts;
      matched_query += weights_[static_cast<std::size_t>(place - terms_.begin())];
    }
  });
  if (matched_parts == 0) return 0;
  const double recall = std::min(1.0, matched_query / asked_);
  const double precision = static_cast<double>(matched_parts) / static_cast<double>(parts);
  return (1 + beta_squared_) * recall * precision / (recall + beta_squared_ * precision);
}

}  // namespace grove::search
