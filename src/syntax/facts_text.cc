#include "syntax/facts_text.h"

#include <fmt/format.h>

#include <array>

#include "model/line_index.h"

namespace grove::syntax {
namespace {

constexpr std::array<std::string_view, 5> kStates = {"complete", "partial", "text", "timed out", "too deep"};
constexpr std::array<std::string_view, 15> kFlags = {"static",      "public",     "private", "abstract", "async",
                                                     "declaration", "deprecated", "test",    "variadic", "override",
                                                     "re-export",   "generated",  "final",   "operator", "default"};

std::string one_line(std::string_view text, std::size_t limit = 160) {
  std::string line;
  for (const char c : text.substr(0, limit)) {
    if (c == '\n')
      line += "\\n";
    else if (c == '\r')
      line += "\\r";
    else
      line += c;
  }
  return line;
}

class FactsWriter {
 public:
  FactsWriter(const Facts& facts, std::string_view text) : facts_(facts), text_(text), lines_(text) {}

  std::string write() {
    line("{} {}", language_name(facts_.language), kStates[static_cast<std::size_t>(facts_.state)]);
    if (facts_.module != 0) line("module {}", facts_.text(facts_.module));
    if (facts_.generated) line("generated");
    for (Index i = 0; i < facts_.units.size(); ++i) unit(i);
    for (const Import& each : facts_.imports) import(each);
    for (Index i = 0; i < facts_.symbols.size(); ++i) symbol(i);
    for (const Annotation& each : facts_.annotations)
      if (each.symbol == kNone) annotation(each, "file ");
    for (const Binding& each : facts_.bindings)
      if (each.symbol == kNone) binding(each, "file ");
    for (Index i = 0; i < facts_.references.size(); ++i) reference(i);
    for (const Lambda& each : facts_.lambdas) lambda(each);
    for (const Property& each : facts_.properties) property(each);
    return std::move(out_);
  }

 private:
  template <class... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    out_ += fmt::format(format, std::forward<Arguments>(arguments)...);
    while (out_.ends_with(' ')) out_.pop_back();
    out_ += '\n';
  }

  std::string place(std::uint32_t offset) const {
    return fmt::format("{}:{}", lines_.line_of(offset), code_point_column(text_, lines_, offset));
  }
  std::string lines(ByteRange range) const {
    const LineRange at = lines_.lines_of(range);
    return at.first == at.last ? std::to_string(at.first) : fmt::format("{}-{}", at.first, at.last);
  }
  std::string_view text(ByteRange range) const { return text_.substr(range.begin, range.size()); }
  std::string of(std::string_view label, StringId id) const { return id == 0 ? "" : fmt::format("{}{}", label, facts_.text(id)); }

  void unit(Index i) {
    const Unit& unit = facts_.units[i];
    std::string pieces;
    for (const ByteRange piece : unit_text_ranges(facts_, i)) pieces += fmt::format(" {}", lines(piece));
    line("unit {} {}{}{} text{}", kind_name(unit.kind), facts_.text(unit.name), unit.part != 0 ? fmt::format(" part {}", unit.part) : "",
         unit.lines == lines_.lines_of(unit.range) ? "" : fmt::format(" shown {}-{}", unit.lines.first, unit.lines.last), pieces);
  }

  void import(const Import& each) {
    line("import {} {}{}{}{}{}", place(each.begin), facts_.text(each.module), of(" takes ", each.name), of(" as ", each.alias),
         each.re_export ? " re-export" : "", each.is_static ? " static" : "");
  }

