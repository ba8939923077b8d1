#include "index/segment/unit_texts.h"

#include <algorithm>
#include <numeric>

namespace grove::index {

std::vector<UnitPiece> cut_units(const std::vector<Unit>& units, std::uint32_t size) {
  std::vector<std::uint32_t> order(units.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
    if (units[a].range.begin != units[b].range.begin) return units[a].range.begin < units[b].range.begin;
    return units[a].range.end > units[b].range.end;
  });
  struct Open {
    std::uint32_t unit;
    std::uint32_t end;
  };
  std::vector<UnitPiece> pieces;
  std::vector<Open> open;
  std::uint32_t at = 0;
  const auto advance = [&](std::uint32_t to) {
    if (to > at && !open.empty()) pieces.push_back({{at, to}, open.back().unit});
    at = std::max(at, to);
  };
  for (const std::uint32_t unit : order) {
    const std::uint32_t begin = std::min(units[unit].range.begin, size);
    for (; !open.empty() && open.back().end <= begin; open.pop_back()) advance(open.back().end);
    advance(begin);
    const std::uint32_t end = std::min(units[unit].range.end, size);
    open.push_back({unit, open.empty() ? end : std::min(end, open.back().end)});
  }
  for (; !open.empty(); open.pop_back()) advance(open.back().end);
  return pieces;
}

std::vector<std::uint32_t> units_of_symbols(const Facts& facts, const std::vector<UnitPiece>& pieces) {
  std::vector<std::uint32_t> holders(facts.symbols.size(), 0);
  for (std::size_t i = 0; i < holders.size(); ++i) {
    const std::uint32_t begin = facts.symbols[i].name_range.begin;
    const auto behind = std::ranges::upper_bound(pieces, begin, {}, [](const UnitPiece& piece) { return piece.range.begin; });
    if (behind != pieces.begin()) holders[i] = std::prev(behind)->unit;
  }
  for (std::size_t i = facts.units.size(); i-- > 0;)
    if (facts.units[i].symbol < holders.size()) holders[facts.units[i].symbol] = static_cast<std::uint32_t>(i);
  return holders;
}

std::string_view parent_name(const Facts& facts, const Unit& unit) {
  const bool own = unit.symbol < facts.symbols.size();
  Index at = own ? facts.symbols[unit.symbol].parent : unit.parent;
  for (std::size_t steps = 0; at < facts.symbols.size() && steps < facts.symbols.size(); ++steps) {
    const Symbol& symbol = facts.symbols[at];
    if (is_type(symbol.kind) || symbol.kind == Kind::kNamespace || symbol.kind == Kind::kModule) return facts.text(symbol.name);
    at = symbol.parent;
  }
  return own ? facts.text(facts.symbols[unit.symbol].receiver) : std::string_view{};
}

}  // namespace grove::index
