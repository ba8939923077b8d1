#include <string>

#include "syntax/languages/languages.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_python();

namespace grove::syntax {
namespace {

/// `src/auth/service.py` is `auth.service`, `lib/pkg/__init__.py` is `pkg`.
void module_of_path(std::string_view path, std::string& module) {
  for (const std::string_view root : {"src/", "lib/", "python/"})
    if (path.starts_with(root)) path.remove_prefix(root.size());
  path = path.substr(0, path.rfind('.') == std::string_view::npos ? path.size() : path.rfind('.'));
  constexpr std::string_view kPackage = "__init__";
  if (path.ends_with(kPackage)) path.remove_suffix(kPackage.size());
  while (path.ends_with('/')) path.remove_suffix(1);
  for (const char c : path) module += c == '/' ? '.' : c;
}

/// The string that opens a body, if one does.
TSNode docstring_of(Walk& walk, TSNode body) {
  if (ts_node_is_null(body)) return {};
  auto statements = walk.children(body);
  if (!statements.next_named() || !walk.is(statements.node(), "expression_statement")) return {};
  auto inside = walk.children(statements.node());
  if (inside.next_named() && walk.shape_of(inside.node()) == Shape::kString) return inside.node();
  return {};
}

void set_doc(Walk& walk, Index symbol, TSNode body) {
  if (const TSNode doc = docstring_of(walk, body); !ts_node_is_null(doc))
    walk.facts().symbols[symbol].doc = {ts_node_start_byte(doc), ts_node_end_byte(doc)};
}

/// A comment may stand between the colon and the body.
void end_header_at_colon(Walk& walk, TSNode definition) {
  for (auto all = walk.children(definition); all.next();)
    if (walk.is(all.node(), ":")) walk.top().body_begin = ts_node_start_byte(all.node());
}

std::uint16_t flags_of_name(std::string_view name, bool callable) {
  std::uint16_t flags = 0;
  if (name.starts_with('_') && !(name.starts_with("__") && name.ends_with("__"))) flags |= kSymbolPrivate;
  if (callable && name.starts_with("test_")) flags |= kSymbolTest;
  return flags;
}

/// Whether subclasses have to say what it does: nothing but `...` or `raise NotImplementedError` after its doc, or `@abstractmethod`.
bool is_abstract(Walk& walk, TSNode definition, TSNode body) {
  const TSNode parent = ts_node_parent(definition);
  if (walk.is(parent, "decorated_definition"))
    for (auto all = walk.children(parent); all.next_named();)
      if (walk.is(all.node(), "decorator") && walk.text(all.node()).ends_with("abstractmethod")) return true;
  if (ts_node_is_null(body)) return false;
  const TSNode doc = docstring_of(walk, body);
  bool abstract = false;
  for (auto statements = walk.children(body); statements.next_named();) {
    const std::string_view text = walk.text(statements.node());
    if (walk.is(statements.node(), "comment")) continue;
    if (!ts_node_is_null(doc) && ts_node_start_byte(statements.node()) == ts_node_start_byte(doc)) continue;
    if (abstract || (text != "..." && !text.starts_with("raise NotImplementedError"))) return false;
    abstract = true;
  }
  return abstract;
}

Descend function_definition(Walk& walk, TSNode node, const Rule&) {
  SymbolDraft draft{.node = node,
                    .name = walk.child(node, Field::kName),
                    .type = walk.child(node, Field::kReturnType),
                    .body = walk.child(node, Field::kBody)};
  const std::string_view name = walk.text(draft.name);
  draft.flags = flags_of_name(name, true);
  if (walk.top().in_type && is_abstract(walk, node, draft.body)) draft.flags |= kSymbolAbstract;
  if (name == "__init__" && walk.top().in_type) draft.kind = Kind::kConstructor;
  if (walk.top().in_callable) walk.declare_local(draft.name);
  const Index symbol = walk.open_symbol(draft);
  set_doc(walk, symbol, draft.body);
  end_header_at_colon(walk, node);
  return Descend::kYes;
}

Descend class_definition(Walk& walk, TSNode node, const Rule&) {
  SymbolDraft draft{.node = node, .kind = Kind::kClass, .name = walk.child(node, Field::kName), .body = walk.child(node, Field::kBody)};
  draft.flags = flags_of_name(walk.text(draft.name), false);
  if (walk.top().in_callable) walk.declare_local(draft.name);
  const TSNode bases = walk.child(node, Field::kSuperclasses);
  const Index symbol = walk.open_symbol(draft);
  set_doc(walk, symbol, draft.body);
  end_header_at_colon(walk, node);
  if (ts_node_is_null(bases)) return Descend::kYes;
  for (auto all = walk.children(bases); all.next_named();) {
    TSNode base = all.node();
    if (walk.is(base, "subscript")) base = walk.child(base, Field::kValue);  // Generic[T]
    const NamePath path = walk.name_path(base);
    if (ts_node_is_null(path.leaf)) continue;
    const std::string_view name = walk.text(path.leaf);
    if (name == "Enum" || name == "IntEnum" || name == "StrEnum" || name == "Flag") walk.facts().symbols[symbol].kind = Kind::kEnum;
    walk.add_reference(Role::kInherit, path.leaf, walk.receiver_of(path));
  }
  return Descend::kYes;
}

Import import_of(Walk& walk, TSNode name, StringId module) {
  Import import;
  import.begin = ts_node_start_byte(name);
  const bool aliased = walk.is(name, "aliased_import");
  const TSNode what = aliased ? walk.child(name, Field::kName) : name;
  if (aliased) import.alias = walk.intern_snippet(walk.child(name, Field::kAlias));
  (module == 0 ? import.module : import.name) = walk.intern_snippet(what);
  if (module != 0) import.module = module;
  return import;
}

Descend import_statement(Walk& walk, TSNode node, const Rule&) {
  const TSNode from = walk.child(node, Field::kModuleName);
  StringId module = ts_node_is_null(from) ? 0 : walk.intern_snippet(from);
  if (walk.is(node, "future_import_statement")) module = walk.intern("__future__");
  const TSFieldId name_field = walk.field_id(Field::kName);
  for (auto all = walk.children(node); all.next();) {
    if (walk.is(all.node(), "wildcard_import"))
      walk.add_import({.module = module, .name = walk.intern("*"), .begin = ts_node_start_byte(all.node())});
    else if (all.field() == name_field)
      walk.add_import(import_of(walk, all.node(), module));
  }
  return Descend::kNo;
}

/// `self.x = …`: the first one declares a field of the class.
void declare_attribute(Walk& walk, TSNode node, TSNode left) {
  const Frame* callable = walk.symbol_frame();
  if (callable == nullptr) return;
  const Index type = walk.facts().symbols[callable->symbol].parent;
  const NamePath path = walk.name_path(left);
  if (type == kNone || !is_type(walk.facts().symbols[type].kind) || ts_node_is_null(path.leaf) || walk.text(path.object) != "self") return;
  if (walk.already_declared(path.leaf, type)) return walk.rebind_field(path.leaf, type, walk.child(node, Field::kRight));
  const SymbolDraft draft{.node = node,
                          .kind = Kind::kField,
                          .name = path.leaf,
                          .type = walk.child(node, Field::kType),
                          .flags = flags_of_name(walk.text(path.leaf), false)};
  const TSNode value = walk.child(node, Field::kRight);
  const Index field = walk.add_symbol(draft, type);
  walk.add_reference(Role::kWrite, path.leaf, walk.receiver_of(path));
  walk.add_binding(field, path.leaf, walk.facts().symbols[field].type, value);
  if (walk.is(value, "boolean_operator")) walk.rebind_field(path.leaf, type, value);
}

/// `a, (b, c) = …` outside functions: a field for every plain name.
void declare_pattern(Walk& walk, TSNode pattern, int depth = 0) {
  if (depth > 4) return;
  if (walk.act_of(pattern) == Act::kIdentifier) {
    if (walk.already_declared(pattern, walk.symbol())) return;
    const std::string_view name = walk.text(pattern);
    const Kind kind = walk.is_constant_name(name) ? Kind::kConstant : Kind::kField;
    walk.add_symbol({.node = pattern, .kind = kind, .name = pattern, .flags = flags_of_name(name, false)}, walk.symbol());
    return;
  }
  if (!walk.is(pattern, "pattern_list") && !walk.is(pattern, "tuple_pattern") && !walk.is(pattern, "list_pattern") &&
      !walk.is(pattern, "list_splat_pattern"))
    return;
  for (auto all = walk.children(pattern); all.next_named();) declare_pattern(walk, all.node(), depth + 1);
}

/// `a = b = f`: the inner name stands beside the outer one, not in it.
Descend chained_assignment(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode left = walk.child(node, Field::kLeft);
  const Index scope = walk.facts().symbols[walk.symbol()].parent;
  if (walk.act_of(left) != Act::kIdentifier || walk.already_declared(left, scope)) return walk.act(node, rule);
  const Index field =
      walk.add_symbol({.node = node, .kind = Kind::kField, .name = left, .flags = flags_of_name(walk.text(left), false)}, scope);
  walk.add_binding(field, left, 0, walk.child(node, Field::kRight));
  return Descend::kYes;
}

Descend return_statement(Walk& walk, TSNode node, const Rule&) {
  walk.add_result(ts_node_named_child(node, 0));
  walk.add_text_result(ts_node_named_child(node, 0));
  return Descend::kYes;
}

/// A plain name at the top or in a class declares a variable.
Descend assignment(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode left = walk.child(node, Field::kLeft);
  if (walk.in_callable() && walk.act_of(left) == Act::kMember) declare_attribute(walk, node, left);
  if (!walk.in_callable() && walk.act_of(left) == Act::kNone) declare_pattern(walk, left);
  if (walk.in_callable() || walk.act_of(left) != Act::kIdentifier) return walk.act(node, rule);
  const Index around = walk.symbol();
  if (around != kNone && !is_type(walk.symbol_at(around).kind)) return chained_assignment(walk, node, rule);
  if (walk.already_declared(left, walk.symbol())) return walk.act(node, rule);
  const std::string_view name = walk.text(left);
  const TSNode value = walk.child(node, Field::kRight);
  SymbolDraft draft{.node = node,
                    .kind = walk.is_constant_name(name) ? Kind::kConstant : Kind::kField,
                    .name = left,
                    .type = walk.child(node, Field::kType),
                    .flags = flags_of_name(name, false)};
  const Index symbol = walk.open_symbol(draft);
  if (!ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
  walk.add_binding(symbol, left, walk.facts().symbols[symbol].type, value);
  return Descend::kYes;
}

/// `with open(x) as f`: the name stands for what was made.
Descend as_pattern(Walk& walk, TSNode node, const Rule&) {
  const TSNode target = walk.child(node, Field::kAlias);
  const TSNode name = walk.is(target, "as_pattern_target") ? ts_node_named_child(target, 0) : target;
  const TSNode value = ts_node_named_child(node, 0);
  if (walk.act_of(name) == Act::kIdentifier && walk.act_of(value) == Act::kCall && walk.in_callable())
    walk.add_binding(walk.symbol(), name, 0, value);
  return Descend::kYes;
}

/// The names that a comprehension binds stand behind their first use.
Descend comprehension(Walk& walk, TSNode node, const Rule& rule) {
  const Descend descend = walk.act(node, rule);
  for (auto all = walk.children(node); all.next_named();)
    if (walk.is(all.node(), "for_in_clause")) walk.declare_locals_in(walk.child(all.node(), Field::kLeft));
  return descend;
}

Descend outer_names(Walk& walk, TSNode node, const Rule&) {
  for (auto all = walk.children(node); all.next_named();) walk.declare_outer(all.node());
  return Descend::kNo;
}

/// `name: type`, `*args: type`: the grammar gives the name no field.
Descend typed_parameter(Walk& walk, TSNode node, const Rule& rule) {
  for (auto all = walk.children(node); all.next_named();) {
    walk.parameter({.node = node, .name = all.node(), .type = walk.child(node, rule.type), .variadic = !walk.is(all.node(), "identifier")});
    break;
  }
  return Descend::kYes;
}

/// A bare name in a parameter list.
Descend identifier(Walk& walk, TSNode node, const Rule& rule) {
  if (walk.top().act == Act::kParameterList && !walk.claimed(node)) {
    if (walk.text(node) == "self" || walk.text(node) == "cls") return Descend::kNo;
    walk.parameter({.node = node, .name = node});
    return Descend::kNo;
  }
  return walk.act(node, rule);
}

Descend splat_parameter(Walk& walk, TSNode node, const Rule&) {
  if (walk.top().act == Act::kParameterList) walk.parameter({.node = node, .name = node, .variadic = true});
  return Descend::kYes;
}

Descend decorator(Walk& walk, TSNode node, const Rule&) {
  auto all = walk.children(node);
  if (!all.next_named()) return Descend::kYes;
  TSNode callee = all.node();
  TSNode arguments{};
  if (walk.act_of(callee) == Act::kCall) {
    arguments = walk.child(callee, Field::kArguments);
    callee = walk.child(callee, Field::kFunction);
  }
  walk.annotation({.node = node, .name = callee, .arguments = arguments, .role = Role::kCall});
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "function_definition",
     .act = Act::kSymbol,
     .name = Field::kName,
     .type = Field::kReturnType,
     .body = Field::kBody,
     .hook = function_definition},
    {.node = "class_definition",
     .act = Act::kSymbol,
     .kind = Kind::kClass,
     .name = Field::kName,
     .body = Field::kBody,
     .hook = class_definition},
    {.node = "decorated_definition", .act = Act::kWrapper},
    {.node = "decorator", .act = Act::kAnnotation, .hook = decorator},
    {.node = "lambda", .act = Act::kLambda},
    {.node = "list_comprehension", .act = Act::kScope, .hook = comprehension},
    {.node = "set_comprehension", .act = Act::kScope, .hook = comprehension},
    {.node = "dictionary_comprehension", .act = Act::kScope, .hook = comprehension},
    {.node = "generator_expression", .act = Act::kScope, .hook = comprehension},
    {.node = "parameters", .act = Act::kParameterList},
    {.node = "lambda_parameters", .act = Act::kParameterList},
    {.node = "default_parameter", .act = Act::kParameter, .name = Field::kName, .value = Field::kValue},
    {.node = "typed_default_parameter", .act = Act::kParameter, .name = Field::kName, .type = Field::kType, .value = Field::kValue},
    {.node = "typed_parameter", .act = Act::kParameter, .type = Field::kType, .hook = typed_parameter},
    {.node = "list_splat_pattern", .act = Act::kNone, .hook = splat_parameter},
    {.node = "dictionary_splat_pattern", .act = Act::kNone, .hook = splat_parameter},
    {.node = "import_statement", .hook = import_statement},
    {.node = "import_from_statement", .hook = import_statement},
    {.node = "future_import_statement", .hook = import_statement},
    {.node = "call", .act = Act::kCall, .name = Field::kFunction, .arguments = Field::kArguments},
    {.node = "attribute", .act = Act::kMember, .name = Field::kAttribute, .object = Field::kObject},
    {.node = "identifier", .act = Act::kIdentifier, .hook = identifier},
    {.node = "type", .act = Act::kTypeRegion},
    {.node = "assignment", .act = Act::kAssignment, .name = Field::kLeft, .type = Field::kType, .value = Field::kRight, .hook = assignment},
    {.node = "augmented_assignment", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "return_statement", .hook = return_statement},
    {.node = "expression_statement", .act = Act::kStatement},
    {.node = "named_expression", .act = Act::kAssignment, .name = Field::kName, .value = Field::kValue},
    {.node = "for_statement", .act = Act::kDeclare, .name = Field::kLeft},
    {.node = "for_in_clause", .act = Act::kDeclare, .name = Field::kLeft},
    {.node = "as_pattern", .hook = as_pattern},
    {.node = "as_pattern_target", .act = Act::kDeclare},
    {.node = "keyword_argument", .act = Act::kNamed, .name = Field::kName},
    {.node = "global_statement", .hook = outer_names},
    {.node = "nonlocal_statement", .hook = outer_names},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString},
    {"interpolation", Shape::kPart},
    {"concatenated_string", Shape::kConcat},
    {"integer", Shape::kNumber},
    {"float", Shape::kNumber},
    {"true", Shape::kNumber},
    {"false", Shape::kNumber},
    {"none", Shape::kNumber},
    {"binary_operator", Shape::kBinary},
    {"boolean_operator", Shape::kBinary},
    {"list", Shape::kArray},
    {"tuple", Shape::kArray},
    {"expression_list", Shape::kArray},
    {"set", Shape::kArray},
    {"dictionary", Shape::kObject},
    {"pair", Shape::kNamed},
    {"keyword_argument", Shape::kNamed},
    {"parenthesized_expression", Shape::kCast},
    {"await", Shape::kCast},
};

}  // namespace

const LanguageDefinition kPythonLanguage = {
    .language = Language::kPython,
    .grammar = tree_sitter_python,
    .version = 7,
    .rules = kRules,
    .shapes = kShapes,
    .format = "%",
    .builtin_types = "str int bool None dict list float tuple set bytes object type",
    .self = "self cls",
    .assignment_declares = true,
    .functions_as_values = true,
    .text_flow = true,
    .module_of_path = module_of_path,
};

}  // namespace grove::syntax