  void symbol(Index i) {
    const Symbol& symbol = facts_.symbols[i];
    std::string flags;
    for (std::size_t bit = 0; bit < kFlags.size(); ++bit)
      if ((symbol.flags >> bit & 1U) != 0) flags += fmt::format(" {}", kFlags[bit]);
    line("{} {} {}{}{}{}", kind_name(symbol.kind), facts_.text(symbol.qualified_name), lines(symbol.range), flags,
         symbol.arity != 0 ? fmt::format(" arity {}", symbol.arity) : "", of(" on ", symbol.receiver));
    line("  signature {}", one_line(text(symbol.signature)));
    if (symbol.type != 0) line("  type {}", facts_.text(symbol.type));
    if (!symbol.doc.empty()) line("  doc {} {}", lines(symbol.doc), one_line(text(symbol.doc), 60));
    for (const TypeParameter& each : facts_.type_parameters)
      if (each.symbol == i) line("  type parameter {}{}", facts_.text(each.name), of(": ", each.bound));
    for (const Parameter& each : facts_.parameters)
      if (each.symbol == i)
        line("  parameter {}{}{}{}", facts_.text(each.name), of(": ", each.type), each.has_default ? " default" : "",
             each.is_variadic ? " variadic" : "");
    for (const Annotation& each : facts_.annotations)
      if (each.symbol == i) annotation(each, "  ");
    for (const Binding& each : facts_.bindings)
      if (each.symbol == i) binding(each, "  ");
  }

  void annotation(const Annotation& each, std::string_view indent) {
    const std::string parameter =
        each.parameter == kNone ? "" : fmt::format(" on parameter {}", facts_.text(facts_.parameters[each.parameter].name));
    line("{}annotation {}{}{}", indent, facts_.text(each.name), each.arguments == kNone ? "" : " " + expression(each.arguments), parameter);
  }

  void binding(const Binding& each, std::string_view indent) {
    line("{}binds {}{}{}", indent, facts_.text(each.name), of(": ", each.type), each.value == kNone ? "" : " = " + expression(each.value));
  }

  void reference(Index i) {
    const Reference& each = facts_.references[i];
    line("{} {} {}{}{}{}{}", role_name(each.role), place(each.begin), facts_.text(each.name),
         each.role == Role::kCall ? fmt::format("/{}", each.arity) : "", (each.flags & kReferenceNew) != 0 ? " new" : "",
         of(" on ", each.receiver), each.symbol == kNone ? "" : fmt::format(" in {}", facts_.text(facts_.symbols[each.symbol].name)));
    for (const CallArguments& call : facts_.call_arguments)
      if (call.reference == i) line("  arguments {}", expression(call.arguments));
  }

  void lambda(const Lambda& each) {
    const std::string call = each.call == kNone ? "" : fmt::format(" passed to {}", facts_.text(facts_.references[each.call].name));
    line("lambda {}{}{}{}", lines(each.range), of(" ", each.parameter), of(": ", each.type), call);
  }

  void property(const Property& each) {
    line("property {} {} = {}{}", place(each.begin), facts_.text(each.key), facts_.text(each.value), of(" profile ", each.profile));
  }

  std::string children(const Expression& parent) const {
    std::string text;
    for (Index i = 0; i < parent.child_count; ++i) text += (i == 0 ? "" : ", ") + expression(parent.first_child + i);
    return text;
  }

  std::string expression(Index index) const {
    const Expression& value = facts_.expressions[index];
    const std::string text = one_line(facts_.text(value.text));
    switch (value.kind) {
      case Expression::Kind::kString: return '"' + text + '"';
      case Expression::Kind::kNumber:
      case Expression::Kind::kName: return text;
      case Expression::Kind::kConcat: return "concat(" + children(value) + ")";
      case Expression::Kind::kArray: return "[" + children(value) + "]";
      case Expression::Kind::kCall: return text + "(" + children(value) + ")";
      case Expression::Kind::kNamed: return text + ": " + children(value);
      case Expression::Kind::kObject: return "{" + children(value) + "}";
      case Expression::Kind::kLambda: return "lambda";
      case Expression::Kind::kOther: return "other<" + text + ">";
    }
    return {};
  }

  const Facts& facts_;
  std::string_view text_;
  LineIndex lines_;
  std::string out_;
};

}  // namespace

std::string facts_text(const Facts& facts, std::string_view text) { return FactsWriter(facts, text).write(); }

}  // namespace grove::syntax
