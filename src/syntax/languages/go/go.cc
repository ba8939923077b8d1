#include <string>
#include <vector>

#include "syntax/languages/languages.h"
#include "syntax/tree/literals.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_go();

namespace grove::syntax {
namespace {

std::vector<TSNode> named_children(Walk& walk, TSNode node) {
  std::vector<TSNode> nodes;
  if (ts_node_is_null(node)) return nodes;
  for (auto all = walk.children(node); all.next_named();) nodes.push_back(all.node());
  return nodes;
}

std::vector<TSNode> children_of_field(Walk& walk, TSNode node, Field field) {
  std::vector<TSNode> nodes;
  const TSFieldId id = walk.field_id(field);
  for (auto all = walk.children(node); all.next();)
    if (all.field() == id && ts_node_is_named(all.node())) nodes.push_back(all.node());
  return nodes;
}

Descend package_clause(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();) walk.facts().module = walk.intern_snippet(all.node());
  return Descend::kNo;
}

Descend import_spec(Walk& walk, TSNode node, const Rule&) {
  const TSNode path = walk.child(node, Field::kPath);
  if (ts_node_is_null(path)) return Descend::kNo;
  Import import{.module = walk.intern(without_quotes(walk.text(path))), .begin = ts_node_start_byte(path)};
  const TSNode name = walk.child(node, Field::kName);
  if (walk.is(name, "dot"))
    import.name = walk.intern("*");
  else
    import.alias = walk.intern_snippet(name);
  walk.add_import(import);
  return Descend::kNo;
}

/// `*Engine`, `Tree[K, V]` → the bare name of the type.
std::string_view receiver_type(const Walk& walk, TSNode receiver) {
  std::string_view text = walk.text(receiver);
  if (text.size() < 2) return {};
  text = text.substr(1, text.size() - 2);
  if (const std::size_t bracket = text.find('['); bracket != std::string_view::npos) text = text.substr(0, bracket);
  while (text.ends_with(' ') || text.ends_with(',')) text.remove_suffix(1);
  const std::size_t last = text.find_last_of(" *");
  return last == std::string_view::npos ? text : text.substr(last + 1);
}

Descend method_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node,
                    .kind = Kind::kMethod,
                    .name = name,
                    .type = walk.child(node, Field::kResult),
                    .body = walk.child(node, Field::kBody),
                    .receiver = receiver_type(walk, walk.child(node, Field::kReceiver))});
  return Descend::kYes;
}

/// `a, b int` declares two; what stands before a method's name is its receiver.
Descend parameter_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode type = walk.child(node, Field::kType);
  const bool variadic = walk.is(node, "variadic_parameter_declaration");
  const std::vector<TSNode> names = children_of_field(walk, node, Field::kName);
  const Frame& top = walk.top();
  if (top.act == Act::kSymbol && top.callable != kNone && ts_node_start_byte(node) < walk.symbol_at(top.callable).name_range.begin) {
    for (const TSNode name : names) {
      walk.declare_local(name);
      walk.claim(name);
      walk.add_binding(top.callable, name, walk.intern_type(type), {});
    }
    return Descend::kYes;
  }
  walk.parameter({.node = node, .name = names.empty() ? TSNode{} : names[0], .type = type, .variadic = variadic});
  for (std::size_t i = 1; i < names.size(); ++i) walk.further_parameter({.node = names[i], .name = names[i], .type = type});
  return Descend::kYes;
}

/// Results may have names, which are locals; they are no parameters.
Descend parameter_list(Walk& walk, TSNode node, const Rule&) {
  if (walk.field_here() == walk.field_id(Field::kResult)) walk.push_frame(Act::kParameterList, node).callable = kNone;
  return Descend::kYes;
}

/// `const (…)` groups declarations of their own; a single one is part of it.
Descend declaration(Walk& walk, TSNode node, const Rule& rule) {
  auto all = walk.children(node);
  const bool group = all.next() && all.next() && (walk.is(all.node(), "(") || walk.is(all.node(), "var_spec_list"));
  return group ? Descend::kYes : walk.act(node, rule);
}

