#include <algorithm>

#include "base/fold_marks.h"
#include "base/text.h"
#include "document/searchable/searchable_text.h"

namespace grove::document {
namespace {

constexpr std::uint8_t kMostParts = 255;

ByteRange range_of(TextSpan span) { return {static_cast<std::uint32_t>(span.begin), static_cast<std::uint32_t>(span.end)}; }

class FactsWriter {
 public:
  explicit FactsWriter(const SearchableText& text) : text_(text) {
    facts_.language = text.language;
    facts_.state = ParseState::kComplete;
    facts_.bytes = static_cast<std::uint32_t>(text.text.size());
    facts_.lines = text.pieces.empty() ? 0 : text.pieces.back().lines.last;
  }

  Facts write() {
    const Piece* above = nullptr;
    for (const Piece& piece : text_.pieces) {
      const bool goes_on = above != nullptr && goes_on_with(*above, piece);
      piece.kind == Piece::Kind::kEntity ? add_entity(piece) : add_passage(piece, goes_on);
      above = &piece;
    }
    return std::move(facts_);
  }

 private:
  bool goes_on_with(const Piece& above, const Piece& piece) const {
    return piece.kind == Piece::Kind::kPassage && above.kind == piece.kind && above.document == piece.document &&
           above.section == piece.section && facts_.units.back().part < kMostParts;
  }

  /// Where a name stands in a piece; its begin where it isn't written there.
  ByteRange place_of(const Piece& piece, std::string_view name) const {
    const std::string_view inside = std::string_view(text_.text).substr(piece.span.begin, piece.span.end - piece.span.begin);
    const std::size_t at = inside.find(name);
    const ByteRange range = range_of(piece.span);
    if (name.empty() || at == std::string_view::npos) return {range.begin, range.begin};
    return {range.begin + static_cast<std::uint32_t>(at), range.begin + static_cast<std::uint32_t>(at + name.size())};
  }

  Symbol symbol_of(const Piece& piece) const {
    Symbol symbol;
    symbol.range = range_of(piece.span);
    symbol.signature = symbol.doc = {symbol.range.begin, symbol.range.begin};
    symbol.lines = piece.lines;
    return symbol;
  }

  /// Passages of one section are parts of one thing, named by its heading.
  void add_passage(const Piece& piece, bool goes_on) {
    if (!goes_on) {
      Symbol symbol = symbol_of(piece);
      const std::string_view name = piece.section.empty() ? std::string_view(piece.document) : piece.section.back();
      symbol.kind = Kind::kSection;
      symbol.name = facts_.strings.intern(name);
      symbol.qualified_name = facts_.strings.intern(piece.section.empty() ? std::string(name) : join(piece.section, " > "));
      symbol.receiver = facts_.strings.intern(piece.document);
      symbol.name_range = place_of(piece, name);
      facts_.symbols.push_back(symbol);
    }
    Symbol& section = facts_.symbols.back();
    section.range.end = static_cast<std::uint32_t>(piece.span.end);
    section.lines.last = piece.lines.last;
    const auto part = static_cast<std::uint8_t>(goes_on ? facts_.units.back().part + 1 : 0);
    add_unit(piece, Kind::kChunk, part);
  }

  void add_entity(const Piece& piece) {
    Symbol symbol = symbol_of(piece);
    symbol.kind = Kind::kEntity;
    symbol.name = facts_.strings.intern(piece.label);
    symbol.qualified_name = facts_.strings.intern(piece.id);
    symbol.name_range = place_of(piece, piece.label);
    if (!piece.types.empty()) symbol.type = facts_.strings.intern(piece.types.front());
    facts_.symbols.push_back(symbol);
    add_unit(piece, Kind::kEntity, 0);
    add_other_names(piece, symbol);
  }

  /// An entity is found by its aliases as by its label, and by both without their diacritical marks.
  void add_other_names(const Piece& piece, Symbol symbol) {
    symbol.parent = static_cast<Index>(facts_.symbols.size() - 1);
    std::vector<std::string> known{piece.label};
    const auto add = [&](const std::string& name, std::string_view written) {
      if (name.empty() || std::ranges::find(known, name) != known.end()) return;
      known.push_back(name);
      symbol.name = facts_.strings.intern(name);
      symbol.name_range = place_of(piece, written);
      facts_.symbols.push_back(symbol);
    };
    for (const std::string& alias : piece.aliases) add(alias, alias);
    for (const std::string& name : std::vector<std::string>(known))
      if (const std::string plain = fold_marks(name); plain != fold_case(name)) add(plain, name);
  }

  void add_unit(const Piece& piece, Kind kind, std::uint8_t part) {
    Unit unit;
    unit.kind = kind;
    unit.part = part;
    unit.symbol = static_cast<Index>(facts_.symbols.size() - 1);
    unit.name = facts_.symbols.back().name;
    unit.range = range_of(piece.span);
    unit.lines = piece.lines;
    facts_.units.push_back(unit);
  }

  const SearchableText& text_;
  Facts facts_;
};

}  // namespace

Facts facts_of(const SearchableText& text) { return FactsWriter(text).write(); }

}  // namespace grove::document
