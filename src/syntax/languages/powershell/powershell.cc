#include <algorithm>

#include "base/text.h"
#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_powershell();

namespace grove::syntax {
namespace {

/// `$Name`, `$script:Max`: without the sign and the scope.
std::string_view variable_name(std::string_view text) {
  if (text.starts_with('$')) text.remove_prefix(1);
  text.remove_prefix(text.rfind(':') + 1);
  return text;
}

Descend function(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "function_name");
  if (!ts_node_is_null(name)) walk.open_symbol({.node = node, .name = name, .body = find_child(walk, node, "script_block")});
  return Descend::kYes;
}

/// `class Shop : Base, IShop`: the first name is its own, the others are what it inherits.
Descend type(Walk& walk, TSNode node, const Rule& rule) {
  TSNode name{};
  for (auto all = walk.children(node); all.next_named();) {
    if (!walk.is(all.node(), "simple_name")) break;
    if (!ts_node_is_null(name)) {
      walk.add_reference(Role::kInherit, all.node());
      continue;
    }
    name = all.node();
    walk.open_symbol({.node = node, .kind = rule.kind, .name = name});
  }
  if (!ts_node_is_null(name))
    walk.top().body_begin = static_cast<std::uint32_t>(std::min(walk.text().find('{', ts_node_end_byte(name)), walk.text().size()));
  return Descend::kYes;
}

Descend method(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "simple_name");
  if (ts_node_is_null(name)) return Descend::kYes;
  const Symbol* owner = walk.symbol() == kNone ? nullptr : &walk.facts().symbols[walk.symbol()];
  const bool constructor = owner != nullptr && walk.facts().text(owner->name) == walk.text(name);
  walk.open_symbol({.node = node,
                    .kind = constructor ? Kind::kConstructor : Kind::kMethod,
                    .name = name,
                    .type = find_child(walk, node, "type_literal"),
                    .body = find_child(walk, node, "script_block")});
  return Descend::kYes;
}

Descend property(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = find_child(walk, node, "variable", "simple_name");
  if (!ts_node_is_null(name))
    walk.open_symbol({.node = node,
                      .kind = rule.kind,
                      .name = name,
                      .name_text = variable_name(walk.text(name)),
                      .type = find_child(walk, node, "type_literal")});
  return Descend::kYes;
}

Descend parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = find_child(walk, node, "variable");
  if (ts_node_is_null(name)) return Descend::kYes;
  TSNode type = find_child(walk, node, "attribute_list", "type_literal");
  const bool has_default = !ts_node_is_null(find_child(walk, node, "script_parameter_default"));
  // The parameters of a function stand in its body, in a block of their own.
  if (Frame* frame = walk.symbol_frame(); frame != nullptr) frame->body_begin = std::max(frame->body_begin, ts_node_end_byte(node));
  walk.parameter({.node = node, .name = name, .type = type, .has_default = has_default});
  return Descend::kYes;
}

/// A command is a call; `Import-Module X` and `using module X` bring one in.
Descend command(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kCommandName);
  if (ts_node_is_null(name)) return Descend::kYes;
  const std::string called = to_lower_ascii(walk.text(name));
  const TSNode elements = walk.child(node, Field::kCommandElements);
  const TSNode last = last_named(walk, elements);
  const bool imports = called == "import-module" || called == "using" || called == ".";
  if (imports && !ts_node_is_null(last)) {
    walk.add_import({.module = walk.intern_snippet(unquoted(walk.text(last))), .begin = ts_node_start_byte(last)});
    return Descend::kYes;
  }
  walk.add_call({.leaf = name}, {});
  return Descend::kYes;
}

/// `[Shop]::Find($x)`, `$x.Load()`.
Descend invocation(Walk& walk, TSNode node, const Rule&) {
  const TSNode member = find_child(walk, node, "member_name");
  const TSNode name = first_named(walk, member);
  if (!walk.is(name, "simple_name")) return Descend::kYes;
  walk.add_call({.leaf = name, .object = first_named(walk, node)}, {});
  return Descend::kYes;
}

Descend member_access(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = first_named(walk, find_child(walk, node, "member_name"));
  if (!walk.is(name, "simple_name") || walk.claimed(name)) return Descend::kYes;
  walk.add_reference(Role::kRead, name, walk.receiver_of({.leaf = name, .object = first_named(walk, node)}));
  return Descend::kYes;
}

/// `$script:Max = 3` at the top is a variable of the script.
Descend assignment(Walk& walk, TSNode node, const Rule&) {
  const TSNode left = first_named(walk, node);
  const std::string_view text = walk.text(left);
  const bool plain = text.starts_with('$') && text.find_first_of(".[( ,") == std::string_view::npos;
  if (!plain || walk.in_callable() || walk.already_declared(left, kNone)) return Descend::kYes;
  const std::string_view name = variable_name(text);
  if (name.empty()) return Descend::kYes;
  walk.add_symbol({.node = node, .kind = walk.is_constant_name(name) ? Kind::kConstant : Kind::kField, .name = left, .name_text = name},
                  walk.symbol());
  return Descend::kYes;
}

Descend type_name(Walk& walk, TSNode node, const Rule&) {
  if (!walk.claimed(node)) walk.add_reference(Role::kType, node);
  return Descend::kNo;
}

/// A function's parameters stand in its block, its signature doesn't.
void cut_signatures(Walk& walk) {
  for (Symbol& symbol : walk.facts().symbols) {
    const std::size_t brace = walk.text().substr(symbol.signature.begin, symbol.signature.size()).find('{');
    if (brace == std::string_view::npos || !is_callable(symbol.kind)) continue;
    symbol.signature.end = symbol.signature.begin + static_cast<std::uint32_t>(brace);
    while (!symbol.signature.empty() && walk.text()[symbol.signature.end - 1] <= ' ') --symbol.signature.end;
  }
}

constexpr Rule kRules[] = {
    {.node = "function_statement", .hook = function},
    {.node = "class_statement", .kind = Kind::kClass, .hook = type},
    {.node = "enum_statement", .kind = Kind::kEnum, .hook = type},
    {.node = "class_method_definition", .hook = method},
    {.node = "class_property_definition", .kind = Kind::kField, .hook = property},
    {.node = "enum_member", .kind = Kind::kConstant, .hook = property},
    {.node = "script_parameter", .hook = parameter},
    {.node = "class_method_parameter", .hook = parameter},
    {.node = "command", .hook = command},
    {.node = "invokation_expression", .hook = invocation},
    {.node = "member_access", .hook = member_access},
    {.node = "assignment_expression", .hook = assignment},
    {.node = "type_identifier", .hook = type_name},
    {.node = "comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kPowerShellLanguage = {.language = Language::kPowerShell,
                                                .grammar = tree_sitter_powershell,
                                                .rules = kRules,
                                                .self = "$this",
                                                .call_arguments = false,
                                                .finish = cut_signatures};

}  // namespace grove::syntax
