#pragma once

#include <algorithm>
#include <vector>

#include "model/facts.h"

namespace grove::corpus {

/// Guesses the symbol that encloses a place: cheap where places are asked for in order. Any symbols are accepted, also ones not checked
/// yet.
class SymbolCursor {
 public:
  /// The symbols are borrowed.
  explicit SymbolCursor(const std::vector<Symbol>& symbols) : symbols_(symbols) {}

  Index at(std::uint32_t place) {
    if (symbols_.empty()) return kNone;
    if (place < last_place_) next_ = first_after(place);
    while (next_ < symbols_.size() && symbols_[next_].range.begin <= place) ++next_;
    last_place_ = place;
    if (next_ == 0) return kNone;
    auto symbol = static_cast<Index>(next_ - 1);
    while (place >= symbols_[symbol].range.end) {
      const Index parent = symbols_[symbol].parent;
      if (parent >= symbol) return kNone;
      symbol = parent;
    }
    return symbol;
  }

 private:
  std::size_t first_after(std::uint32_t place) const {
    const auto found =
        std::partition_point(symbols_.begin(), symbols_.end(), [place](const Symbol& symbol) { return symbol.range.begin <= place; });
    return static_cast<std::size_t>(found - symbols_.begin());
  }

  const std::vector<Symbol>& symbols_;
  std::size_t next_ = 0;  // the first symbol that begins after the last place
  std::uint32_t last_place_ = 0;
};

}  // namespace grove::corpus
