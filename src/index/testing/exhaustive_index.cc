#include "index/testing/exhaustive_index.h"

#include "base/text.h"

namespace grove::index::testing {

void ExhaustiveIndex::UnitTerms::count(std::string_view text, Field field) {
  tokenize(text, [&](std::string_view term) {
    ++counts[std::string(term)][static_cast<std::size_t>(field)];
    ++lengths[static_cast<std::size_t>(field)];
  });
}

void ExhaustiveIndex::add(const SampleFile& file) {
  std::vector<UnitTerms>& units = units_[file.path];
  units.clear();
  const auto text = [&](ByteRange range) { return std::string_view(file.text).substr(range.begin, range.size()); };
  for (const Unit& unit : file.facts.units) {
    UnitTerms& terms = units.emplace_back();
    const std::string_view name = file.facts.text(unit.name);
    terms.count(name, Field::kName);
    terms.count(file.path, Field::kPath);
    const std::string_view base = base_name(file.path);
    for (std::uint32_t i = 1; i < scoring_.stem_repeats; ++i) terms.count(base.substr(0, base.rfind('.')), Field::kPath);
    std::string body(text(unit.range));
    const auto blank = [&](ByteRange range) {
      for (std::uint32_t at = range.begin; at < range.end; ++at) body[at - unit.range.begin] = ' ';
    };
    for (const Unit& inner : file.facts.units)
      if (!(inner.range == unit.range) && unit.range.contains(inner.range)) blank(inner.range);
    if (unit.symbol != kNone) {
      const Symbol& symbol = file.facts.symbols[unit.symbol];
      const std::string_view qualified = file.facts.text(symbol.qualified_name);
      terms.count(qualified.substr(0, qualified.size() - name.size()), Field::kQualifiedName);
      terms.count(text(symbol.signature), Field::kSignature);
      terms.count(text(symbol.doc), Field::kDoc);
      blank(symbol.signature);
      blank(symbol.doc);
    }
    terms.count(body, Field::kBody);
  }
}

std::map<std::pair<std::string, std::size_t>, float> ExhaustiveIndex::impacts(const std::string& term) const {
  std::map<std::pair<std::string, std::size_t>, float> impacts;
  for (const auto& [path, units] : units_)
    for (std::size_t place = 0; place < units.size(); ++place) {
      const auto found = units[place].counts.find(term);
      if (found == units[place].counts.end()) continue;
      impacts[{path, place}] = exact_impact(scoring_, unit_factors(scoring_, units[place].lengths), found->second);
    }
  return impacts;
}

}  // namespace grove::index::testing
