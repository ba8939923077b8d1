#include <string>

#include "syntax/languages/c/declarators.h"
#include "syntax/languages/c/family.h"
#include "syntax/languages/c/noise.h"
#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_objc();

namespace grove::syntax {
namespace {

/// `@interface Shop : NSObject <Store>`, `@implementation Shop`, `@protocol Store`.
Descend type(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = find_child(walk, node, "identifier");
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = rule.kind, .name = name});
  const std::size_t line_end = walk.text().find('\n', ts_node_end_byte(name));
  walk.top().body_begin = static_cast<std::uint32_t>(std::min<std::size_t>(line_end, ts_node_end_byte(node)));
  if (const TSNode super = walk.child(node, Field::kSuperclass); !ts_node_is_null(super)) walk.add_reference(Role::kInherit, super);
  if (const TSNode category = walk.child(node, Field::kCategory); !ts_node_is_null(category)) walk.claim(category);
  return Descend::kYes;
}

/// `- (Item *)find:(NSString *)key in:(int)place`: the method `find:in:`.
Descend method(Walk& walk, TSNode node, const Rule&) {
  std::string selector;
  TSNode first{};
  TSNode type{};
  TSNode body{};
  for (auto all = walk.children(node); all.next_named();) {
    const TSNode at = all.node();
    if (walk.is(at, "method_type")) type = first_named(walk, at);
    if (walk.is(at, "compound_statement")) body = at;
    if (walk.is(at, "method_parameter")) selector += ':';
    if (!walk.is(at, "identifier")) continue;
    if (ts_node_is_null(first)) first = at;
    walk.claim(at);
    if (selector.empty() || selector.ends_with(':')) selector += walk.text(at);
  }
  if (ts_node_is_null(first)) return Descend::kYes;
  const auto flags = static_cast<std::uint16_t>(walk.text(node).starts_with('+') ? kSymbolStatic : 0);
  walk.open_symbol({.node = node, .kind = Kind::kMethod, .name = first, .name_text = selector, .type = type, .body = body, .flags = flags});
  return Descend::kYes;
}

Descend method_parameter(Walk& walk, TSNode node, const Rule&) {
  const TSNode type = first_named(walk, find_child(walk, node, "method_type"));
  const TSNode name = find_child(walk, node, "identifier");
  if (!ts_node_is_null(name)) walk.parameter({.node = node, .name = name, .type = type});
  return Descend::kYes;
}

/// `@property (copy) NSString *name;` and instance variables.
Descend property(Walk& walk, TSNode node, const Rule&) {
  const TSNode declaration = find_child(walk, node, "struct_declaration", "atomic_declaration");
  const Declarator declarator = declarator_of(walk, find_child(walk, declaration, "struct_declarator"));
  if (ts_node_is_null(declarator.name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = Kind::kField, .name = declarator.name, .type = first_named(walk, declaration)});
  return Descend::kYes;
}

/// `[repo load:key with:@"a"]` calls `load:with:`.
Descend message(Walk& walk, TSNode node, const Rule&) {
  const TSFieldId method = walk.field_id(Field::kMethod);
  std::string selector;
  std::uint32_t arguments = 0;
  TSNode first{};
  for (auto all = walk.children(node); all.next();) {
    if (all.field() == method) {
      if (ts_node_is_null(first)) first = all.node();
      walk.claim(all.node());
      // In broken code a colon may be missing: two words without one are no selector.
      if (selector.empty() || selector.ends_with(':')) selector += walk.text(all.node());
    } else if (walk.text(all.node()) == ":") {
      selector += ':';
      ++arguments;
    }
  }
  const TSNode receiver = walk.child(node, Field::kReceiver);
  if (ts_node_is_null(first)) return Descend::kYes;
  walk.note_object(receiver);
  walk.add_reference(Role::kCall, first, walk.receiver_of({.leaf = first, .object = receiver}),
                     static_cast<std::uint8_t>(std::min(arguments, 255U)));
  walk.facts().references.back().name = walk.intern(selector);
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "class_declaration", .act = Act::kSkip},
    {.node = "class_interface", .kind = Kind::kClass, .hook = type},
    {.node = "class_implementation", .kind = Kind::kClass, .hook = type},
    {.node = "protocol_declaration", .kind = Kind::kInterface, .hook = type},
    {.node = "protocol_reference_list", .act = Act::kInherit},
    {.node = "parameterized_arguments", .act = Act::kInherit},
    {.node = "method_declaration", .hook = method},
    {.node = "method_definition", .hook = method},
    {.node = "method_parameter", .hook = method_parameter},
    {.node = "property_declaration", .hook = property},
    {.node = "property_attributes_declaration", .act = Act::kSkip},
    {.node = "instance_variable", .hook = property},
    {.node = "message_expression", .hook = message},
    {.node = "block_literal", .act = Act::kLambda},
    {.node = "function_definition", .hook = c_function_definition},
    {.node = "init_declarator", .hook = c_declarator},
    {.node = "pointer_declarator", .hook = c_declarator},
    {.node = "array_declarator", .hook = c_declarator},
    {.node = "function_declarator", .hook = c_declarator},
    {.node = "field_identifier", .act = Act::kFieldName, .hook = c_declarator},
};

}  // namespace

const LanguageDefinition kObjectiveCLanguage = {.language = Language::kObjectiveC,
                                                .grammar = tree_sitter_objc,
                                                .family_rules = kCFamilyRules,
                                                .rules = kRules,
                                                .family_shapes = kCFamilyShapes,
                                                .concat = "",
                                                .self = "self super",
                                                .local_bindings = false,
                                                .call_arguments = false,
                                                .without_noise = without_macro_noise};

}  // namespace grove::syntax