/// `helper[int](x)` reads as a conversion to a generic type; it is a call at least as often.
Descend type_conversion(Walk& walk, TSNode node, const Rule&) {
  const TSNode type = walk.child(node, Field::kType);
  if (walk.is(type, "generic_type")) walk.add_call(walk.name_path(type), {});
  return Descend::kYes;
}

Descend type_spec(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  const TSNode type = walk.child(node, Field::kType);
  if (ts_node_is_null(name)) return Descend::kYes;
  SymbolDraft draft{.node = node, .kind = Kind::kType, .name = name};
  if (walk.is(type, "struct_type")) draft.kind = Kind::kStruct;
  if (walk.is(type, "interface_type")) draft.kind = Kind::kInterface;
  if (draft.kind == Kind::kType)
    draft.type = type;
  else
    draft.body = walk.child_of_type(type, "field_declaration_list");
  walk.open_symbol(draft);
  return Descend::kYes;
}

/// A type's own name where a pointer, generic or package may stand around it; null for `[]T` and the like.
NamePath named_type(const Walk& walk, TSNode type) {
  for (int hops = 0; hops < 4 && !ts_node_is_null(type); ++hops) {
    if (!walk.is(type, "pointer_type") && !walk.is(type, "type_elem")) return walk.name_path(type);
    type = ts_node_named_child(type, 0);
  }
  return {};
}

/// A field without a name embeds its type.
Descend field_declaration(Walk& walk, TSNode node, const Rule&) {
  const TSNode type = walk.child(node, Field::kType);
  const std::vector<TSNode> names = children_of_field(walk, node, Field::kName);
  if (names.empty()) {
    const NamePath path = named_type(walk, type);
    if (ts_node_is_null(path.leaf)) return Descend::kYes;
    walk.add_symbol({.node = node, .kind = Kind::kField, .name = path.leaf, .type = type}, walk.symbol());
    walk.add_reference(Role::kInherit, path.leaf, walk.receiver_of(path));
    return Descend::kYes;
  }
  for (const TSNode name : names) {
    const Index field =
        walk.add_symbol({.node = names.size() == 1 ? node : name, .kind = Kind::kField, .name = name, .type = type}, walk.symbol());
    if (const TSNode tag = walk.child(node, Field::kTag); !ts_node_is_null(tag)) walk.add_tag(field, tag);
  }
  return Descend::kYes;
}

/// An interface in an interface is inherited.
Descend type_elem(Walk& walk, TSNode node, const Rule&) {
  const Frame& top = walk.top();
  if (top.act != Act::kSymbol || top.symbol == kNone || walk.symbol_at(top.symbol).kind != Kind::kInterface) return Descend::kYes;
  const NamePath path = ts_node_named_child_count(node) == 1 ? named_type(walk, node) : NamePath{};
  if (!ts_node_is_null(path.leaf)) walk.add_reference(Role::kInherit, path.leaf, walk.receiver_of(path));
  return Descend::kYes;
}

/// `s := value.(*Store)`: what a variable is asserted to be.
bool bind_asserted(Walk& walk, TSNode name, TSNode value) {
  if (!walk.in_callable() || !walk.is(value, "type_assertion_expression")) return false;
  constexpr std::size_t kLongest = 100;
  const std::string_view whole = walk.text(value);
  const bool is_short = whole.size() <= kLongest && whole.find('\n') == std::string_view::npos;
  const std::string type(walk.text(walk.child(value, Field::kType)));
  walk.add_written_binding(name, is_short ? std::string(whole) : "_.(" + type + ")", ts_node_start_byte(name));
  return true;
}

/// What a variable without a declared type is set to; also a function: `list := func(c *gin.Context) {…}`.
void bind_value(Walk& walk, Index owner, TSNode name, TSNode value) {
  if (walk.is(value, "func_literal"))
    walk.add_function_binding(owner, name, value);
  else if (!bind_asserted(walk, name, value))
    walk.add_binding(owner, name, 0, value);
}

