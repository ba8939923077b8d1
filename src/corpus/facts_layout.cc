#include "corpus/facts_layout.h"

#include <fmt/format.h>

#include "corpus/facts_sections.h"
#include "corpus/string_plan.h"

namespace grove::corpus {
namespace {

/// Qualified names follow from scopes; together they may be far longer than what is stored. No file comes near this.
constexpr std::uint64_t kMostNameBytes = 1U << 28U;

std::unexpected<Error> damaged(std::string_view what) {
  return fail(ErrorCode::kCorrupt, fmt::format("facts blob is damaged: {}", what), "run `grove index --rebuild`");
}

constexpr auto line_of_property = [](auto& row) -> auto& { return row.line; };

/// Writes sections one after another.
class LayoutWriter {
 public:
  explicit LayoutWriter(const Facts& facts) : facts_(facts), plan_(facts) {}

  std::string write() {
    section(Section::kHeader, [&](FactsWriter& stream) { code_header(stream, facts_); });
    if (!plan_.literals.empty()) section(Section::kStrings, [&](FactsWriter& stream) { put_strings(stream); });
    rows(Section::kSymbols, facts_.symbols, [&](FactsWriter& stream) {
      code_symbols(stream, facts_);
      put_qualified_names(stream);
    });
    rows(Section::kUnits, facts_.units, [&](FactsWriter& stream) { code_units(stream, facts_); });
    if (!facts_.references.empty()) section(Section::kReferences, [&](FactsWriter& stream) { put_references(stream); });
    rows(Section::kImports, facts_.imports, [&](FactsWriter& stream) { code_imports(stream, facts_.imports); });
    rows(Section::kExpressions, facts_.expressions, [&](FactsWriter& stream) { code_expressions(stream, facts_); });
    rows(Section::kAnnotations, facts_.annotations, [&](FactsWriter& stream) { code_annotations(stream, facts_.annotations); });
    rows(Section::kParameters, facts_.parameters, [&](FactsWriter& stream) { code_parameters(stream, facts_); });
    rows(Section::kBindings, facts_.bindings, [&](FactsWriter& stream) { code_bindings(stream, facts_.bindings); });
    rows(Section::kCallArguments, facts_.call_arguments, [&](FactsWriter& stream) { code_call_arguments(stream, facts_.call_arguments); });
    rows(Section::kProperties, facts_.properties, [&](FactsWriter& stream) { code_properties(stream, facts_.properties); });
    rows(Section::kTypeParameters, facts_.type_parameters,
         [&](FactsWriter& stream) { code_type_parameters(stream, facts_.type_parameters); });
    if (!facts_.symbols.empty() || !facts_.references.empty() || !facts_.imports.empty())
      section(Section::kLines, [&](FactsWriter& stream) { code_places_of_lines(stream, facts_); });
    if (!facts_.properties.empty())
      section(Section::kPropertyLines, [&](FactsWriter& stream) { code_lines(stream, facts_.properties, line_of_property); });
    if (!facts_.call_arguments.empty()) section(Section::kCallEnds, [&](FactsWriter& stream) { code_call_ends(stream, facts_); });
    rows(Section::kLambdas, facts_.lambdas, [&](FactsWriter& stream) { code_lambdas(stream, facts_); });
    return std::move(out_).bytes();
  }

 private:
  template <class Body>
  void section(Section tag, Body body) {
    FactsWriter stream(plan_.new_ids);
    body(stream);
    out_.varint(static_cast<std::uint64_t>(tag));
    out_.string(stream.bytes());
  }

  /// Sections without rows are left out.
  template <class Row, class Body>
  void rows(Section tag, const std::vector<Row>& rows, Body body) {
    if (rows.empty()) return;
    section(tag, [&](FactsWriter& stream) {
      stream.count(rows);
      body(stream);
    });
  }

  void put_strings(FactsWriter& stream) const {
    stream.count(plan_.literals);
    for (const StringId id : plan_.literals) stream.number(facts_.text(id).size());
    for (const StringId id : plan_.literals) stream.raw(facts_.text(id));
  }

  void put_qualified_names(FactsWriter& stream) const {
    for (const NameRule rule : plan_.rules) stream.number(rule);
    for (Index symbol = 0; symbol < facts_.symbols.size(); ++symbol)
      if (plan_.rules[symbol] == NameRule::kById) stream.string(facts_.symbols[symbol].qualified_name);
  }

  void put_references(FactsWriter& stream) const {
    const UsageTable table(facts_.references);
    stream.count(facts_.references);
    stream.count(table.usages());
    code_usages(stream, table.usages());
    // 0: the next usage of the table; up to kKept: one of those met last, by its place; else any.
    RecentUsages recent;
    std::uint32_t met = 0;
    for (const std::uint32_t usage : table.of_reference()) {
      if (usage == met) {
        stream.number(0);
        recent.push(met++);
        continue;
      }
      const std::uint32_t place = recent.find(usage);
      stream.number(place < RecentUsages::kKept ? 1 + place : 1 + RecentUsages::kKept + usage);
      if (place < RecentUsages::kKept)
        recent.touch(place);
      else
        recent.push(usage);
    }
    code_places(stream, facts_);
  }

