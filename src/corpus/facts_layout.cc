#include "corpus/facts_layout.h"

#include <fmt/format.h>

#include "corpus/facts_columns.h"

namespace grove::corpus {
namespace {

std::unexpected<Error> damaged(std::string_view what) {
  return fail(ErrorCode::kCorrupt, fmt::format("facts blob is damaged: {}", what), "run `grove index --rebuild`");
}

void put_section(ByteWriter& out, Section tag, const ByteWriter& content) {
  out.varint(static_cast<std::uint64_t>(tag));
  out.string(content.bytes());
}

// Each pair `put_x` and `get_x` below states one section's columns in the same order.

void put_header(ByteWriter& out, const Facts& facts) {
  out.varint(static_cast<std::uint64_t>(facts.language));
  out.varint(static_cast<std::uint64_t>(facts.state));
  out.varint(facts.generated ? 1 : 0);
  out.varint(facts.module);
  out.varint(facts.bytes);
  out.varint(facts.lines);
}

void get_header(ByteReader& in, Facts& facts) {
  facts.language = static_cast<Language>(in.varint());
  facts.state = static_cast<ParseState>(in.varint());
  facts.generated = in.varint() != 0;
  facts.module = static_cast<StringId>(in.varint());
  facts.bytes = static_cast<std::uint32_t>(in.varint());
  facts.lines = static_cast<std::uint32_t>(in.varint());
}

void put_strings(ByteWriter& out, const StringPool& strings) {
  for (StringId id = 1; id < strings.size(); ++id) out.varint(strings.at(id).size());
  for (StringId id = 1; id < strings.size(); ++id) out.raw(strings.at(id));
}

void get_strings(ByteReader& in, std::size_t count, StringPool& strings) {
  std::vector<std::uint64_t> sizes(count);
  for (std::uint64_t& size : sizes) size = in.varint();
  for (const std::uint64_t size : sizes) strings.append_unique(in.raw(size));
}

const auto range_of = [](const auto& row) { return row.range; };

void put_symbols(ByteWriter& out, const std::vector<Symbol>& rows) {
  put_column(out, rows, [](const Symbol& row) { return row.kind; });
  put_column(out, rows, [](const Symbol& row) { return row.flags; });
  put_column(out, rows, [](const Symbol& row) { return row.arity; });
  put_deltas(out, rows, [](const Symbol& row) { return row.name; });
  put_deltas(out, rows, [](const Symbol& row) { return row.qualified_name; });
  put_column(out, rows, [](const Symbol& row) { return row.type; });
  put_column(out, rows, [](const Symbol& row) { return row.receiver; });
  put_column(out, rows, [](const Symbol& row) { return shifted(row.parent); });
  put_deltas(out, rows, [](const Symbol& row) { return row.range.begin; });
  put_column(out, rows, [](const Symbol& row) { return row.range.size(); });
  put_ranges_within(out, rows, range_of, [](const Symbol& row) { return row.name_range; });
  put_ranges_within(out, rows, range_of, [](const Symbol& row) { return row.signature; });
  put_ranges_within(out, rows, range_of, [](const Symbol& row) { return row.doc; });
}

void get_symbols(ByteReader& in, std::vector<Symbol>& rows) {
  get_column(in, rows, [](Symbol& row, auto value) { row.kind = static_cast<Kind>(value); });
  get_column(in, rows, [](Symbol& row, auto value) { row.flags = static_cast<std::uint16_t>(value); });
  get_column(in, rows, [](Symbol& row, auto value) { row.arity = static_cast<std::uint8_t>(value); });
  get_deltas(in, rows, [](Symbol& row, auto value) { row.name = value; });
  get_deltas(in, rows, [](Symbol& row, auto value) { row.qualified_name = value; });
  get_column(in, rows, [](Symbol& row, auto value) { row.type = static_cast<StringId>(value); });
  get_column(in, rows, [](Symbol& row, auto value) { row.receiver = static_cast<StringId>(value); });
  get_column(in, rows, [](Symbol& row, auto value) { row.parent = unshifted(value); });
  get_deltas(in, rows, [](Symbol& row, auto value) { row.range.begin = value; });
  get_column(in, rows, [](Symbol& row, auto value) { row.range.end = row.range.begin + static_cast<std::uint32_t>(value); });
  get_ranges_within(in, rows, range_of, [](Symbol& row) -> ByteRange& { return row.name_range; });
  get_ranges_within(in, rows, range_of, [](Symbol& row) -> ByteRange& { return row.signature; });
  get_ranges_within(in, rows, range_of, [](Symbol& row) -> ByteRange& { return row.doc; });
}

void put_units(ByteWriter& out, const std::vector<Unit>& rows) {
  put_column(out, rows, [](const Unit& row) { return row.kind; });
  put_column(out, rows, [](const Unit& row) { return row.part; });
  put_column(out, rows, [](const Unit& row) { return shifted(row.symbol); });
  put_column(out, rows, [](const Unit& row) { return shifted(row.parent); });
  put_deltas(out, rows, [](const Unit& row) { return row.name; });
  put_deltas(out, rows, [](const Unit& row) { return row.range.begin; });
  put_column(out, rows, [](const Unit& row) { return row.range.size(); });
  put_deltas(out, rows, [](const Unit& row) { return row.lines.first; });
  put_column(out, rows, [](const Unit& row) { return row.lines.last - row.lines.first; });
}

void get_units(ByteReader& in, std::vector<Unit>& rows) {
  get_column(in, rows, [](Unit& row, auto value) { row.kind = static_cast<Kind>(value); });
  get_column(in, rows, [](Unit& row, auto value) { row.part = static_cast<std::uint8_t>(value); });
  get_column(in, rows, [](Unit& row, auto value) { row.symbol = unshifted(value); });
  get_column(in, rows, [](Unit& row, auto value) { row.parent = unshifted(value); });
  get_deltas(in, rows, [](Unit& row, auto value) { row.name = value; });
  get_deltas(in, rows, [](Unit& row, auto value) { row.range.begin = value; });
  get_column(in, rows, [](Unit& row, auto value) { row.range.end = row.range.begin + static_cast<std::uint32_t>(value); });
  get_deltas(in, rows, [](Unit& row, auto value) { row.lines.first = value; });
  get_column(in, rows, [](Unit& row, auto value) { row.lines.last = row.lines.first + static_cast<std::uint32_t>(value); });
}

void put_references(ByteWriter& out, const std::vector<Reference>& rows) {
  put_column(out, rows, [](const Reference& row) { return row.role; });
  put_column(out, rows, [](const Reference& row) { return row.flags; });
  put_column(out, rows, [](const Reference& row) { return row.arity; });
  put_column(out, rows, [](const Reference& row) { return row.name; });
  put_column(out, rows, [](const Reference& row) { return row.receiver; });
  put_deltas(out, rows, [](const Reference& row) { return static_cast<std::uint32_t>(shifted(row.symbol)); });
  put_deltas(out, rows, [](const Reference& row) { return row.begin; });
}

void get_references(ByteReader& in, std::vector<Reference>& rows) {
  get_column(in, rows, [](Reference& row, auto value) { row.role = static_cast<Role>(value); });
  get_column(in, rows, [](Reference& row, auto value) { row.flags = static_cast<std::uint8_t>(value); });
  get_column(in, rows, [](Reference& row, auto value) { row.arity = static_cast<std::uint8_t>(value); });
  get_column(in, rows, [](Reference& row, auto value) { row.name = static_cast<StringId>(value); });
  get_column(in, rows, [](Reference& row, auto value) { row.receiver = static_cast<StringId>(value); });
  get_deltas(in, rows, [](Reference& row, auto value) { row.symbol = unshifted(value); });
  get_deltas(in, rows, [](Reference& row, auto value) { row.begin = value; });
}

void put_imports(ByteWriter& out, const std::vector<Import>& rows) {
  put_column(out, rows, [](const Import& row) { return row.module; });
  put_column(out, rows, [](const Import& row) { return row.name; });
  put_column(out, rows, [](const Import& row) { return row.alias; });
  put_column(out, rows, [](const Import& row) { return (row.re_export ? 1U : 0U) | (row.is_static ? 2U : 0U); });
  put_deltas(out, rows, [](const Import& row) { return row.begin; });
}

void get_imports(ByteReader& in, std::vector<Import>& rows) {
  get_column(in, rows, [](Import& row, auto value) { row.module = static_cast<StringId>(value); });
  get_column(in, rows, [](Import& row, auto value) { row.name = static_cast<StringId>(value); });
  get_column(in, rows, [](Import& row, auto value) { row.alias = static_cast<StringId>(value); });
  get_column(in, rows, [](Import& row, auto value) {
    row.re_export = (value & 1U) != 0;
    row.is_static = (value & 2U) != 0;
  });
  get_deltas(in, rows, [](Import& row, auto value) { row.begin = value; });
}

void put_expressions(ByteWriter& out, const std::vector<Expression>& rows) {
  put_column(out, rows, [](const Expression& row) { return row.kind; });
  put_column(out, rows, [](const Expression& row) { return row.text; });
  put_column(out, rows, [](const Expression& row) { return row.child_count; });
  put_deltas(out, rows, [](const Expression& row) { return row.first_child; });
  put_deltas(out, rows, [](const Expression& row) { return row.begin; });
}

void get_expressions(ByteReader& in, std::vector<Expression>& rows) {
  get_column(in, rows, [](Expression& row, auto value) { row.kind = static_cast<Expression::Kind>(value); });
  get_column(in, rows, [](Expression& row, auto value) { row.text = static_cast<StringId>(value); });
  get_column(in, rows, [](Expression& row, auto value) { row.child_count = static_cast<std::uint32_t>(value); });
  get_deltas(in, rows, [](Expression& row, auto value) { row.first_child = value; });
  get_deltas(in, rows, [](Expression& row, auto value) { row.begin = value; });
}

void put_annotations(ByteWriter& out, const std::vector<Annotation>& rows) {
  put_column(out, rows, [](const Annotation& row) { return shifted(row.symbol); });
  put_column(out, rows, [](const Annotation& row) { return shifted(row.parameter); });
  put_column(out, rows, [](const Annotation& row) { return row.name; });
  put_column(out, rows, [](const Annotation& row) { return shifted(row.arguments); });
  put_deltas(out, rows, [](const Annotation& row) { return row.begin; });
}

void get_annotations(ByteReader& in, std::vector<Annotation>& rows) {
  get_column(in, rows, [](Annotation& row, auto value) { row.symbol = unshifted(value); });
  get_column(in, rows, [](Annotation& row, auto value) { row.parameter = unshifted(value); });
  get_column(in, rows, [](Annotation& row, auto value) { row.name = static_cast<StringId>(value); });
  get_column(in, rows, [](Annotation& row, auto value) { row.arguments = unshifted(value); });
  get_deltas(in, rows, [](Annotation& row, auto value) { row.begin = value; });
}

void put_parameters(ByteWriter& out, const std::vector<Parameter>& rows) {
  put_deltas(out, rows, [](const Parameter& row) { return static_cast<std::uint32_t>(shifted(row.symbol)); });
  put_column(out, rows, [](const Parameter& row) { return row.name; });
  put_column(out, rows, [](const Parameter& row) { return row.type; });
  put_column(out, rows, [](const Parameter& row) { return (row.has_default ? 1U : 0U) | (row.is_variadic ? 2U : 0U); });
  put_deltas(out, rows, [](const Parameter& row) { return row.begin; });
}

void get_parameters(ByteReader& in, std::vector<Parameter>& rows) {
  get_deltas(in, rows, [](Parameter& row, auto value) { row.symbol = unshifted(value); });
  get_column(in, rows, [](Parameter& row, auto value) { row.name = static_cast<StringId>(value); });
  get_column(in, rows, [](Parameter& row, auto value) { row.type = static_cast<StringId>(value); });
  get_column(in, rows, [](Parameter& row, auto value) {
    row.has_default = (value & 1U) != 0;
    row.is_variadic = (value & 2U) != 0;
  });
  get_deltas(in, rows, [](Parameter& row, auto value) { row.begin = value; });
}

void put_type_parameters(ByteWriter& out, const std::vector<TypeParameter>& rows) {
  put_deltas(out, rows, [](const TypeParameter& row) { return static_cast<std::uint32_t>(shifted(row.symbol)); });
  put_column(out, rows, [](const TypeParameter& row) { return row.name; });
  put_column(out, rows, [](const TypeParameter& row) { return row.bound; });
}

void get_type_parameters(ByteReader& in, std::vector<TypeParameter>& rows) {
  get_deltas(in, rows, [](TypeParameter& row, auto value) { row.symbol = unshifted(value); });
  get_column(in, rows, [](TypeParameter& row, auto value) { row.name = static_cast<StringId>(value); });
  get_column(in, rows, [](TypeParameter& row, auto value) { row.bound = static_cast<StringId>(value); });
}

void put_bindings(ByteWriter& out, const std::vector<Binding>& rows) {
  put_deltas(out, rows, [](const Binding& row) { return static_cast<std::uint32_t>(shifted(row.symbol)); });
  put_column(out, rows, [](const Binding& row) { return row.name; });
  put_column(out, rows, [](const Binding& row) { return row.type; });
  put_deltas(out, rows, [](const Binding& row) { return static_cast<std::uint32_t>(shifted(row.value)); });
  put_deltas(out, rows, [](const Binding& row) { return row.begin; });
}

void get_bindings(ByteReader& in, std::vector<Binding>& rows) {
  get_deltas(in, rows, [](Binding& row, auto value) { row.symbol = unshifted(value); });
  get_column(in, rows, [](Binding& row, auto value) { row.name = static_cast<StringId>(value); });
  get_column(in, rows, [](Binding& row, auto value) { row.type = static_cast<StringId>(value); });
  get_deltas(in, rows, [](Binding& row, auto value) { row.value = unshifted(value); });
  get_deltas(in, rows, [](Binding& row, auto value) { row.begin = value; });
}

void put_call_arguments(ByteWriter& out, const std::vector<CallArguments>& rows) {
  put_deltas(out, rows, [](const CallArguments& row) { return static_cast<std::uint32_t>(shifted(row.reference)); });
  put_deltas(out, rows, [](const CallArguments& row) { return static_cast<std::uint32_t>(shifted(row.arguments)); });
}

void get_call_arguments(ByteReader& in, std::vector<CallArguments>& rows) {
  get_deltas(in, rows, [](CallArguments& row, auto value) { row.reference = unshifted(value); });
  get_deltas(in, rows, [](CallArguments& row, auto value) { row.arguments = unshifted(value); });
}

void put_properties(ByteWriter& out, const std::vector<Property>& rows) {
  put_column(out, rows, [](const Property& row) { return row.key; });
  put_column(out, rows, [](const Property& row) { return row.value; });
  put_column(out, rows, [](const Property& row) { return row.profile; });
  put_deltas(out, rows, [](const Property& row) { return row.begin; });
}

void get_properties(ByteReader& in, std::vector<Property>& rows) {
  get_column(in, rows, [](Property& row, auto value) { row.key = static_cast<StringId>(value); });
  get_column(in, rows, [](Property& row, auto value) { row.value = static_cast<StringId>(value); });
  get_column(in, rows, [](Property& row, auto value) { row.profile = static_cast<StringId>(value); });
  get_deltas(in, rows, [](Property& row, auto value) { row.begin = value; });
}

/// Sections without rows are left out.
template <class Row, class Put>
void put_rows(ByteWriter& out, Section tag, const std::vector<Row>& rows, Put put) {
  if (rows.empty()) return;
  ByteWriter section;
  section.varint(rows.size());
  put(section, rows);
  put_section(out, tag, section);
}

template <class Row, class Get>
bool get_rows(ByteReader& in, std::vector<Row>& rows, Get get) {
  const std::uint64_t count = in.varint();
  if (count > in.remaining()) return false;  // each row takes a byte at least: keeps a forged count from taking all memory
  rows.resize(count);
  get(in, rows);
  return true;
}

bool get_section(Section tag, ByteReader& in, Facts& facts) {
  switch (tag) {
    case Section::kHeader: get_header(in, facts); return true;
    case Section::kStrings: {
      const std::uint64_t count = in.varint();
      if (count > in.remaining()) return false;
      get_strings(in, count, facts.strings);
      return true;
    }
    case Section::kSymbols: return get_rows(in, facts.symbols, get_symbols);
    case Section::kUnits: return get_rows(in, facts.units, get_units);
    case Section::kReferences: return get_rows(in, facts.references, get_references);
    case Section::kImports: return get_rows(in, facts.imports, get_imports);
    case Section::kExpressions: return get_rows(in, facts.expressions, get_expressions);
    case Section::kAnnotations: return get_rows(in, facts.annotations, get_annotations);
    case Section::kParameters: return get_rows(in, facts.parameters, get_parameters);
    case Section::kBindings: return get_rows(in, facts.bindings, get_bindings);
    case Section::kCallArguments: return get_rows(in, facts.call_arguments, get_call_arguments);
    case Section::kProperties: return get_rows(in, facts.properties, get_properties);
    case Section::kTypeParameters: return get_rows(in, facts.type_parameters, get_type_parameters);
  }
  return true;  // of a later program: skipped
}

}  // namespace

std::string lay_out_facts(const Facts& facts) {
  ByteWriter out;
  ByteWriter header;
  put_header(header, facts);
  put_section(out, Section::kHeader, header);
  if (facts.strings.size() > 1) {
    ByteWriter strings;
    strings.varint(facts.strings.size() - 1);
    put_strings(strings, facts.strings);
    put_section(out, Section::kStrings, strings);
  }
  put_rows(out, Section::kSymbols, facts.symbols, put_symbols);
  put_rows(out, Section::kUnits, facts.units, put_units);
  put_rows(out, Section::kReferences, facts.references, put_references);
  put_rows(out, Section::kImports, facts.imports, put_imports);
  put_rows(out, Section::kExpressions, facts.expressions, put_expressions);
  put_rows(out, Section::kAnnotations, facts.annotations, put_annotations);
  put_rows(out, Section::kParameters, facts.parameters, put_parameters);
  put_rows(out, Section::kBindings, facts.bindings, put_bindings);
  put_rows(out, Section::kCallArguments, facts.call_arguments, put_call_arguments);
  put_rows(out, Section::kProperties, facts.properties, put_properties);
  put_rows(out, Section::kTypeParameters, facts.type_parameters, put_type_parameters);
  return std::move(out).bytes();
}

Result<Facts> read_facts(std::string_view layout) {
  Facts facts;
  ByteReader in(layout);
  std::uint64_t last_tag = 0;
  while (!in.empty()) {
    const std::uint64_t tag = in.varint();
    ByteReader section(in.string());
    if (!in.ok()) return damaged("a section is cut short");
    if (tag <= last_tag) return damaged("its sections are out of order");
    last_tag = tag;
    if (tag > static_cast<std::uint64_t>(Section::kTypeParameters)) continue;
    if (!get_section(static_cast<Section>(tag), section, facts) || !section.ok())
      return damaged(fmt::format("section {} is not whole", tag));
  }
  return facts;
}

}  // namespace grove::corpus
