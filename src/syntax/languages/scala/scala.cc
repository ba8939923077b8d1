#include <string>

#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"
#include "syntax/tree/prefix.h"
#include "syntax/tree/walk.h"

extern "C" const TSLanguage* tree_sitter_scala();

namespace grove::syntax {
namespace {

/// `package a.b` for the file; with a body, or a second time, a part of what the first one said.
Descend package_clause(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  if (const TSNode body = walk.child(node, Field::kBody); !ts_node_is_null(body)) {
    walk.open_symbol({.node = node, .kind = Kind::kNamespace, .name = name, .body = body});
    return Descend::kYes;
  }
  const std::string before(walk.facts().text(walk.facts().module));
  const std::string whole = before.empty() ? std::string(walk.text(name)) : before + "." + std::string(walk.text(name));
  walk.facts().module = walk.intern(prefix_of(whole));
  return Descend::kNo;
}

/// `import a.b.{C, D => E, _}`, `import a.b.C`, `import a.b.*`
Descend import_declaration(Walk& walk, TSNode node, const Rule&) {
  Import base{.begin = ts_node_start_byte(node)};
  const TSFieldId path_field = walk.field_id(Field::kPath);
  std::string path;
  std::string last;
  bool selected = false;
  const auto take = [&](TSNode name, TSNode alias) {
    Import import = base;
    import.module = walk.intern(prefix_of(path));
    import.name = walk.text(name) == "_" ? walk.intern("*") : walk.intern_snippet(name);
    import.alias = walk.intern_snippet(alias);
    import.begin = ts_node_start_byte(name);
    walk.add_import(import);
    selected = true;
  };
  for (auto all = walk.children(node); all.next();) {
    const TSNode at = all.node();
    if (!ts_node_is_named(at)) continue;
    if (all.field() == path_field) {
      if (!last.empty()) path += (path.empty() ? "" : ".") + last;
      last = walk.text(at);
      continue;
    }
    path += (path.empty() ? "" : ".") + last;
    last.clear();
    if (walk.is(at, "namespace_wildcard")) {
      take(at, {});
      walk.facts().imports.back().name = walk.intern("*");
    } else if (walk.is(at, "namespace_selectors")) {
      for (auto names = walk.children(at); names.next_named();) {
        const TSNode name = walk.child(names.node(), Field::kName);
        take(ts_node_is_null(name) ? names.node() : name, ts_node_is_null(name) ? TSNode{} : walk.child(names.node(), Field::kAlias));
        if (walk.is(names.node(), "namespace_wildcard")) walk.facts().imports.back().name = walk.intern("*");
      }
    } else {
      take(ts_node_is_null(walk.child(at, Field::kName)) ? at : walk.child(at, Field::kName), walk.child(at, Field::kAlias));
    }
  }
  if (selected) return Descend::kNo;
  base.module = walk.intern(path.empty() ? last : path);
  if (!path.empty()) base.name = walk.intern(last);
  walk.add_import(base);
  return Descend::kNo;
}

Descend object_definition(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = rule.kind, .name = name, .body = walk.child(node, Field::kBody), .flags = kSymbolStatic});
  return Descend::kYes;
}

/// A parameter of a class is a value that its members see.
Descend class_parameter(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  const TSNode type = walk.child(node, Field::kType);
  if (ts_node_is_null(name)) return Descend::kYes;
  if (walk.top().act == Act::kSymbol) {
    const Index field = walk.add_symbol({.node = node, .kind = Kind::kField, .name = name, .type = type}, walk.symbol());
    walk.add_binding(field, name, walk.symbol_at(field).type, {});
  }
  return walk.act(node, rule);
}

