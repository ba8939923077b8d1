#include "corpus/testing/sample_facts.h"

#include <fmt/format.h>

namespace grove::corpus {
namespace {

constexpr std::uint32_t kBytes = 50'000;
constexpr std::uint32_t kLines = 1'200;

/// Draws values that keep to the rules of Facts.
class Draw {
 public:
  Draw(std::uint32_t seed, Facts& facts) : random_(seed), facts_(facts) {}

  std::uint32_t below(std::uint32_t limit) { return limit == 0 ? 0 : static_cast<std::uint32_t>(random_() % limit); }
  StringId word() {
    static constexpr const char* kWords[] = {"", "user", "get_user", "Größe", "repo.users()", "int", "std::vector<int>", "名前"};
    return below(3) == 0 ? facts_.strings.intern(fmt::format("name_{}", below(400))) : facts_.strings.intern(kWords[below(8)]);
  }
  ByteRange range() {
    const std::uint32_t begin = below(kBytes);
    return {begin, begin + below(kBytes - begin + 1)};
  }
  ByteRange range_or_none() { return below(3) == 0 ? ByteRange{} : range(); }
  LineRange lines() {
    const std::uint32_t first = 1 + below(kLines);
    return {first, first + below(kLines - first + 1)};
  }
  Index index(std::size_t size) { return size == 0 || below(4) == 0 ? kNone : below(static_cast<std::uint32_t>(size)); }
  template <class Enum>
  Enum one_of(int count) {
    return static_cast<Enum>(below(static_cast<std::uint32_t>(count)));
  }

