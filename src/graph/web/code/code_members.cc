#include <algorithm>
#include <string>

#include "base/text.h"
#include "graph/web/code/code_values.h"
#include "graph/web/code/value_lists.h"

// Members of values: of objects as they are written, of types, of what frameworks and libraries hand out.
namespace grove::graph::web {
namespace {

using Kind = CodeValue::Kind;

}  // namespace

CodeValues::Values CodeValues::members(const Values& values, std::string_view name, int depth) {
  Values found;
  for (const CodeValue& value : values) add_values(found, member_at(value, name, depth + 1));
  return found;
}

CodeValues::Values CodeValues::member_at(const CodeValue& value, std::string_view name, int depth) {
  if (is_spent(depth)) return {};
  CodeValue next = value;
  switch (value.kind) {
    case Kind::kExpression: return entry(value, name, depth + 1);
    case Kind::kType:
    case Kind::kObject: {
      Values found;
      for (const SymbolId one : sources_.program().scopes().members(value.symbol, name)) add_values(found, symbol(one, depth + 1));
      return found.empty() && value.kind == Kind::kObject ? assigned(value.symbol, name, depth + 1) : found;
    }
    case Kind::kLibrary:
      if (value.name.ends_with(".prototype") || value.name.ends_with(".globalProperties"))
        if (Values told = shared(name, depth + 1); !told.empty()) return told;
      [[fallthrough]];
    case Kind::kParameter:
    case Kind::kData: next.name += (next.name.empty() ? "" : ".") + std::string(name); return {next};
    case Kind::kModule: {
      Values found;
      for (const SymbolId one : sources_.program().scopes().exported(value.files, name, Want::kAny).symbols)
        add_values(found, symbol(one, depth + 1));
      return found.empty() ? members(exported_whole(value.files, depth + 1), name, depth + 1) : found;
    }
    case Kind::kCall: {
      if (!keeps_calls_) return {unknown_value(name)};
      keeps_calls_ = false;
      const Values made = call(spot_of(value.file, value.call).deeper_than({.depth = depth}), value.call);
      keeps_calls_ = true;
      const bool is_kept = !made.empty() && made.front().kind == Kind::kCall;
      return is_kept ? Values{unknown_value(name)} : members(made, name, depth + 1);
    }
    case Kind::kFunction: return of_read_method(value.symbol, name, depth + 1);
    case Kind::kInjected: {
      const SymbolId function = injected_.member_of(value.files.front(), name);
      return function == kNobody ? Values{unknown_value(name)} : Values{{.kind = Kind::kFunction, .symbol = function}};
    }
    default: return {unknown_value(name)};
  }
}

/// What `module.exports = Users` gives to those that require the file.
CodeValues::Values CodeValues::exported_whole(const std::vector<FileId>& files, int depth) {
  Values found;
  for (const FileId file : files) {
    const CodeFile* code = sources_.of(file);
    if (code == nullptr || sources_.family(file) != Family::kScript || is_spent(depth)) continue;
    for (const Index binding : code->bindings(kNone, "exports")) {
      const Binding& one = code->facts().bindings[binding];
      add_values(found, expression({.file = file, .scope = kNobody, .before = one.begin, .depth = depth + 1}, one.value));
    }
  }
  return found;
}

/// A member of what a method gives that is read like a field. One that says nothing of what it gives gives its own object, if that has
/// such a member: `get silently() { …; return this }`.
CodeValues::Values CodeValues::of_read_method(SymbolId method, std::string_view name, int depth) {
  const DeclaredSymbol declared = sources_.declarations().symbol(method);
  if (declared.kind != grove::Kind::kMethod || declared.parent == kNobody) return {unknown_value(name)};
  if (const Values given = results(method, depth + 1); !given.empty()) return members(given, name, depth + 1);
  Values found;
  for (const SymbolId one : sources_.program().scopes().members(declared.parent, name)) add_values(found, symbol(one, depth + 1));
  return found.empty() ? Values{unknown_value(name)} : found;
}

/// The function that `send(options) {…}` in an object is.
SymbolId CodeValues::method_written(const Site& object, const Expression& child, std::string_view name) {
  std::string_view text = object.facts->text(child.text);
  if (child.kind != Expression::Kind::kOther) return kNobody;
  for (const std::string_view word : {"async ", "*", "get "})
    if (text.starts_with(word)) text = trim(text.substr(word.size()));
  if (!text.starts_with(name) || !trim(text.substr(name.size())).starts_with('(')) return kNobody;
  const SymbolId function = sources_.function_at(object.file, child.begin, kNobody);
  return function != kNobody && sources_.declarations().symbol(function).name == name ? function : kNobody;
}

/// An entry of an object as written, also from one that is spread in it.
CodeValues::Values CodeValues::entry(const CodeValue& value, std::string_view name, int depth) {
  if (is_spent(depth)) return {};
  const Site& object = value.site;
  const Expression& whole = object.facts->expressions[object.expression];
  if (whole.kind != Expression::Kind::kObject && whole.kind != Expression::Kind::kArray) return {};
  const Spot spot{.file = object.file, .scope = object.scope, .before = value.before, .depth = depth + 1};
  Values spread;
  for (std::uint32_t i = whole.child_count; i-- > 0;) {  // what is said last holds
    const Expression& child = object.facts->expressions[whole.first_child + i];
    std::string_view text = object.facts->text(child.text);
    if (child.kind == Expression::Kind::kNamed && text == name && child.child_count == 1) return expression(spot, child.first_child);
    if (child.kind == Expression::Kind::kName && text == name) return named(spot, text);
    if (const SymbolId method = method_written(object, child, name); method != kNobody)
      return {{.kind = Kind::kFunction, .symbol = method}};
    if (child.kind != Expression::Kind::kOther || !(text.starts_with("...") || text.starts_with("**")) || !spread.empty()) continue;
    text.remove_prefix(text.starts_with("...") ? 3 : 2);
    spread = members(named(spot, text), name, depth + 1);
  }
  return spread;
}

}  // namespace grove::graph::web