  const Facts& facts_;
  const StringPlan plan_;
  ByteWriter out_;
};

bool get_strings(FactsReader& stream, StringPool& strings) {
  std::vector<std::uint32_t> sizes;
  if (!stream.count(sizes)) return false;
  for (std::uint32_t& size : sizes) stream.number(size);
  for (const std::uint32_t size : sizes) strings.append_unique(stream.raw(size));
  return true;
}

bool get_qualified_names(FactsReader& stream, Facts& facts) {
  std::vector<NameRule> rules(facts.symbols.size());
  for (NameRule& rule : rules) stream.number(rule);
  std::uint64_t made = 0;
  for (Index index = 0; index < facts.symbols.size(); ++index) {
    Symbol& symbol = facts.symbols[index];
    if (static_cast<int>(rules[index]) >= kNameRuleCount) return false;
    if (rules[index] == NameRule::kById) stream.string(symbol.qualified_name);
    if (rules[index] == NameRule::kLikeName) symbol.qualified_name = symbol.name;
    if (rules[index] <= NameRule::kLikeName) continue;
    const std::string name = join_name(rules[index], name_parts(facts, index));
    made += name.size();
    if (name.empty() || made > kMostNameBytes) return false;
    symbol.qualified_name = facts.strings.append_unique(name);
  }
  return true;
}

bool get_references(FactsReader& stream, Facts& facts) {
  std::vector<Reference> usages;
  if (!stream.count(facts.references) || !stream.count(usages)) return false;
  code_usages(stream, usages);
  RecentUsages recent;
  std::uint32_t met = 0;
  for (Reference& reference : facts.references) {
    std::uint32_t form = 0;
    stream.number(form);
    const bool is_recent = form > 0 && form <= RecentUsages::kKept;
    if (is_recent && form > recent.size()) return false;
    const std::uint32_t usage = form == 0 ? met : is_recent ? recent.at(form - 1) : form - 1 - RecentUsages::kKept;
    if (usage >= usages.size()) return false;
    if (form == 0) ++met;
    if (is_recent)
      recent.touch(form - 1);
    else
      recent.push(usage);
    reference = usages[usage];
  }
  code_places(stream, facts);
  return true;
}

bool get_symbols(FactsReader& stream, Facts& facts) {
  if (!stream.count(facts.symbols)) return false;
  code_symbols(stream, facts);
  return get_qualified_names(stream, facts);
}

bool get_section(Section tag, FactsReader& stream, Facts& facts) {
  const auto rows = [&](auto& rows, auto code) {
    if (!stream.count(rows)) return false;
    code();
    return true;
  };
  switch (tag) {
    case Section::kHeader: code_header(stream, facts); return true;
    case Section::kStrings: return get_strings(stream, facts.strings);
    case Section::kSymbols: return get_symbols(stream, facts);
    case Section::kUnits: return rows(facts.units, [&] { code_units(stream, facts); });
    case Section::kReferences: return get_references(stream, facts);
    case Section::kImports: return rows(facts.imports, [&] { code_imports(stream, facts.imports); });
    case Section::kExpressions: return rows(facts.expressions, [&] { code_expressions(stream, facts); });
    case Section::kAnnotations: return rows(facts.annotations, [&] { code_annotations(stream, facts.annotations); });
    case Section::kParameters: return rows(facts.parameters, [&] { code_parameters(stream, facts); });
    case Section::kBindings: return rows(facts.bindings, [&] { code_bindings(stream, facts.bindings); });
    case Section::kCallArguments: return rows(facts.call_arguments, [&] { code_call_arguments(stream, facts.call_arguments); });
    case Section::kProperties: return rows(facts.properties, [&] { code_properties(stream, facts.properties); });
    case Section::kTypeParameters: return rows(facts.type_parameters, [&] { code_type_parameters(stream, facts.type_parameters); });
    case Section::kLines: code_places_of_lines(stream, facts); return true;
    case Section::kPropertyLines: code_lines(stream, facts.properties, line_of_property); return true;
    case Section::kCallEnds: code_call_ends(stream, facts); return true;
    case Section::kLambdas: return rows(facts.lambdas, [&] { code_lambdas(stream, facts); });
  }
  return true;  // of a later program: skipped
}

}  // namespace

std::string lay_out_facts(const Facts& facts) { return LayoutWriter(facts).write(); }

Result<Facts> read_facts(std::string_view layout) {
  Facts facts;
  ByteReader in(layout);
  std::uint64_t last_tag = 0;
  while (!in.empty()) {
    const std::uint64_t tag = in.varint();
    FactsReader section(in.string());
    if (!in.ok()) return damaged("a section is cut short");
    if (tag <= last_tag) return damaged("its sections are out of order");
    last_tag = tag;
    if (tag > static_cast<std::uint64_t>(Section::kLambdas)) continue;
    if (!get_section(static_cast<Section>(tag), section, facts) || !section.ok())
      return damaged(fmt::format("section {} is not whole", tag));
  }
  return facts;
}

}  // namespace grove::corpus