 private:
  std::mt19937 random_;
  Facts& facts_;
};

void add_structure(Facts& facts, Draw& draw) {
  facts.symbols.push_back({.kind = draw.one_of<Kind>(kKindCount),
                           .flags = static_cast<std::uint16_t>(draw.below(1U << 15U)),
                           .arity = static_cast<std::uint8_t>(draw.below(256)),
                           .name = draw.word(),
                           .qualified_name = draw.word(),
                           .type = draw.word(),
                           .receiver = draw.word(),
                           .parent = draw.index(facts.symbols.size()),
                           .range = draw.range(),
                           .name_range = draw.range_or_none(),
                           .signature = draw.range_or_none(),
                           .doc = draw.range_or_none(),
                           .lines = {}});
  facts.units.push_back({.kind = draw.one_of<Kind>(kKindCount),
                         .part = static_cast<std::uint8_t>(draw.below(256)),
                         .symbol = draw.index(facts.symbols.size()),
                         .parent = draw.index(facts.symbols.size()),
                         .name = draw.word(),
                         .range = draw.range(),
                         .lines = draw.lines()});
  facts.parameters.push_back({.symbol = draw.index(facts.symbols.size()),
                              .name = draw.word(),
                              .type = draw.word(),
                              .has_default = draw.below(2) == 1,
                              .is_variadic = draw.below(2) == 1,
                              .begin = draw.below(kBytes)});
  facts.type_parameters.push_back({.symbol = draw.index(facts.symbols.size()), .name = draw.word(), .bound = draw.word()});
}

void add_uses(Facts& facts, Draw& draw) {
  facts.references.push_back({.role = draw.one_of<Role>(6),
                              .flags = static_cast<std::uint8_t>(draw.below(4)),
                              .arity = static_cast<std::uint8_t>(draw.below(256)),
                              .name = draw.word(),
                              .receiver = draw.word(),
                              .symbol = draw.index(facts.symbols.size()),
                              .begin = draw.below(kBytes)});
  facts.imports.push_back({.module = draw.word(),
                           .name = draw.word(),
                           .alias = draw.word(),
                           .re_export = draw.below(2) == 1,
                           .is_static = draw.below(2) == 1,
                           .begin = draw.below(kBytes)});
  // Children before their parents.
  const std::uint32_t children = draw.below(static_cast<std::uint32_t>(facts.expressions.size()) + 1);
  const std::uint32_t first = draw.below(static_cast<std::uint32_t>(facts.expressions.size()) - children + 1);
  facts.expressions.push_back({.kind = draw.one_of<Expression::Kind>(10),
                               .text = draw.word(),
                               .first_child = children == 0 ? 0 : first,
                               .child_count = children,
                               .begin = draw.below(kBytes)});
  facts.annotations.push_back({.symbol = draw.index(facts.symbols.size()),
                               .parameter = draw.index(facts.parameters.size()),
                               .name = draw.word(),
                               .arguments = draw.index(facts.expressions.size()),
                               .begin = draw.below(kBytes)});
  facts.bindings.push_back({.symbol = draw.index(facts.symbols.size()),
                            .name = draw.word(),
                            .type = draw.word(),
                            .value = draw.index(facts.expressions.size()),
                            .begin = draw.below(kBytes)});
  facts.call_arguments.push_back({.reference = draw.index(facts.references.size()), .arguments = draw.index(facts.expressions.size())});
  facts.properties.push_back({.key = draw.word(),
                              .value = draw.word(),
                              .profile = draw.word(),
                              .begin = draw.below(kBytes),
                              .line = static_cast<std::uint32_t>(facts.properties.size() + 2)});
}

std::string shown(Index index) { return index == kNone ? "-" : std::to_string(index); }
std::string shown(ByteRange range) { return range.empty() ? "[]" : fmt::format("[{},{})", range.begin, range.end); }

void dump_structure(std::string& out, const Facts& facts) {
  for (const Symbol& row : facts.symbols)
    out +=
        fmt::format("symbol {} {} {} {} {} {} {} {} {} {} {} {} {}-{}\n", static_cast<int>(row.kind), row.flags, row.arity,
                    facts.text(row.name), facts.text(row.qualified_name), facts.text(row.type), facts.text(row.receiver), shown(row.parent),
                    shown(row.range), shown(row.name_range), shown(row.signature), shown(row.doc), row.lines.first, row.lines.last);
  for (const Unit& row : facts.units)
    out += fmt::format("unit {} {} {} {} {} {} {}-{}\n", static_cast<int>(row.kind), row.part, shown(row.symbol), shown(row.parent),
                       facts.text(row.name), shown(row.range), row.lines.first, row.lines.last);
  for (const Parameter& row : facts.parameters)
    out += fmt::format("parameter {} {} {} {} {} {}\n", shown(row.symbol), facts.text(row.name), facts.text(row.type), row.has_default,
                       row.is_variadic, row.begin);
  for (const TypeParameter& row : facts.type_parameters)
    out += fmt::format("type parameter {} {} {}\n", shown(row.symbol), facts.text(row.name), facts.text(row.bound));
}

void dump_uses(std::string& out, const Facts& facts) {
  for (const Reference& row : facts.references)
    out += fmt::format("reference {} {} {} {} {} {} {} {}\n", static_cast<int>(row.role), row.flags, row.arity, facts.text(row.name),
                       facts.text(row.receiver), shown(row.symbol), row.begin, row.line);
  for (const Import& row : facts.imports)
    out += fmt::format("import {} {} {} {} {} {} {}\n", facts.text(row.module), facts.text(row.name), facts.text(row.alias), row.re_export,
                       row.is_static, row.begin, row.line);
  for (const Expression& row : facts.expressions)
    out += fmt::format("expression {} {} {} {} {}\n", static_cast<int>(row.kind), facts.text(row.text), row.first_child, row.child_count,
                       row.begin);
  for (const Annotation& row : facts.annotations)
    out += fmt::format("annotation {} {} {} {} {}\n", shown(row.symbol), shown(row.parameter), facts.text(row.name), shown(row.arguments),
                       row.begin);
  for (const Binding& row : facts.bindings)
    out +=
        fmt::format("binding {} {} {} {} {}\n", shown(row.symbol), facts.text(row.name), facts.text(row.type), shown(row.value), row.begin);
  for (const CallArguments& row : facts.call_arguments)
    out += fmt::format("call {} {} {}\n", shown(row.reference), shown(row.arguments), row.end);
  for (const Lambda& row : facts.lambdas)
    out += fmt::format("lambda {} {} {} {}\n", shown(row.call), facts.text(row.parameter), facts.text(row.type), shown(row.range));
  for (const Property& row : facts.properties)
    out +=
        fmt::format("property {} {} {} {} {}\n", facts.text(row.key), facts.text(row.value), facts.text(row.profile), row.begin, row.line);
}

}  // namespace

Facts sample_facts(std::uint32_t seed, std::uint32_t rows) {
  Facts facts;
  Draw draw(seed, facts);
  facts.language = draw.one_of<Language>(kLanguageCount);
  facts.state = draw.one_of<ParseState>(5);
  facts.generated = draw.below(2) == 1;
  facts.module = draw.word();
  facts.bytes = kBytes;
  facts.lines = kLines;
  for (std::uint32_t row = 0; row < rows; ++row) {
    add_structure(facts, draw);
    add_uses(facts, draw);
  }
  for (Symbol& symbol : facts.symbols) symbol.lines = draw.lines();
  for (Reference& reference : facts.references) reference.line = draw.lines().first;
  for (Import& import : facts.imports) import.line = draw.lines().first;
  for (CallArguments& call : facts.call_arguments) call.end = draw.below(kBytes);
  for (std::uint32_t row = 0; row < rows; ++row)
    facts.lambdas.push_back(
        {.call = draw.index(facts.references.size()), .parameter = draw.word(), .type = draw.word(), .range = draw.range()});
  return facts;
}

std::string dump_facts(const Facts& facts) {
  std::string out = fmt::format("facts {} {} {} {} {} {}\n", static_cast<int>(facts.language), static_cast<int>(facts.state),
                                facts.generated, facts.text(facts.module), facts.bytes, facts.lines);
  dump_structure(out, facts);
  dump_uses(out, facts);
  return out;
}

}  // namespace grove::corpus
