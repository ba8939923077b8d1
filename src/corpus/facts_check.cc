#include <fmt/format.h>

#include "corpus/facts_layout.h"

namespace grove::corpus {
namespace {

/// What every row of some facts has to keep to.
class Bounds {
 public:
  explicit Bounds(const Facts& facts) : facts_(facts) {}

  bool string(StringId id) const { return id < facts_.strings.size(); }
  bool offset(std::uint32_t begin) const { return begin <= facts_.bytes; }
  bool range(ByteRange range) const { return range.begin <= range.end && range.end <= facts_.bytes; }
  bool lines(LineRange lines) const { return lines.first >= 1 && lines.first <= lines.last && lines.last <= std::max(facts_.lines, 1U); }
  bool line(std::uint32_t line) const { return line >= 1 && line <= std::max(facts_.lines, 1U); }
  bool symbol(Index index) const { return index == kNone || index < facts_.symbols.size(); }
  bool parameter(Index index) const { return index == kNone || index < facts_.parameters.size(); }
  bool expression(Index index) const { return index == kNone || index < facts_.expressions.size(); }
  bool reference(Index index) const { return index == kNone || index < facts_.references.size(); }
  bool kind(Kind kind) const { return static_cast<int>(kind) < kKindCount; }

  /// Parents stand before their children, so that no circle can be.
  bool row(const Symbol& row) const {
    const auto own = static_cast<Index>(&row - facts_.symbols.data());
    return kind(row.kind) && string(row.name) && string(row.qualified_name) && string(row.type) && string(row.receiver) &&
           (row.parent == kNone || row.parent < own) && range(row.range) && range(row.name_range) && range(row.signature) &&
           range(row.doc) && lines(row.lines);
  }
  bool row(const Unit& row) const {
    return kind(row.kind) && symbol(row.symbol) && symbol(row.parent) && string(row.name) && range(row.range) && lines(row.lines);
  }
  bool row(const Reference& row) const {
    return row.role <= Role::kInherit && string(row.name) && string(row.receiver) && symbol(row.symbol) && offset(row.begin) &&
           line(row.line);
  }
  bool row(const Import& row) const {
    return string(row.module) && string(row.name) && string(row.alias) && offset(row.begin) && line(row.line);
  }
  bool row(const Expression& row) const {
    return row.kind <= Expression::Kind::kOther && string(row.text) && offset(row.begin) &&
           (row.child_count == 0 || children_end(row) <= facts_.expressions.size());
  }
  bool row(const Annotation& row) const {
    return symbol(row.symbol) && parameter(row.parameter) && string(row.name) && expression(row.arguments) && offset(row.begin);
  }
  bool row(const Parameter& row) const { return symbol(row.symbol) && string(row.name) && string(row.type) && offset(row.begin); }
  bool row(const TypeParameter& row) const { return symbol(row.symbol) && string(row.name) && string(row.bound); }
  bool row(const Binding& row) const {
    return symbol(row.symbol) && string(row.name) && string(row.type) && expression(row.value) && offset(row.begin);
  }
  bool row(const CallArguments& row) const { return reference(row.reference) && expression(row.arguments) && offset(row.end); }
  bool row(const Lambda& row) const { return reference(row.call) && string(row.parameter) && string(row.type) && range(row.range); }
  bool row(const Property& row) const { return string(row.key) && string(row.value) && string(row.profile) && offset(row.begin); }

  /// No expression lies within itself: all children stand after their parents, or all before.
  bool expressions_are_trees() const {
    bool after = true;
    bool before = true;
    for (std::size_t own = 0; own < facts_.expressions.size(); ++own) {
      const Expression& row = facts_.expressions[own];
      if (row.child_count == 0) continue;
      after = after && row.first_child > own;
      before = before && children_end(row) <= own;
    }
    return after || before;
  }

  template <class Row>
  Status rows(const std::vector<Row>& rows, std::string_view name) const {
    for (const Row& each : rows)
      if (!row(each))
        return fail(ErrorCode::kCorrupt, fmt::format("facts blob is damaged: {} {} points outside", name, &each - rows.data()),
                    "run `grove index --rebuild`");
    return {};
  }

 private:
  static std::uint64_t children_end(const Expression& row) { return std::uint64_t{row.first_child} + row.child_count; }

  const Facts& facts_;
};

}  // namespace

Status check_facts(const Facts& facts) {
  const Bounds bounds(facts);
  const bool header =
      static_cast<int>(facts.language) < kLanguageCount && facts.state <= ParseState::kTooDeep && bounds.string(facts.module);
  if (!header) return fail(ErrorCode::kCorrupt, "facts blob is damaged: its header names what is not", "run `grove index --rebuild`");
  GROVE_RETURN_IF_ERROR(bounds.rows(facts.symbols, "symbol"));
  GROVE_RETURN_IF_ERROR(bounds.rows(facts.units, "unit"));
  GROVE_RETURN_IF_ERROR(bounds.rows(facts.references, "reference"));
  GROVE_RETURN_IF_ERROR(bounds.rows(facts.imports, "import"));
  GROVE_RETURN_IF_ERROR(bounds.rows(facts.expressions, "expression"));
  if (!bounds.expressions_are_trees())
    return fail(ErrorCode::kCorrupt, "facts blob is damaged: an expression contains itself", "run `grove index --rebuild`");
  GROVE_RETURN_IF_ERROR(bounds.rows(facts.annotations, "annotation"));
  GROVE_RETURN_IF_ERROR(bounds.rows(facts.parameters, "parameter"));
  GROVE_RETURN_IF_ERROR(bounds.rows(facts.type_parameters, "type parameter"));
  GROVE_RETURN_IF_ERROR(bounds.rows(facts.bindings, "binding"));
  GROVE_RETURN_IF_ERROR(bounds.rows(facts.call_arguments, "call"));
  GROVE_RETURN_IF_ERROR(bounds.rows(facts.lambdas, "lambda"));
  return bounds.rows(facts.properties, "property");
}

}  // namespace grove::corpus
