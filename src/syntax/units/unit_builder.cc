#include "syntax/units/unit_builder.h"

#include <algorithm>

#include "syntax/units/text_cutter.h"

namespace grove::syntax {
namespace {

constexpr std::uint32_t kOwnUnitLines = 4;
constexpr std::uint32_t kOwnUnitBytes = 600;  // for constants, fields, macros
constexpr std::uint32_t kWholeTypeBytes = 1200;
constexpr std::uint32_t kSectionBytes = 1500;
constexpr std::uint32_t kTailBytes = 120;
constexpr std::uint32_t kTailLines = 3;
constexpr std::uint32_t kLeadingCommentBytes = 400;
constexpr std::size_t kNameBytes = 60;

constexpr std::string_view kSpace = " \t\r\n\f\v";

/// A unit under construction.
struct Block {
  Index symbol = kNone;
  Index host = kNone;  // block around it
  ByteRange range;
  std::uint32_t shown_end = 0;
  bool sealed = true;  // no blocks inside
};

class UnitBuilder {
 public:
  UnitBuilder(const UnitRequest& request, Facts& facts) : request_(request), facts_(facts), text_(request.text) {}

  void build() {
    choose_blocks();
    fill_gaps();
    emit();
  }

 private:
  // -- which symbols become blocks
  ByteRange whole_lines(ByteRange range) const;
  void choose_blocks();
  bool deserves_block(const Symbol& symbol, ByteRange whole) const;
  bool stays_whole(const Symbol& symbol, ByteRange whole) const;

  // -- what lies between the blocks at the top
  void fill_gaps();
  void fill_gap(ByteRange gap, Block* before, Block* after);
  bool is_comment_only(ByteRange range) const;
  ByteRange trimmed(ByteRange range) const;
  std::pair<Index, std::size_t> symbols_in(ByteRange range) const;
  static bool dominates(const Symbol& symbol, ByteRange content);
  Index namespace_around(ByteRange range) const;
  StringId heading_of(ByteRange range);

  // -- units
  void emit();
  void emit_block(std::size_t at, const std::vector<ByteRange>& pieces);
  void add_unit(Unit unit, ByteRange range, std::uint32_t shown_end, std::size_t part);
  CutRequest cut_request(std::uint32_t limit) const { return {text_, request_.lines, request_.depth_of_row, limit}; }

