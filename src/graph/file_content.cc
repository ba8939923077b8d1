#include "graph/file_content.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "graph/resolve/traits.h"

namespace grove::graph {
namespace {

/// Rows of some table of the facts, gathered by the symbol that they belong to.
template <class Row>
std::vector<std::vector<Row>> by_symbol(std::size_t symbols, const std::vector<std::pair<Index, Row>>& rows) {
  std::vector<std::vector<Row>> gathered(symbols);
  for (const auto& [symbol, row] : rows)
    if (symbol < symbols) gathered[symbol].push_back(row);
  return gathered;
}

std::string_view without_arguments(std::string_view type) { return type.substr(0, type.find_first_of("<[(")); }

bool stands_in_type(const Facts& facts, const Reference& reference) {
  return reference.symbol != kNone && is_type(facts.symbols[reference.symbol].kind);
}

/// Which symbol an inheritance belongs to.
class Heirs {
 public:
  explicit Heirs(const Facts& facts) : facts_(facts) {}

  /// The enclosing symbol, or the first type of that name in the file.
  Index of(const Reference& reference) {
    if (reference.receiver == 0 || stands_in_type(facts_, reference)) return reference.symbol;
    if (types_.empty())
      for (Index i = 0; i < facts_.symbols.size(); ++i)
        if (is_type(facts_.symbols[i].kind)) types_.try_emplace(facts_.text(facts_.symbols[i].name), i);
    const auto found = types_.find(without_arguments(facts_.text(reference.receiver)));
    return found == types_.end() ? kNone : found->second;
  }