/// `val a = 1`, `val (a, b) = f`: symbols outside functions, locals inside.
Descend val_definition(Walk& walk, TSNode node, const Rule&) {
  const TSNode declared = walk.child(node, Field::kName);
  const TSNode pattern = ts_node_is_null(declared) ? walk.child(node, Field::kPattern) : declared;
  const TSNode value = walk.child(node, Field::kValue);
  const TSNode type = walk.child(node, Field::kType);
  if (ts_node_is_null(pattern)) return Descend::kYes;
  if (!walk.is(pattern, "identifier")) {
    if (walk.in_callable())
      walk.declare_locals_in(pattern);
    else
      walk.add_pattern_symbols(pattern);
    return Descend::kYes;
  }
  if (walk.in_callable()) {
    walk.declare_locals_in(pattern);
    walk.add_binding(walk.symbol(), pattern, walk.intern_type(type), value);
    return Descend::kYes;
  }
  const bool constant = walk.is_constant_name(walk.text(pattern));
  const Index symbol = walk.open_symbol({.node = node, .kind = constant ? Kind::kConstant : Kind::kField, .name = pattern, .type = type});
  if (!ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
  walk.add_binding(symbol, pattern, walk.symbol_at(symbol).type, value);
  return Descend::kYes;
}

Descend given_definition(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node,
                    .kind = Kind::kField,
                    .name = name,
                    .type = walk.child(node, Field::kReturnType),
                    .body = walk.child(node, Field::kBody)});
  return Descend::kYes;
}

/// `extension (s: String) def …`: members of the type of its parameter.
Descend extension_definition(Walk& walk, TSNode node, const Rule&) {
  const TSNode parameter = first_named(walk, walk.child(node, Field::kParameters));
  const TSNode type = ts_node_is_null(parameter) ? TSNode{} : walk.child(parameter, Field::kType);
  std::string_view name = ts_node_is_null(type) ? std::string_view{} : walk.text(type);
  name = name.substr(0, name.find('['));
  const StringId receiver = walk.intern_snippet(name);
  Frame& frame = walk.push_frame(Act::kScope, node);
  frame.in_type = true;
  frame.in_callable = false;
  frame.callable = kNone;
  frame.receiver = receiver;
  return Descend::kYes;
}

Descend type_parameters(Walk& walk, TSNode node, const Rule&) {
  const TSFieldId name_field = walk.field_id(Field::kName);
  for (auto all = walk.children(node); all.next();)
    if (all.field() == name_field && walk.act_of(all.node()) == Act::kIdentifier) walk.type_parameter_name(all.node());
  walk.push_frame(Act::kTypeRegion, node).region = Frame::Region::kType;
  return Descend::kYes;
}

/// `a op b` calls op where op is a word.
Descend infix_expression(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kOperator);
  if (!walk.is(name, "identifier")) return Descend::kYes;
  walk.add_call({.leaf = name, .object = walk.child(node, Field::kLeft)}, {});
  walk.facts().references.back().arity = 1;
  return Descend::kYes;
}

/// `x => …` names its parameter without a list.
Descend lambda_expression(Walk& walk, TSNode node, const Rule& rule) {
  walk.act(node, rule);
  if (const TSNode parameters = walk.child(node, Field::kParameters); walk.is(parameters, "identifier")) walk.declare_locals_in(parameters);
  return Descend::kYes;
}

/// Names in a pattern; capitalised ones are constructors and constants.
void declare_pattern(Walk& walk, TSNode pattern, int depth = 0) {
  if (ts_node_is_null(pattern) || depth > 8) return;
  if (walk.is(pattern, "identifier")) {
    const std::string_view name = walk.text(pattern);
    if (!name.empty() && name.front() >= 'a' && name.front() <= 'z') walk.declare_locals_in(pattern);
    return;
  }
  if (walk.is(pattern, "stable_identifier") || walk.is(pattern, "stable_type_identifier")) return;
  for (auto all = walk.children(pattern); all.next_named();) declare_pattern(walk, all.node(), depth + 1);
}

Descend case_clause(Walk& walk, TSNode node, const Rule&) {
  declare_pattern(walk, walk.child(node, Field::kPattern));
  return Descend::kYes;
}

