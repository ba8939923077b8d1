#include "syntax/scan/outline.h"

#include <algorithm>

namespace grove::syntax {

Index Outline::open(const OutlineEntry& entry) {
  close(entry.level, entry.begin);
  const auto index = static_cast<Index>(facts_.symbols.size());
  Symbol symbol;
  symbol.kind = entry.kind;
  symbol.name = intern(entry.name);
  symbol.parent = this->symbol();
  symbol.range = {entry.begin, static_cast<std::uint32_t>(text_.size())};
  symbol.name_range = entry.name_range;
  symbol.signature = entry.signature;
  symbol.doc = entry.doc.empty() ? ByteRange{entry.begin, entry.begin} : entry.doc;
  facts_.symbols.push_back(symbol);
  open_.push_back({entry.level, index});
  return index;
}

void Outline::close(std::uint32_t level, std::uint32_t end) {
  while (!open_.empty() && open_.back().level >= level) {
    ByteRange& range = facts_.symbols[open_.back().symbol].range;
    range.end = std::max(range.begin, end);
    while (range.size() > 1 && std::string_view(" \t\r\n\f").find(text_[range.end - 1]) != std::string_view::npos) --range.end;
    open_.pop_back();
  }
}

}  // namespace grove::syntax