/// `const a, b = 1, 2`, `var x T`: a symbol each outside functions, locals inside.
Descend value_spec(Walk& walk, TSNode node, const Rule& rule) {
  const std::vector<TSNode> names = children_of_field(walk, node, Field::kName);
  const std::vector<TSNode> values = named_children(walk, walk.child(node, Field::kValue));
  const TSNode type = walk.child(node, Field::kType);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const TSNode value = i < values.size() ? values[i] : TSNode{};
    Index owner = walk.symbol();
    if (walk.in_callable()) {
      walk.declare_local(names[i]);
      walk.claim(names[i]);
    } else {
      const SymbolDraft draft{.node = names.size() == 1 ? node : names[i], .kind = rule.kind, .name = names[i], .type = type};
      owner = names.size() == 1 ? walk.open_symbol(draft) : walk.add_symbol(draft, walk.symbol());
      if (names.size() == 1 && !ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
    }
    if (ts_node_is_null(type))
      bind_value(walk, owner, names[i], value);
    else
      walk.add_binding(owner, names[i], walk.intern_type(type), value);
  }
  return Descend::kYes;
}

Descend short_variable(Walk& walk, TSNode node, const Rule&) {
  const std::vector<TSNode> names = named_children(walk, walk.child(node, Field::kLeft));
  const std::vector<TSNode> values = named_children(walk, walk.child(node, Field::kRight));
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!walk.is(names[i], "identifier") || walk.text(names[i]) == "_") continue;
    walk.declare_locals_in(names[i]);
    if (i < values.size()) bind_value(walk, walk.symbol(), names[i], values[i]);
  }
  return Descend::kYes;
}

/// `for _, add := range adders`: the second takes the elements.
Descend range_clause(Walk& walk, TSNode node, const Rule& rule) {
  const std::vector<TSNode> names = named_children(walk, walk.child(node, Field::kLeft));
  const TSNode list = walk.child(node, Field::kRight);
  const Descend descend = walk.act(node, rule);
  const bool is_telling = walk.is(list, "identifier") || walk.is(list, "selector_expression") || walk.is(list, "call_expression") ||
                          walk.is(list, "index_expression") || walk.is(list, "composite_literal");
  if (is_telling && names.size() == 2 && walk.is(names[1], "identifier") && walk.text(names[1]) != "_")
    walk.add_element_binding(names[1], list);
  return descend;
}

/// Names that a statement declares in its head are those of before behind it, where something is called so: `if s, ok := s.(*T); ok {…}`.
void end_shadows(Walk& walk, TSNode names, TSNode statement) {
  for (const TSNode name : named_children(walk, names))
    if (walk.is(name, "identifier") && walk.text(name) != "_") walk.end_shadow(name, ts_node_end_byte(statement));
}

Descend statement_with_head(Walk& walk, TSNode node, const Rule&) {
  const TSNode clause = ts_node_named_child(node, 0);
  if (walk.is(clause, "range_clause")) end_shadows(walk, walk.child(clause, Field::kLeft), node);
  const TSNode head = walk.child(walk.is(clause, "for_clause") ? clause : node, Field::kInitializer);
  if (walk.is(head, "short_var_declaration")) end_shadows(walk, walk.child(head, Field::kLeft), node);
  return Descend::kYes;
}

/// `switch v := value.(type)`: in each case the variable is of that case's type, where it names one.
Descend type_switch(Walk& walk, TSNode node, const Rule& rule) {
  statement_with_head(walk, node, rule);
  const TSNode names = walk.child(node, Field::kAlias);
  const TSNode name = ts_node_is_null(names) ? names : ts_node_named_child(names, 0);
  if (!ts_node_is_null(name)) end_shadows(walk, names, node);
  const Descend descend = walk.act(node, rule);
  if (ts_node_is_null(name)) return descend;
  std::string value(walk.text(walk.child(node, Field::kValue)));
  const std::string asserted = value + ".(";
  if (value == walk.text(name)) value.clear();  // in a case of several types nothing is known of it
  for (auto all = walk.children(node); all.next_named();) {
    const bool is_case = walk.is(all.node(), "type_case");
    if (!is_case && !walk.is(all.node(), "default_case")) continue;
    const std::vector<TSNode> types = is_case ? children_of_field(walk, all.node(), Field::kType) : std::vector<TSNode>{};
    const bool says_one = types.size() == 1 && walk.text(types[0]) != "nil";
    walk.add_written_binding(name, says_one ? asserted + std::string(walk.text(types[0])) + ")" : value, ts_node_start_byte(all.node()));
  }
  return descend;
}

