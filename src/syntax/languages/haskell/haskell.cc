#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_haskell();

namespace grove::syntax {
namespace {

Descend header(Walk& walk, TSNode node, const Rule&) {
  walk.facts().module = walk.intern_snippet(walk.child(node, Field::kModule));
  return Descend::kNo;
}

/// `import qualified Data.Map as M`, `import Data.List (sort, nub)`.
Descend import(Walk& walk, TSNode node, const Rule&) {
  const TSNode module = walk.child(node, Field::kModule);
  if (ts_node_is_null(module)) return Descend::kNo;
  const Import whole{.module = walk.intern_snippet(module),
                     .alias = walk.intern_snippet(walk.child(node, Field::kAlias)),
                     .begin = ts_node_start_byte(module)};
  const TSNode names = walk.child(node, Field::kNames);
  if (ts_node_is_null(names) || walk.text(node).find(" hiding") != std::string_view::npos) return walk.add_import(whole), Descend::kNo;
  for (auto all = walk.children(names); all.next_named();) {
    Import one = whole;
    const TSNode name = first_named(walk, all.node());
    one.name = walk.intern_snippet(ts_node_is_null(name) ? all.node() : name);
    one.begin = ts_node_start_byte(all.node());
    walk.add_import(one);
  }
  return Descend::kNo;
}

Descend type(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node, .kind = rule.kind, .name = name});
  for (const Field field : {Field::kConstructors, Field::kConstructor, Field::kDeclarations})
    if (const TSNode body = walk.child(node, field); !ts_node_is_null(body)) walk.top().body_begin = ts_node_start_byte(body);
  return Descend::kYes;
}

/// `instance Store Shop where …`: named by its head, Shop is the subtype.
Descend instance(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  const TSNode type = first_named(walk, walk.child(node, Field::kPatterns));
  if (ts_node_is_null(name)) return Descend::kYes;
  const std::uint32_t end = ts_node_is_null(type) ? ts_node_end_byte(name) : ts_node_end_byte(type);
  const std::string_view head = walk.text().substr(ts_node_start_byte(name), end - ts_node_start_byte(name));
  walk.add_reference(Role::kInherit, name, walk.intern_snippet(type));
  walk.open_symbol({.node = node, .kind = Kind::kClass, .name = name, .name_text = head, .body = walk.child(node, Field::kDeclarations)});
  return Descend::kYes;
}

Descend constructor(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (!ts_node_is_null(name)) walk.open_symbol({.node = node, .kind = Kind::kConstructor, .name = name});
  return Descend::kYes;
}

Descend field(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = first_named(walk, walk.child(node, Field::kName));
  if (!ts_node_is_null(name)) walk.open_symbol({.node = node, .kind = Kind::kField, .name = name, .type = walk.child(node, Field::kType)});
  return Descend::kYes;
}

std::string_view name_text(Walk& walk, TSNode name) {
  std::string_view text = walk.text(name);
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);  // an operator
  return text;
}

/// Type signature and equations of one name follow each other and are one function; where they don't, each is one of its own.
Descend open_binding(Walk& walk, TSNode node, TSNode name) {
  const std::string_view text = name_text(walk, name);
  walk.claim(name);
  if (walk.in_callable()) walk.declare_local(name);
  if (const Index known = walk.clause_of(text, node); known != kNone && is_callable(walk.facts().symbols[known].kind)) {
    if (!walk.is(node, "signature")) walk.facts().symbols[known].flags &= static_cast<std::uint16_t>(~kSymbolDeclarationOnly);
    walk.reopen_symbol(known, node);
  } else {
    walk.open_symbol({.node = node, .name = name, .name_text = text, .body = walk.child(node, Field::kMatch)});
  }
  return Descend::kYes;
}

Descend signature(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  if (ts_node_is_null(name)) return Descend::kYes;
  open_binding(walk, node, name);
  walk.push_frame(Act::kTypeRegion, node).region = Frame::Region::kType;
  return Descend::kYes;
}