 private:
  const Facts& facts_;
  std::unordered_map<std::string_view, Index> types_;  // made when it is first needed
};

/// `util::Other`, where a qualifier stands before it, is put together in `joined`.
std::vector<std::vector<std::string_view>> supertypes_of(const Facts& facts, std::deque<std::string>& joined) {
  std::vector<std::pair<Index, std::string_view>> rows;
  Heirs heirs(facts);
  for (const Reference& reference : facts.references) {
    if (reference.role != Role::kInherit) continue;
    std::string_view name = facts.text(reference.name);
    if (reference.receiver != 0 && stands_in_type(facts, reference))
      name = joined.emplace_back(std::string(facts.text(reference.receiver)) + "." + std::string(name));
    rows.emplace_back(heirs.of(reference), name);
  }
  return by_symbol(facts.symbols.size(), rows);
}

DeclaredSymbol declared_of(const Facts& facts, const Symbol& symbol) {
  DeclaredSymbol declared;
  declared.parent = symbol.parent;
  declared.kind = symbol.kind;
  declared.flags = symbol.flags;
  declared.arity = symbol.arity;
  declared.name = facts.text(symbol.name);
  declared.qualified_name = facts.text(symbol.qualified_name);
  declared.type = facts.text(symbol.type);
  declared.receiver = facts.text(symbol.receiver);
  declared.range = symbol.range;
  declared.name_begin = symbol.name_range.begin;
  declared.lines = symbol.lines;
  return declared;
}

std::uint8_t required_of(const DeclaredSymbol& symbol, const std::vector<Parameter>& parameters) {
  const bool variadic = (symbol.flags & kSymbolVariadic) != 0;
  if (parameters.empty()) return static_cast<std::uint8_t>(variadic && symbol.arity > 0 ? symbol.arity - 1 : symbol.arity);
  const auto needed = std::ranges::count_if(parameters, [](const Parameter& one) { return !one.has_default && !one.is_variadic; });
  return static_cast<std::uint8_t>(std::min<std::ptrdiff_t>(needed, 255));
}

/// What a field without a declared type holds, where its initialiser makes it: `new Store()`, `Store(1)`, a script's `{list() {…}}`,
/// Go's `NewStore()`; of what is another value of Go, `service.Groups.Orders`, that one's path.
std::string_view made_type(const Facts& facts, Index value, std::deque<std::string>& joined) {
  if (value == kNone) return {};
  if (facts.expressions[value].kind == Expression::Kind::kName && facts.language == Language::kGo)
    return joined.emplace_back(kValuePath + std::string(facts.text(facts.expressions[value].text)));
  if (facts.expressions[value].kind == Expression::Kind::kObject && family_of(facts.language) == Family::kScript) return kObjectType;
  if (facts.expressions[value].kind != Expression::Kind::kCall) return {};
  const std::string_view callee = facts.text(facts.expressions[value].text);
  if (callee.starts_with("new ")) return callee.substr(4);
  const Expression& made = facts.expressions[value];
  if (facts.language == Language::kGo && callee == "new" && made.child_count == 1)
    return facts.text(facts.expressions[made.first_child].text);
  if (facts.language == Language::kGo) return callee;  // what the function gives
  const std::string_view name = callee.substr(callee.find_last_of(".:") + 1);
  return !name.empty() && name.front() >= 'A' && name.front() <= 'Z' ? callee : std::string_view();
}

}  // namespace

FileContent content_of(const Facts& facts) {
  FileContent content;
  content.language = facts.language;
  content.module = facts.text(facts.module);
  std::vector<std::pair<Index, Parameter>> parameters;
  for (const Parameter& parameter : facts.parameters) parameters.emplace_back(parameter.symbol, parameter);
  const auto parameters_of = by_symbol(facts.symbols.size(), parameters);
  const auto bases_of = supertypes_of(facts, content.joined);
  std::vector<std::pair<Index, TypeParameter>> type_parameters;
  for (const TypeParameter& parameter : facts.type_parameters) type_parameters.emplace_back(parameter.symbol, parameter);
  const auto type_parameters_of = by_symbol(facts.symbols.size(), type_parameters);
  for (Index i = 0; i < facts.symbols.size(); ++i) {
    ContentSymbol symbol{.declared = declared_of(facts, facts.symbols[i])};
    symbol.declared.required = required_of(symbol.declared, parameters_of[i]);
    symbol.first_parameter = static_cast<std::uint32_t>(content.parameter_types.size());
    symbol.first_supertype = static_cast<std::uint32_t>(content.supertypes.size());
    const bool typed = std::ranges::any_of(parameters_of[i], [](const Parameter& one) { return one.type != 0; });
    for (const Parameter& parameter : parameters_of[i])
      if (typed) content.parameter_types.push_back(facts.text(parameter.type));
    content.supertypes.insert(content.supertypes.end(), bases_of[i].begin(), bases_of[i].end());
    symbol.first_type_parameter = static_cast<std::uint32_t>(content.type_parameters.size());
    symbol.type_parameters = static_cast<std::uint32_t>(type_parameters_of[i].size());
    for (const TypeParameter& parameter : type_parameters_of[i])
      content.type_parameters.emplace_back(facts.text(parameter.name), facts.text(parameter.bound));
    symbol.parameters = static_cast<std::uint32_t>(content.parameter_types.size()) - symbol.first_parameter;
    symbol.supertypes = static_cast<std::uint32_t>(content.supertypes.size()) - symbol.first_supertype;
    content.symbols.push_back(symbol);
  }
  for (const Binding& binding : facts.bindings) {
    if (binding.symbol == kNone || binding.symbol >= content.symbols.size() || binding.name != facts.symbols[binding.symbol].name) continue;
    DeclaredSymbol& field = content.symbols[binding.symbol].declared;
    if (field.type.empty() && (field.kind == Kind::kField || field.kind == Kind::kConstant))
      field.type = made_type(facts, binding.value, content.joined);
  }
  for (const Import& import : facts.imports)
    content.imports.push_back(
        {facts.text(import.module), facts.text(import.name), facts.text(import.alias), import.re_export, import.is_static});
  return content;
}

FileContent content_of(const Declarations& declarations, FileId file) {
  const DeclaredFile declared = declarations.file(file);
  FileContent content{.path = declared.path,
                      .module = declared.module,
                      .hash = declared.hash,
                      .facts_version = declared.facts_version,
                      .language = declared.language};
  for (std::uint32_t i = 0; i < declared.symbol_count; ++i) {
    const SymbolId id = declared.first_symbol + i;
    ContentSymbol symbol{.declared = declarations.symbol(id)};
    if (symbol.declared.parent != kNobody) symbol.declared.parent -= declared.first_symbol;
    const std::vector<std::string_view> types = declarations.parameter_types(id);
    const std::vector<std::string_view> bases = declarations.supertypes(id);
    const bool typed = std::ranges::any_of(types, [](std::string_view type) { return !type.empty(); });
    symbol.first_parameter = static_cast<std::uint32_t>(content.parameter_types.size());
    symbol.parameters = typed ? static_cast<std::uint32_t>(types.size()) : 0;
    symbol.first_supertype = static_cast<std::uint32_t>(content.supertypes.size());
    symbol.supertypes = static_cast<std::uint32_t>(bases.size());
    if (typed) content.parameter_types.insert(content.parameter_types.end(), types.begin(), types.end());
    content.supertypes.insert(content.supertypes.end(), bases.begin(), bases.end());
    const auto type_parameters = declarations.type_parameters(id);
    symbol.first_type_parameter = static_cast<std::uint32_t>(content.type_parameters.size());
    symbol.type_parameters = static_cast<std::uint32_t>(type_parameters.size());
    content.type_parameters.insert(content.type_parameters.end(), type_parameters.begin(), type_parameters.end());
    content.symbols.push_back(symbol);
  }
  content.imports = declarations.imports(file);
  return content;
}

}  // namespace grove::graph
