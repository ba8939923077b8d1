#include "graph/web/routing/route_texts.h"

#include <algorithm>

#include "base/text.h"
#include "graph/resolve/expression_text.h"
#include "graph/resolve/type_text.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 10;
constexpr std::size_t kMost = 16;

Site at(const Site& site, Index expression) {
  return {.file = site.file, .facts = site.facts, .scope = site.scope, .expression = expression};
}

bool is_unknown(const std::vector<std::string>& texts) {
  return texts.size() == 1 && texts[0].starts_with("${") && texts[0].ends_with("}");
}

/// What the callers of the function around a name pass for its parameter of that name.
std::vector<Site> passed_for(SourceFiles& files, const Site& site, std::string_view name) {
  if (site.scope == kNobody) return {};
  const std::vector<Index> parameters = files.program().parameters_of(site.scope);
  const auto parameter =
      std::ranges::find_if(parameters, [&](Index one) { return site.facts->text(site.facts->parameters[one].name) == name; });
  if (parameter == parameters.end()) return {};
  std::vector<Site> passed;
  for (const SourceFiles::Place& call : files.calls_of(files.declarations().symbol(site.scope).name)) {
    const std::vector<SymbolId> meant = files.meant(call.file, files.reference(call).begin);
    if (std::ranges::find(meant, site.scope) != meant.end())
      passed.push_back(files.arguments(call).at(static_cast<std::size_t>(parameter - parameters.begin())));
  }
  return passed;
}

}  // namespace

std::string RouteTexts::one(const Site& site) {
  const std::vector<std::string> all = of(site);
  return all.empty() ? std::string() : all.front();
}

bool RouteTexts::is_text(const Site& site) {
  if (site.expression == kNone) return false;
  const Expression::Kind kind = site.facts->expressions[site.expression].kind;
  if (kind == Expression::Kind::kString || kind == Expression::Kind::kConcat) return true;
  if (kind == Expression::Kind::kArray) {
    const Expression& list = site.facts->expressions[site.expression];
    return list.child_count > 0 && is_text(at(site, list.first_child));
  }
  if (kind != Expression::Kind::kName) return false;
  const std::vector<std::string> texts = of(site);
  return !texts.empty() && !is_unknown(texts);
}

/// The value of a local of the function around, as it stands before the place.
Site RouteTexts::variable(const Site& site, std::string_view name) {
  const std::uint32_t before = site.facts->expressions[site.expression].begin;
  for (SymbolId scope = site.scope; scope != kNobody; scope = files_.declarations().symbol(scope).parent) {
    const Index local = files_.program().local_index(scope);
    const Binding* found = nullptr;
    for (const Index i : files_.code(site.file).bindings(local, name))
      if (const Binding& one = site.facts->bindings[i]; one.value != kNone && one.begin < before) found = &one;
    if (found != nullptr) return {.file = site.file, .facts = site.facts, .scope = scope, .expression = found->value};
  }
  for (const Index i : files_.code(site.file).bindings(kNone, name))
    if (const Binding& one = site.facts->bindings[i]; one.value != kNone)
      return {.file = site.file, .facts = site.facts, .scope = kNobody, .expression = one.value};
  return {};
}

/// What a script's module gives under a name: `exports.API = "/api"`, `module.exports = { API }`.
Site RouteTexts::exported(const Site& site, std::string_view local, std::string_view member) {
  if (files_.family(site.file) != Family::kScript) return {};
  for (const DeclaredImport& import : files_.program().imports(site.file)) {
    if (import.module.empty() || (import.alias.empty() ? import.name : import.alias) != local) continue;
    const std::string_view name = member.empty() ? import.name : member;
    for (const FileId file : files_of_module(files_.scopes().names(), site.file, import.module)) {
      const Facts* facts = files_.program().facts(file);
      if (facts == nullptr) continue;
      const auto value = [&](Index expression) { return Site{.file = file, .facts = facts, .scope = kNobody, .expression = expression}; };
      for (const Index i : files_.code(file).bindings(kNone, name))
        if (facts->bindings[i].value != kNone) return value(facts->bindings[i].value);
      for (const Index i : files_.code(file).bindings(kNone, "exports"))
        if (const Site entry = facts->bindings[i].value == kNone ? Site{} : entry_of(value(facts->bindings[i].value), name);
            entry.expression != kNone)
          return entry;
    }
  }
  return {};
}