  const UnitRequest& request_;
  Facts& facts_;
  std::string_view text_;
  std::vector<Block> blocks_;
};

ByteRange UnitBuilder::whole_lines(ByteRange range) const {
  std::uint32_t begin = range.begin;
  while (begin > 0 && (text_[begin - 1] == ' ' || text_[begin - 1] == '\t')) --begin;
  if (begin > 0 && text_[begin - 1] != '\n' && text_[begin - 1] != '\r') begin = range.begin;
  std::uint32_t end = range.end;
  const auto size = static_cast<std::uint32_t>(text_.size());
  while (end < size && std::string_view(" \t;,").find(text_[end]) != std::string_view::npos) ++end;
  const std::string_view rest = text_.substr(end, 2);
  if (rest == "//" || rest == "/*" || rest.starts_with('#')) {
    const std::uint32_t line_end = request_.lines->bytes_of(request_.lines->line_of(end)).end;
    if (rest != "/*" || trimmed({end, line_end}).size() < 2 || text_.substr(0, trimmed({end, line_end}).end).ends_with("*/"))
      end = line_end;
  }
  return {begin, std::max(range.end, trimmed({begin, end}).end)};
}

bool UnitBuilder::deserves_block(const Symbol& symbol, ByteRange whole) const {
  if (symbol.kind == Kind::kNamespace || symbol.kind == Kind::kModule) return false;
  const LineRange lines = request_.lines->lines_of({whole.begin, trimmed(whole).end});
  if (is_callable(symbol.kind) || is_type(symbol.kind))
    return lines.last - lines.first + 1 >= kOwnUnitLines || whole.size() >= kOwnUnitBytes;
  return whole.size() >= kOwnUnitBytes;
}

bool UnitBuilder::stays_whole(const Symbol& symbol, ByteRange whole) const {
  return whole.size() <= (is_callable(symbol.kind) ? request_.unit_bytes : kWholeTypeBytes);
}

void UnitBuilder::choose_blocks() {
  std::vector<Index> block_of(facts_.symbols.size(), kNone);  // the block a symbol is or lies in
  std::vector<std::uint32_t> taken(1, 0);                     // by host + 1: where its last block ends
  for (Index i = 0; i < facts_.symbols.size(); ++i) {
    const Symbol& symbol = facts_.symbols[i];
    const Index host = symbol.parent == kNone ? kNone : block_of[symbol.parent];
    block_of[i] = host;
    if (host != kNone && blocks_[host].sealed) continue;
    const std::uint32_t begin = symbol.doc.empty() ? symbol.range.begin : std::min(symbol.doc.begin, symbol.range.begin);
    ByteRange whole = whole_lines({begin, symbol.range.end});
    if (!deserves_block(symbol, whole)) continue;
    // Blocks never overlap: what shares a line with its neighbour begins where that ends.
    std::uint32_t& end = taken[host + 1U];  // kNone + 1 is 0
    whole.begin = std::max(whole.begin, end);
    if (host != kNone) whole.end = std::min(whole.end, blocks_[host].range.end);
    if (whole.begin >= whole.end || whole.begin > symbol.range.begin) continue;
    block_of[i] = static_cast<Index>(blocks_.size());
    blocks_.push_back({i, host, whole, whole.end, stays_whole(symbol, whole)});
    end = whole.end;
    taken.push_back(whole.begin);
  }
}

ByteRange UnitBuilder::trimmed(ByteRange range) const {
  while (!range.empty() && kSpace.find(text_[range.begin]) != std::string_view::npos) ++range.begin;
  while (!range.empty() && kSpace.find(text_[range.end - 1]) != std::string_view::npos) --range.end;
  return range;
}

bool UnitBuilder::is_comment_only(ByteRange range) const {
  const auto& runs = *request_.comments;
  auto run = std::lower_bound(runs.begin(), runs.end(), range.begin, [](ByteRange a, std::uint32_t begin) { return a.begin < begin; });
  for (std::uint32_t at = range.begin; at < range.end; ++run) {
    if (run == runs.end() || run->begin != at || run->empty()) return false;
    at = trimmed({run->end, range.end}).begin;
  }
  return true;
}

std::pair<Index, std::size_t> UnitBuilder::symbols_in(ByteRange range) const {
  const auto& symbols = facts_.symbols;
  auto symbol = std::lower_bound(symbols.begin(), symbols.end(), range.begin,
                                 [](const Symbol& a, std::uint32_t begin) { return a.range.begin < begin; });
  std::size_t count = 0;
  Index first = kNone;
  for (; symbol != symbols.end() && symbol->range.begin < range.end; ++symbol) {
    if (symbol->range.end > range.end + 1 || symbol->kind == Kind::kNamespace || symbol->kind == Kind::kModule) continue;
    if (first != kNone && symbols[first].range.contains(symbol->range)) continue;
    if (count++ == 0) first = static_cast<Index>(symbol - symbols.begin());
  }
  return {first, count};
}

/// Whether a stretch with one symbol is best known by it.
bool UnitBuilder::dominates(const Symbol& symbol, ByteRange content) {
  const bool thing = is_callable(symbol.kind) || is_type(symbol.kind);
  return symbol.range.size() * 3 >= content.size() * (thing ? 1 : 2);
}

Index UnitBuilder::namespace_around(ByteRange range) const {
  const auto& symbols = facts_.symbols;
  auto symbol = std::upper_bound(symbols.begin(), symbols.end(), range.begin,
                                 [](std::uint32_t begin, const Symbol& a) { return begin < a.range.begin; });
  if (symbol == symbols.begin()) return kNone;
  for (auto at = static_cast<Index>(symbol - symbols.begin() - 1); at != kNone; at = symbols[at].parent)
    if (symbols[at].range.contains(range)) return at;
  return kNone;
}

StringId UnitBuilder::heading_of(ByteRange range) {
  for (std::uint32_t at = range.begin; at < range.end;) {
    const std::size_t line_end = std::min<std::size_t>(text_.find_first_of("\r\n", at), range.end);
    std::string_view line = text_.substr(at, line_end - at);
    at = static_cast<std::uint32_t>(line_end) + 1;
    const std::size_t first = line.find_first_not_of(" \t/*#-;=<!\"'{}()[]");
    if (first == std::string_view::npos) continue;
    line.remove_prefix(first);
    if (line.size() > kNameBytes) {
      std::size_t keep = kNameBytes;
      while (keep > 0 && (static_cast<unsigned char>(line[keep]) & 0xC0U) == 0x80U) --keep;
      line = line.substr(0, keep);
    }
    while (!line.empty() && std::string_view(" \t{(;*/").find(line.back()) != std::string_view::npos) line.remove_suffix(1);
    return facts_.strings.intern(line);
  }
  return 0;
}

void UnitBuilder::fill_gaps() {
  std::uint32_t at = 0;
  std::size_t before = kNone;
  const std::size_t count = blocks_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (blocks_[i].host != kNone) continue;
    const std::uint32_t begin = blocks_[i].range.begin;
    const std::uint32_t end = blocks_[i].range.end;
    fill_gap({at, begin}, before == kNone ? nullptr : &blocks_[before], &blocks_[i]);
    at = std::max(at, end);
    before = i;
  }
  fill_gap({at, static_cast<std::uint32_t>(text_.size())}, before == kNone ? nullptr : &blocks_[before], nullptr);
}

void UnitBuilder::fill_gap(ByteRange gap, Block* before, Block* after) {
  if (gap.begin >= gap.end) return;
  ByteRange content = trimmed(gap);
  while (before != nullptr && !content.empty() && std::string_view("})];,").find(text_[content.begin]) != std::string_view::npos) {
    before->range.end = content.begin + 1;  // closes what the block stands in
    content = trimmed({content.begin + 1, content.end});
  }
  if (content.empty()) return;
  const bool comment = is_comment_only(content);
  if (comment && after != nullptr && content.size() <= kLeadingCommentBytes) {
    after->range.begin = content.begin;
    return;
  }
  const auto [symbol, symbols] = symbols_in(content);
  const LineRange lines = request_.lines->lines_of(content);
  if (before != nullptr && !comment && symbols == 0 && content.size() <= kTailBytes && lines.last - lines.first < kTailLines) {
    before->range.end = content.end;
    return;
  }
  Unit unit;
  const bool named = symbols == 1 && dominates(facts_.symbols[symbol], content);
  if (named) {
    unit.kind = facts_.symbols[symbol].kind;
    unit.symbol = symbol;
    unit.name = facts_.symbols[symbol].name;
  } else {
    unit.parent = namespace_around(content);
  }
  std::uint32_t begin = content.begin;
  std::size_t part = 0;
  std::vector<std::uint32_t> cuts = cut_offsets(cut_request(named ? request_.unit_bytes : kSectionBytes), {content});
  cuts.push_back(content.end);
  for (const std::uint32_t cut : cuts) {
    if (const ByteRange piece = trimmed({begin, cut}); !piece.empty()) {
      if (!named) unit.name = heading_of(piece);
      add_unit(unit, piece, piece.end, named ? part++ : 0);
    }
    begin = cut;
  }
}

void UnitBuilder::add_unit(Unit unit, ByteRange range, std::uint32_t shown_end, std::size_t part) {
  unit.part = static_cast<std::uint8_t>(std::min<std::size_t>(part, 255));
  unit.range = range;
  const ByteRange shown = trimmed({range.begin, std::max(range.begin, std::min(shown_end, range.end))});
  unit.lines = request_.lines->lines_of(shown.empty() ? range : shown);
  facts_.units.push_back(unit);
}

void UnitBuilder::emit_block(std::size_t at, const std::vector<ByteRange>& pieces) {
  const Block& block = blocks_[at];
  const Symbol& symbol = facts_.symbols[block.symbol];
  Unit unit;
  unit.kind = symbol.kind;
  unit.symbol = block.symbol;
  unit.parent = symbol.parent;
  unit.name = symbol.name;
  std::vector<std::uint32_t> cuts = cut_offsets(cut_request(request_.unit_bytes), pieces);
  cuts.push_back(block.range.end);
  std::uint32_t begin = block.range.begin;
  std::size_t part = 0;
  for (const std::uint32_t cut : cuts) {
    add_unit(unit, {begin, cut}, block.shown_end, part++);
    begin = cut;
  }
}

void UnitBuilder::emit() {
  // Pieces of each block: its range less the blocks directly in it. Blocks stand in source order, outer ones first.
  std::vector<std::vector<ByteRange>> pieces(blocks_.size());
  std::vector<std::uint32_t> at(blocks_.size());
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    at[i] = blocks_[i].range.begin;
    const Index host = blocks_[i].host;
    if (host == kNone) continue;
    if (blocks_[i].range.begin > at[host]) pieces[host].push_back({at[host], blocks_[i].range.begin});
    at[host] = std::max(at[host], blocks_[i].range.end);
  }
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    if (at[i] < blocks_[i].range.end) pieces[i].push_back({at[i], blocks_[i].range.end});
    emit_block(i, pieces[i]);
  }
  std::stable_sort(facts_.units.begin(), facts_.units.end(), [](const Unit& a, const Unit& b) {
    return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
  });
}

}  // namespace

void build_units(const UnitRequest& request, Facts& facts) { UnitBuilder(request, facts).build(); }

}  // namespace grove::syntax