Descend function(Walk& walk, TSNode node, const Rule&) {
  TSNode name = walk.child(node, Field::kName);
  const TSNode infix = ts_node_is_null(name) ? walk.child_of_type(node, "infix") : TSNode{};
  if (!ts_node_is_null(infix)) name = walk.child(infix, Field::kOperator);
  if (ts_node_is_null(name)) return Descend::kYes;
  const TSNode patterns = walk.child(node, Field::kPatterns);
  open_binding(walk, node, name);
  if (Symbol& symbol = walk.facts().symbols[walk.symbol()]; symbol.arity == 0 && !ts_node_is_null(patterns))
    symbol.arity = static_cast<std::uint8_t>(std::min(ts_node_named_child_count(patterns), 255U));
  for (const TSNode side : {patterns, walk.child(infix, Field::kLeftOperand), walk.child(infix, Field::kRightOperand)})
    walk.declare_locals_in(side);
  return Descend::kYes;
}

/// `name = …` at the top, `x <- action` and `let x = …` inside.
Descend bind(Walk& walk, TSNode node, const Rule& rule) {
  if (const TSNode pattern = walk.child(node, Field::kPattern); !ts_node_is_null(pattern)) {
    walk.declare_locals_in(pattern);
    return Descend::kYes;
  }
  return function(walk, node, rule);
}

/// `f a b` is apply(apply(f, a), b): the outermost is the call, and its depth the number of arguments.
Descend apply(Walk& walk, TSNode node, const Rule&) {
  if (walk.top().region == Frame::Region::kType) return Descend::kYes;
  std::uint32_t arguments = 0;
  TSNode head = node;
  for (; walk.is(head, "apply") && arguments < 64; ++arguments) head = walk.child(head, Field::kFunction);
  const bool qualified = walk.is(head, "qualified");
  const TSNode leaf = qualified ? walk.child(head, Field::kId) : head;
  const bool name = walk.is(leaf, "variable") || walk.is(leaf, "constructor");
  if (!name || walk.claimed(leaf) || walk.is_local(leaf)) return Descend::kYes;
  StringId module = 0;
  if (qualified) {
    std::string_view text = walk.text(walk.child(head, Field::kModule));
    while (text.ends_with('.')) text.remove_suffix(1);
    module = walk.intern(text);
  }
  walk.add_reference(Role::kCall, leaf, module, static_cast<std::uint8_t>(arguments));
  return Descend::kYes;
}

Descend name(Walk& walk, TSNode node, const Rule&) {
  if (!walk.claimed(node)) walk.add_reference(walk.top().region == Frame::Region::kInherit ? Role::kInherit : Role::kType, node);
  return Descend::kNo;
}

/// Type variables are no names of anything.
Descend variable(Walk& walk, TSNode node, const Rule& rule) {
  if (walk.top().region != Frame::Region::kValue || walk.top().in_type) return Descend::kNo;
  return walk.act(node, rule);
}

Descend constructor_use(Walk& walk, TSNode node, const Rule&) {
  if (!walk.claimed(node)) walk.add_reference(Role::kRead, node);
  return Descend::kNo;
}

constexpr Rule kRules[] = {
    {.node = "header", .hook = header},
    {.node = "import", .hook = import},
    {.node = "data_type", .kind = Kind::kType, .hook = type},
    {.node = "newtype", .kind = Kind::kType, .hook = type},
    {.node = "type_synomym", .kind = Kind::kType, .hook = type},
    {.node = "type_family", .kind = Kind::kType, .hook = type},
    {.node = "class", .kind = Kind::kTrait, .hook = type},
    {.node = "instance", .hook = instance},
    {.node = "prefix", .hook = constructor},
    {.node = "record", .hook = constructor},
    {.node = "newtype_constructor", .hook = constructor},
    {.node = "field", .hook = field},
    {.node = "deriving", .act = Act::kInherit},
    {.node = "signature", .hook = signature},
    {.node = "function", .hook = function},
    {.node = "bind", .hook = bind},
    {.node = "lambda", .act = Act::kLambda},
    {.node = "apply", .act = Act::kCall, .hook = apply},
    {.node = "name", .act = Act::kTypeName, .hook = name},
    {.node = "variable", .act = Act::kIdentifier, .hook = variable},
    {.node = "constructor", .hook = constructor_use},
    {.node = "type_params", .act = Act::kSkip},
    {.node = "context", .act = Act::kTypeRegion},
    {.node = "fixity", .act = Act::kSkip},
    {.node = "pragma", .act = Act::kSkip},
    {.node = "haddock", .act = Act::kComment},
    {.node = "comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kHaskellLanguage = {
    .language = Language::kHaskell, .grammar = tree_sitter_haskell, .rules = kRules, .concat = "", .self = "", .call_arguments = false};

}  // namespace grove::syntax