/// `adders = append(adders, users)`, where `adders` is a variable of this or another package.
bool is_list_added_to(Walk& walk, TSNode list, TSNode value) {
  if (!walk.is(value, "call_expression") || !walk.in_callable()) return false;
  const TSNode owner = walk.is(list, "selector_expression") ? walk.child(list, Field::kOperand) : list;
  if (!walk.is(owner, "identifier") || walk.is_local(owner)) return false;
  const TSNode function = walk.child(value, Field::kFunction);
  return walk.is(function, "identifier") && walk.text(function) == "append";
}

Descend assignment(Walk& walk, TSNode node, const Rule&) {
  const std::vector<TSNode> written = named_children(walk, walk.child(node, Field::kLeft));
  const std::vector<TSNode> values = named_children(walk, walk.child(node, Field::kRight));
  for (std::size_t i = 0; i < written.size(); ++i) {
    const NamePath path = walk.name_path(written[i]);
    if (ts_node_is_null(path.leaf) || walk.claimed(path.leaf)) continue;
    if (i < values.size() && is_list_added_to(walk, written[i], values[i]))
      walk.add_binding(walk.symbol(), written[i], 0, values[i]);
    else if (i < values.size())
      walk.add_text_assignment(node, written[i], values[i]);
    if (ts_node_is_null(path.object) && (walk.is_local(path.leaf) || walk.text(path.leaf) == "_"))
      walk.claim(path.leaf);
    else
      walk.add_reference(Role::kWrite, path.leaf, walk.receiver_of(path));
  }
  return Descend::kYes;
}

/// `return base + "/x"`; of several values the first, which is no error.
Descend return_statement(Walk& walk, TSNode node, const Rule&) {
  const TSNode values = ts_node_named_child(node, 0);
  walk.add_text_result(walk.is(values, "expression_list") ? ts_node_named_child(values, 0) : values);
  return Descend::kYes;
}

/// `User{Name: "x"}` writes the member, `map[K]V{Key: v}` reads the key; both are written alike, and members are far more common.
Descend keyed_element(Walk& walk, TSNode node, const Rule&) {
  const TSNode key = ts_node_named_child(walk.child(node, Field::kKey), 0);
  if (walk.is(key, "identifier") && !walk.is_local(key)) walk.add_reference(Role::kWrite, key);
  return Descend::kYes;
}

void finish(Walk& walk) {
  for (Symbol& symbol : walk.facts().symbols) {
    const std::string_view name = walk.facts().text(symbol.name);
    if (name.empty()) continue;
    symbol.flags |= name.front() >= 'A' && name.front() <= 'Z' ? kSymbolPublic : kSymbolPrivate;
    const bool test =
        symbol.kind == Kind::kFunction && (name.starts_with("Test") || name.starts_with("Benchmark") || name.starts_with("Fuzz"));
    if (test && symbol.arity == 1) symbol.flags |= kSymbolTest;
  }
}

