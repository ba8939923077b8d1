#include "graph/web/contracts/graphql_maps.h"

#include <algorithm>

#include "graph/web/code/code_values.h"
#include "graph/web/contracts/graphql_text.h"

namespace grove::graph::web {
namespace {

class Finder {
 public:
  explicit Finder(CodeReader& code) : code_(code), declarations_(code.at().program.declarations()), values_(code.at().sources) {}

  std::vector<ResolverEntry> find() {
    for (const FileId file : code_.files())
      if (code_.family(file) == Family::kScript && code_.at().program.facts(file) != nullptr) read(file);
    return std::move(found_);
  }

 private:
  void read(FileId file) {
    const CodeFile* code = code_.of(file);
    if (code == nullptr) return;
    const Facts& facts = code->facts();
    for (const Binding& binding : facts.bindings)
      if (binding.value != kNone) read_map(file, code_.symbol_of(file, binding.symbol), facts, binding.value);
    for (const CallArguments& call : facts.call_arguments)
      for (std::uint32_t i = 0; i < facts.expressions[call.arguments].child_count; ++i)
        read_map(file, code_.symbol_of(file, facts.references[call.reference].symbol), facts,
                 facts.expressions[call.arguments].first_child + i);
  }

  void read_map(FileId file, SymbolId scope, const Facts& facts, Index object) {
    const Expression& whole = facts.expressions[object];
    if (whole.kind != Expression::Kind::kObject) return;
    for (std::uint32_t i = 0; i < whole.child_count; ++i) {
      const Index entry = whole.first_child + i;
      const Expression& one = facts.expressions[entry];
      const std::string_view name = facts.text(one.text);
      const bool is_entry = one.kind == Expression::Kind::kNamed || one.kind == Expression::Kind::kName;
      if (is_entry && name == "resolvers" && one.child_count == 1) read_map(file, scope, facts, one.first_child);
      const std::string_view verb = is_entry && name != "query" && name != "mutation" && name != "subscription" ? root_verb(name) : "";
      if (verb.empty()) continue;
      const Index value = one.kind == Expression::Kind::kNamed && one.child_count == 1 ? one.first_child : entry;
      for (const CodeValue& map : values_.of({.file = file, .facts = &facts, .scope = scope, .expression = value})) add_entries(verb, map);
    }
  }

  void add_entries(std::string_view verb, const CodeValue& map) {
    if (map.kind == CodeValue::Kind::kModule) return add_exports(verb, map);
    if (map.kind != CodeValue::Kind::kExpression) return;
    const Site& site = map.site;
    const Expression& object = site.facts->expressions[site.expression];
    if (object.kind != Expression::Kind::kObject) return;
    for (std::uint32_t i = 0; i < object.child_count; ++i) {
      const Expression& one = site.facts->expressions[object.first_child + i];
      std::string_view name = site.facts->text(one.text);
      if (one.kind == Expression::Kind::kOther) {  // `async user(parent) {`, `...users`
        if (name.starts_with("...")) {
          for (const CodeValue& spread : values_.of_name({.file = site.file, .scope = site.scope, .before = one.begin}, name.substr(3)))
            if (spread.kind != CodeValue::Kind::kExpression || spread.site.expression != site.expression) spread_entries(verb, spread);
          continue;
        }
        if (name.starts_with("async ")) name.remove_prefix(6);
        name = name.substr(0, name.find('('));
      }
      if (names_in(name).size() != 1) continue;
      const std::vector<CodeValue> members = values_.member(map, name);
      add_resolver(verb, name, members, {.file = site.file, .scope = site.scope, .before = one.begin});
    }
  }

  void spread_entries(std::string_view verb, const CodeValue& map) {
    if (++spreads_ > kMostSpreads) return;
    add_entries(verb, map);
  }

  void add_exports(std::string_view verb, const CodeValue& module) {
    for (const FileId file : module.files) {
      const DeclaredFile declared = declarations_.file(file);
      for (SymbolId one = declared.first_symbol; one < declared.first_symbol + declared.symbol_count; ++one)
        if (const DeclaredSymbol symbol = declarations_.symbol(one); symbol.parent == kNobody && is_callable(symbol.kind))
          add_resolver(verb, symbol.name, {{.kind = CodeValue::Kind::kFunction, .symbol = one}}, {.file = file, .scope = one});
    }
  }

  /// A function, also one that another one is around: `authenticated(async (parent) => …)`, or `{ subscribe: () => … }`.
  void add_resolver(std::string_view verb, std::string_view name, const std::vector<CodeValue>& members, const Spot& place) {
    const auto function = std::ranges::find(members, CodeValue::Kind::kFunction, &CodeValue::kind);
    found_.push_back({.verb = std::string(verb),
                      .field = std::string(name),
                      .function = function == members.end() ? kNobody : function->symbol,
                      .file = place.file,
                      .scope = place.scope,
                      .begin = place.before});
  }

  static constexpr int kMostSpreads = 2'000;  // of a repository

  CodeReader& code_;
  const Declarations& declarations_;
  CodeValues values_;
  int spreads_ = 0;
  std::vector<ResolverEntry> found_;
};

}  // namespace

std::vector<ResolverEntry> find_resolver_maps(CodeReader& code) { return Finder(code).find(); }

}  // namespace grove::graph::web