Descend enumerator(Walk& walk, TSNode node, const Rule&) {
  declare_pattern(walk, ts_node_named_child(node, 0));
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "package_clause", .hook = package_clause},
    {.node = "import_declaration", .hook = import_declaration},
    {.node = "class_definition", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .body = Field::kBody},
    {.node = "trait_definition", .act = Act::kSymbol, .kind = Kind::kTrait, .name = Field::kName, .body = Field::kBody},
    {.node = "enum_definition", .act = Act::kSymbol, .kind = Kind::kEnum, .name = Field::kName, .body = Field::kBody},
    {.node = "object_definition", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .hook = object_definition},
    {.node = "package_object", .act = Act::kSymbol, .kind = Kind::kClass, .name = Field::kName, .hook = object_definition},
    {.node = "simple_enum_case", .act = Act::kSymbol, .kind = Kind::kConstant, .name = Field::kName},
    {.node = "full_enum_case", .act = Act::kSymbol, .kind = Kind::kConstant, .name = Field::kName},
    {.node = "function_definition", .act = Act::kSymbol, .name = Field::kName, .type = Field::kReturnType, .body = Field::kBody},
    {.node = "function_declaration", .act = Act::kSymbol, .name = Field::kName, .type = Field::kReturnType},
    {.node = "given_definition", .act = Act::kSymbol, .kind = Kind::kField, .name = Field::kName, .hook = given_definition},
    {.node = "extension_definition", .hook = extension_definition},
    {.node = "type_definition", .act = Act::kSymbol, .kind = Kind::kType, .name = Field::kName, .type = Field::kType},
    {.node = "val_definition", .hook = val_definition},
    {.node = "var_definition", .hook = val_definition},
    {.node = "val_declaration", .hook = val_definition},
    {.node = "var_declaration", .hook = val_definition},
    {.node = "class_parameter",
     .act = Act::kParameter,
     .name = Field::kName,
     .type = Field::kType,
     .value = Field::kDefaultValue,
     .hook = class_parameter},
    {.node = "parameter", .act = Act::kParameter, .name = Field::kName, .type = Field::kType, .value = Field::kDefaultValue},
    {.node = "binding", .act = Act::kParameter, .name = Field::kName, .type = Field::kType},
    {.node = "type_parameters", .hook = type_parameters},
    {.node = "type_arguments", .act = Act::kTypeRegion},
    {.node = "extends_clause", .act = Act::kInherit},
    {.node = "derives_clause", .act = Act::kTypeRegion},
    {.node = "lambda_expression", .act = Act::kLambda, .hook = lambda_expression},
    {.node = "case_clause", .hook = case_clause},
    {.node = "enumerator", .hook = enumerator},
    {.node = "call_expression", .act = Act::kCall, .name = Field::kFunction, .arguments = Field::kArguments},
    {.node = "instance_expression", .act = Act::kNew, .arguments = Field::kArguments},
    {.node = "interpolated_string_expression", .act = Act::kNamed, .name = Field::kInterpolator},
    {.node = "arguments", .act = Act::kArguments},
    {.node = "infix_expression", .hook = infix_expression},
    {.node = "field_expression", .act = Act::kMember, .name = Field::kField, .object = Field::kValue},
    {.node = "stable_identifier", .act = Act::kMember},
    {.node = "stable_type_identifier", .act = Act::kPath},
    {.node = "generic_function", .act = Act::kGeneric},
    {.node = "generic_type", .act = Act::kGeneric},
    {.node = "identifier", .act = Act::kIdentifier},
    {.node = "type_identifier", .act = Act::kTypeName},
    {.node = "assignment_expression", .act = Act::kAssignment, .name = Field::kLeft, .value = Field::kRight},
    {.node = "annotation", .act = Act::kAnnotation, .name = Field::kName, .arguments = Field::kArguments},
    {.node = "comment", .act = Act::kComment},
    {.node = "block_comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string", Shape::kString},
    {"interpolated_string_expression", Shape::kCast},
    {"interpolated_string", Shape::kString},
    {"interpolation", Shape::kPart},
    {"character_literal", Shape::kString},
    {"integer_literal", Shape::kNumber},
    {"floating_point_literal", Shape::kNumber},
    {"boolean_literal", Shape::kNumber},
    {"null_literal", Shape::kNumber},
    {"infix_expression", Shape::kBinary},
    {"tuple_expression", Shape::kArray},
    {"parenthesized_expression", Shape::kCast},
    {"block", Shape::kCast},
    {"ascription_expression", Shape::kFirst},
    {"assignment_expression", Shape::kNamed},
};

}  // namespace

const LanguageDefinition kScalaLanguage = {
    .language = Language::kScala,
    .grammar = tree_sitter_scala,
    .rules = kRules,
    .shapes = kShapes,
    .builtin_types = "String Int Long Boolean Unit Any AnyRef Double Float Nothing Char Byte Short",
    .self = "this super _",

    .overloads = true,
};

}  // namespace grove::syntax