constexpr Rule kRules[] = {
    {.node = "package_clause", .hook = package_clause},
    {.node = "import_spec", .hook = import_spec},
    {.node = "function_declaration", .act = Act::kSymbol, .name = Field::kName, .type = Field::kResult, .body = Field::kBody},
    {.node = "method_declaration", .act = Act::kSymbol, .name = Field::kName, .hook = method_declaration},
    {.node = "method_elem", .act = Act::kSymbol, .name = Field::kName, .type = Field::kResult},
    {.node = "type_declaration", .act = Act::kWrapper, .hook = declaration},
    {.node = "type_spec", .act = Act::kSymbol, .kind = Kind::kType, .name = Field::kName, .hook = type_spec},
    {.node = "type_alias", .act = Act::kSymbol, .kind = Kind::kType, .name = Field::kName, .type = Field::kType},
    {.node = "field_declaration", .hook = field_declaration},
    {.node = "type_elem", .hook = type_elem},
    {.node = "const_declaration", .act = Act::kWrapper, .hook = declaration},
    {.node = "var_declaration", .act = Act::kWrapper, .hook = declaration},
    {.node = "const_spec", .kind = Kind::kConstant, .hook = value_spec},
    {.node = "var_spec", .kind = Kind::kField, .hook = value_spec},
    {.node = "short_var_declaration", .hook = short_variable},
    {.node = "expression_statement", .act = Act::kStatement},
    {.node = "assignment_statement", .hook = assignment},
    {.node = "return_statement", .hook = return_statement},
    {.node = "range_clause", .act = Act::kDeclare, .name = Field::kLeft, .hook = range_clause},
    {.node = "receive_statement", .act = Act::kDeclare, .name = Field::kLeft},
    {.node = "type_switch_statement", .act = Act::kDeclare, .name = Field::kAlias, .hook = type_switch},
    {.node = "if_statement", .hook = statement_with_head},
    {.node = "for_statement", .hook = statement_with_head},
    {.node = "expression_switch_statement", .hook = statement_with_head},
    {.node = "func_literal", .act = Act::kLambda},
    {.node = "function_type", .act = Act::kScope},
    {.node = "parameter_list", .hook = parameter_list},
    {.node = "type_conversion_expression", .hook = type_conversion},
    {.node = "parameter_declaration", .act = Act::kParameter, .hook = parameter_declaration},
    {.node = "variadic_parameter_declaration", .act = Act::kParameter, .hook = parameter_declaration},
    {.node = "type_parameter_declaration", .act = Act::kTypeParameter, .name = Field::kName, .type = Field::kType},
    {.node = "type_arguments", .act = Act::kTypeRegion},
    {.node = "call_expression", .act = Act::kCall, .name = Field::kFunction, .arguments = Field::kArguments},
    {.node = "composite_literal", .act = Act::kNew, .type = Field::kType, .arguments = Field::kBody},
    {.node = "keyed_element", .hook = keyed_element},
    {.node = "selector_expression", .act = Act::kMember, .name = Field::kField, .object = Field::kOperand},
    {.node = "qualified_type", .act = Act::kMember, .name = Field::kName, .object = Field::kPackage},
    {.node = "generic_type", .act = Act::kGeneric},
    {.node = "identifier", .act = Act::kIdentifier},
    {.node = "field_identifier", .act = Act::kFieldName},
    {.node = "type_identifier", .act = Act::kTypeName},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"interpreted_string_literal", Shape::kString},
    {"raw_string_literal", Shape::kRawString},
    {"rune_literal", Shape::kString},
    {"int_literal", Shape::kNumber},
    {"float_literal", Shape::kNumber},
    {"true", Shape::kNumber},
    {"false", Shape::kNumber},
    {"nil", Shape::kNumber},
    {"binary_expression", Shape::kBinary},
    {"literal_value", Shape::kObject},
    {"keyed_element", Shape::kNamed},
    {"literal_element", Shape::kFirst},
    {"parenthesized_expression", Shape::kCast},
    {"unary_expression", Shape::kCast},
    {"expression_list", Shape::kFirst},
};

}  // namespace

const LanguageDefinition kGoLanguage = {
    .language = Language::kGo,
    .grammar = tree_sitter_go,
    .version = 6,
    .rules = kRules,
    .shapes = kShapes,
    .builtin_types =
        "string int error bool byte any int64 int32 uint64 uint32 float64 rune uint uint8 int8 int16 uint16 float32 uintptr comparable",
    .self = "_ iota",
    .text_flow = true,
    .capital_is_type = false,
    .finish = finish,
};

}  // namespace grove::syntax