/// The classes of what a value makes: `Settings()`, `new Settings()`, `settings()` by what that function gives.
std::vector<SymbolId> RouteTexts::made_types(const Site& value) {
  const Expression& made = value.facts->expressions[value.expression];
  if (made.kind != Expression::Kind::kCall) return {};
  std::string_view callee = value.facts->text(made.text);
  if (callee.starts_with("new ")) callee.remove_prefix(4);
  std::vector<SymbolId> types;
  for (const SymbolId symbol : files_.scopes().look_up_path({value.file, value.scope}, callee, Want::kAny).symbols) {
    const DeclaredSymbol declared = files_.declarations().symbol(symbol);
    if (is_type(declared.kind)) types.push_back(symbol);
    if (is_callable(declared.kind) && !declared.type.empty())
      for (const SymbolId type : files_.scopes().look_up_type({declared.file, declared.parent}, declared.type).symbols)
        types.push_back(type);
  }
  return types;
}

/// `settings.API` where settings is an object of a class here, or an object that is written out.
Site RouteTexts::member(const Site& site, std::string_view owner, std::string_view name) {
  std::vector<Site> values;
  if (const Site local = variable(site, owner); local.expression != kNone) values.push_back(local);
  for (const SymbolId symbol : files_.scopes().look_up_path({site.file, site.scope}, owner, Want::kAny).symbols)
    if (const Site value = files_.program().value_of(symbol); value.expression != kNone) values.push_back(value);
  for (const Site& value : values) {
    if (const Site entry = entry_of(value, name); entry.expression != kNone) return entry;
    for (const SymbolId type : made_types(value))
      for (const SymbolId field : files_.scopes().members(type, name))
        if (const Site found = files_.program().value_of(field); found.expression != kNone) return found;
  }
  return {};
}

std::vector<std::string> RouteTexts::fold_name(const Site& site, std::string_view name, int depth) {
  const Last last = split_last(name);
  if (const Site local = last.before.empty() ? variable(site, name) : Site{};
      local.expression != kNone && local.expression != site.expression)
    if (std::vector<std::string> texts = fold(local, depth + 1); !texts.empty()) return texts;
  std::vector<std::string> texts = files_.workplace().folder.texts(site);
  if (!is_unknown(texts)) return texts;
  const Site given = last.before.empty() ? exported(site, name, "") : exported(site, last.before, last.name);
  if (given.expression != kNone)
    if (std::vector<std::string> known = fold(given, depth + 1); !known.empty()) return known;
  if (last.before.empty()) {
    // A parameter is what all callers pass for it, where they don't differ.
    std::vector<std::string> told;
    for (const Site& passed : passed_for(files_, site, name)) {
      std::vector<std::string> one = fold(passed, depth + kDeepest / 2);
      if (one.size() != 1 || is_unknown(one) || (!told.empty() && told != one)) return texts;
      told = std::move(one);
    }
    return told.empty() ? texts : told;
  }
  if (const Site field = member(site, last.before, last.name); field.expression != kNone)
    if (std::vector<std::string> known = fold(field, depth + 1); !known.empty()) return known;
  for (const CodeValue& value : files_.values_of({site.file, site.scope, site.facts->expressions[site.expression].begin}, name))
    if (value.kind == CodeValue::Kind::kExpression)
      if (std::vector<std::string> known = fold(value.site, depth + 1); !known.empty() && !is_unknown(known)) return known;
  return texts;
}

std::vector<std::string> RouteTexts::fold(const Site& site, int depth) {
  if (site.expression == kNone || depth > kDeepest) return {};
  const Expression& expression = site.facts->expressions[site.expression];
  switch (expression.kind) {
    case Expression::Kind::kName: return fold_name(site, site.facts->text(expression.text), depth);
    case Expression::Kind::kConcat: {
      std::vector<std::string> whole{""};
      for (std::uint32_t i = 0; i < expression.child_count; ++i) {
        std::vector<std::string> part = fold(at(site, expression.first_child + i), depth + 1);
        if (part.empty())
          part.push_back("${" + std::string(site.facts->text(site.facts->expressions[expression.first_child + i].text)) + "}");
        std::vector<std::string> crossed;
        for (const std::string& a : whole)
          for (const std::string& b : part)
            if (crossed.size() < kMost) crossed.push_back(a + b);
        whole = std::move(crossed);
      }
      return whole;
    }
    case Expression::Kind::kArray: {
      std::vector<std::string> all;
      for (std::uint32_t i = 0; i < expression.child_count && all.size() < kMost; ++i)
        for (std::string& one : fold(at(site, expression.first_child + i), depth + 1)) all.push_back(std::move(one));
      return all;
    }
    case Expression::Kind::kNamed:
      return expression.child_count == 1 ? fold(at(site, expression.first_child), depth + 1) : std::vector<std::string>{};
    default: return files_.workplace().folder.texts(site);
  }
}

}  // namespace grove::graph::web
