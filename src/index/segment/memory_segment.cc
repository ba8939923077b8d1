#include "index/segment/memory_segment.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "base/check.h"
#include "base/text.h"
#include "index/lexical/name_key.h"

namespace grove::index {
namespace {

constexpr std::size_t kMaxNameBytes = 1024;

/// A name short enough to store, cut between characters.
std::string_view short_name(std::string_view name) {
  if (name.size() <= kMaxNameBytes) return name;
  std::size_t size = kMaxNameBytes;
  while (size > 0 && (static_cast<unsigned char>(name[size]) & 0xC0U) == 0x80U) --size;
  return name.substr(0, size);
}

ByteRange sane(ByteRange range) { return {range.begin, std::max(range.begin, range.end)}; }

const Symbol* symbol_of(const Facts& facts, const Unit& unit) {
  return unit.symbol < facts.symbols.size() ? &facts.symbols[unit.symbol] : nullptr;
}

UnitRecord record_of(const Facts& facts, const Unit& unit) {
  UnitRecord record;
  record.kind = unit.kind;
  record.part = unit.part;
  record.name = short_name(facts.text(unit.name));
  record.qualified_name = record.name;
  record.parent = short_name(parent_name(facts, unit));
  record.range = sane(unit.range);
  record.lines = {unit.lines.first, std::max(unit.lines.first, unit.lines.last)};
  record.signature = record.doc = {record.range.begin, record.range.begin};
  if (const Symbol* symbol = symbol_of(facts, unit)) {
    record.flags = symbol->flags;
    record.qualified_name = short_name(facts.text(symbol->qualified_name));
    record.signature = sane(symbol->signature);
    record.doc = sane(symbol->doc);
  }
  return record;
}

/// Calls `take` for what is left of `range` without the two ranges cut out of it.
template <class Take>
void without(ByteRange range, ByteRange a, ByteRange b, Take take) {
  if (a.begin > b.begin) std::swap(a, b);
  for (const ByteRange hole : {a, b}) {
    if (hole.empty() || hole.end <= range.begin || hole.begin >= range.end) continue;
    if (hole.begin > range.begin) take(ByteRange{range.begin, hole.begin});
    range.begin = std::min(hole.end, range.end);
  }
  if (!range.empty()) take(range);
}

}  // namespace

void MemorySegment::add(const IndexFile& file) {
  const auto count = static_cast<std::uint32_t>(file.facts.units.size());
  files_.push_back({std::string(file.path), file.hash, file.facts.language, units_.size(), count, kNoRows});
  const bool has_rows = space_.dimensions > 0 && !file.vectors.empty();
  GROVE_CONTRACT(!has_rows || file.vectors.size() == count * space_.row_bytes());
  if (has_rows) {
    files_.back().first_row = rows_.size();
    rows_.append(reinterpret_cast<const char*>(file.vectors.data()), file.vectors.size());
  }
  const std::vector<UnitPiece> pieces = cut_units(file.facts.units, static_cast<std::uint32_t>(file.text.size()));
  add_words(file, pieces);
  add_names(file, pieces);
  add_units(file);
}

void MemorySegment::add_units(const IndexFile& file) {
  heap_.next_file();
  std::map<std::pair<std::string_view, std::uint8_t>, std::uint32_t> seen;
  for (const Unit& unit : file.facts.units) {
    UnitRecord record = record_of(file.facts, unit);
    const std::uint32_t count = ++seen[{record.qualified_name, record.part}];
    record.twin = count == 1 ? 0 : count;
    units_.add(record, heap_);
  }
}

void MemorySegment::count_text(std::string_view text, Field field) {
  scan_words(text, [&](const Word& word) {
    for (const TermId term : terms_.terms_of(word)) terms_.count(term, field);
  });
}

void MemorySegment::count_unit_names(const Facts& facts, const Unit& unit, std::string_view text) {
  const std::string_view name = facts.text(unit.name);
  count_text(name, Field::kName);
  for (const TermId term : path_terms_) terms_.count(term, Field::kPath);
  const Symbol* symbol = symbol_of(facts, unit);
  if (symbol == nullptr) return;
  std::string_view scope = facts.text(symbol->qualified_name);
  if (scope.ends_with(name)) scope.remove_suffix(name.size());
  count_text(scope, Field::kQualifiedName);
  count_text(slice(text, symbol->signature), Field::kSignature);
  if (unit.part == 0) count_text(slice(text, symbol->doc), Field::kDoc);
}

void MemorySegment::add_words(const IndexFile& file, const std::vector<UnitPiece>& pieces) {
  path_terms_.clear();
  const auto add_path = [&](std::string_view text) {
    scan_words(text, [&](const Word& word) {
      const auto terms = terms_.terms_of(word);
      path_terms_.insert(path_terms_.end(), terms.begin(), terms.end());
    });
  };
  add_path(file.path);
  std::string_view stem = base_name(file.path);
  stem = stem.substr(0, std::max<std::size_t>(stem.rfind('.'), 1));
  for (std::uint32_t i = 1; i < scoring_.stem_repeats; ++i) add_path(stem);

  std::vector<UnitPiece> by_unit = pieces;
  std::ranges::stable_sort(by_unit, {}, &UnitPiece::unit);
  auto piece = by_unit.begin();
  for (std::uint32_t i = 0; i < file.facts.units.size(); ++i) {
    const Unit& unit = file.facts.units[i];
    count_unit_names(file.facts, unit, file.text);
    const Symbol* symbol = symbol_of(file.facts, unit);
    const ByteRange signature = symbol != nullptr ? symbol->signature : ByteRange{};
    const ByteRange doc = symbol != nullptr ? symbol->doc : ByteRange{};
    for (; piece != by_unit.end() && piece->unit == i; ++piece)
      without(piece->range, signature, doc, [&](ByteRange body) { count_text(slice(file.text, body), Field::kBody); });
    terms_.finish_unit(files_.back().first_unit + i);
  }
}

void MemorySegment::add_names(const IndexFile& file, const std::vector<UnitPiece>& pieces) {
  if (file.facts.units.empty()) return;
  const std::vector<std::uint32_t> holders = units_of_symbols(file.facts, pieces);
  for (std::size_t i = 0; i < holders.size(); ++i) {
    const Symbol& symbol = file.facts.symbols[i];
    const std::string key = name_key(file.facts.text(symbol.name));
    if (key.empty()) continue;
    const std::uint32_t begin = file.facts.units[holders[i]].range.begin;
    names_.push_back({terms_.intern(key), files_.back().first_unit + holders[i],
                      static_cast<std::int32_t>(symbol.name_range.begin) - static_cast<std::int32_t>(begin), symbol.kind,
                      (symbol.flags & kSymbolDeclarationOnly) != 0});
  }
}

std::size_t MemorySegment::memory_bytes() const {
  return terms_.memory_bytes() + names_.capacity() * sizeof(NamedPlace) + heap_.bytes().capacity() + units_.rows().capacity() +
         rows_.capacity();
}

}  // namespace grove::index
