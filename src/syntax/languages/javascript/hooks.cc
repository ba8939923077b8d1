#include <string>

#include "syntax/languages/javascript/javascript.h"
#include "syntax/tree/literals.h"

namespace grove::syntax {
namespace {

constexpr int kMostGiven = 500;  // entries of an object that a file gives

bool is_function(const Walk& walk, TSNode node) {
  return walk.is(node, "arrow_function") || walk.is(node, "function_expression") || walk.is(node, "generator_function");
}

TSNode body_of(const Walk& walk, TSNode function) { return walk.child(function, Field::kBody); }

StringId module_of(Walk& walk, TSNode string) { return ts_node_is_null(string) ? 0 : walk.intern(without_quotes(walk.text(string))); }

/// `{ a, b as c, default as d }`
void add_specifiers(Walk& walk, TSNode list, Import base) {
  for (auto all = walk.children(list); all.next_named();) {
    const TSNode name = walk.child(all.node(), Field::kName);
    if (ts_node_is_null(name)) continue;
    Import import = base;
    import.name = walk.intern_snippet(name);
    import.alias = walk.intern_snippet(walk.child(all.node(), Field::kAlias));
    import.begin = ts_node_start_byte(name);
    walk.add_import(import);
  }
}

void add_clause(Walk& walk, TSNode clause, Import base) {
  for (auto all = walk.children(clause); all.next_named();) {
    const TSNode node = all.node();
    Import import = base;
    import.begin = ts_node_start_byte(node);
    if (walk.is(node, "named_imports")) {
      add_specifiers(walk, node, base);
    } else if (walk.is(node, "namespace_import")) {
      import.name = walk.intern("*");
      import.alias = walk.intern_snippet(ts_node_named_child(node, 0));
      walk.add_import(import);
    } else {
      import.name = walk.intern("default");
      import.alias = walk.intern_snippet(node);
      walk.add_import(import);
    }
  }
}

/// The string of `require('x')` or `import('x')`, through `await` and members; null for anything else.
TSNode required_module(const Walk& walk, TSNode value) {
  for (int hops = 0; hops < 4; ++hops) {
    if (walk.is(value, "member_expression"))
      value = walk.child(value, Field::kObject);
    else if (walk.is(value, "await_expression"))
      value = ts_node_named_child(value, 0);
    else
      break;
  }
  if (!walk.is(value, "call_expression")) return {};
  const TSNode callee = walk.child(value, Field::kFunction);
  if (!walk.is(callee, "import") && walk.text(callee) != "require") return {};
  const TSNode argument = ts_node_named_child(walk.child(value, Field::kArguments), 0);
  return walk.is(argument, "string") ? argument : TSNode{};
}

/// `const x = require('m')`, `const {a, b: c} = require('m')`
void add_required(Walk& walk, TSNode name, TSNode value, StringId module) {
  Import import{.module = module, .begin = ts_node_start_byte(name)};
  if (walk.is(name, "identifier")) {
    import.alias = walk.intern_snippet(name);
    if (walk.is(value, "member_expression")) import.name = walk.intern_snippet(walk.name_path(value).leaf);
    walk.add_import(import);
    return;
  }
  for (auto all = walk.children(name); all.next_named();) {
    const bool pair = walk.is(all.node(), "pair_pattern");
    import.name = walk.intern_snippet(pair ? walk.child(all.node(), Field::kKey) : all.node());
    import.alias = pair ? walk.intern_snippet(walk.child(all.node(), Field::kValue)) : 0;
    import.begin = ts_node_start_byte(all.node());
    walk.add_import(import);
  }
}

/// A variable, member or property whose value is a function is that function.
void open_function(Walk& walk, SymbolDraft draft, TSNode function) {
  draft.function = function;
  draft.body = body_of(walk, function);
  draft.type = walk.child(function, Field::kReturnType);
  walk.open_symbol(draft);
  if (walk.is(draft.body, "statement_block")) return;
  walk.add_result(draft.body);  // `x => value`
  walk.add_text_result(draft.body);
}

void declare_lambda_parameter(Walk& walk, TSNode name) {
  walk.lambda_parameter(name);
  walk.declare_locals_in(name);
}

}  // namespace

Descend js_import(Walk& walk, TSNode node, const Rule&) {
  const TSNode source = walk.child(node, Field::kSource);
  Import base{.module = module_of(walk, source), .begin = ts_node_start_byte(node)};
  bool clause = false;
  for (auto all = walk.children(node); all.next();) {
    if (walk.is(all.node(), "type")) base.is_static = true;
    if (walk.is(all.node(), "import_require_clause")) {
      base.module = module_of(walk, walk.child(all.node(), Field::kSource));
      base.alias = walk.intern_snippet(ts_node_named_child(all.node(), 0));
    }
    if (!walk.is(all.node(), "import_clause")) continue;
    clause = true;
    add_clause(walk, all.node(), base);
  }
  if (!clause && base.module != 0) walk.add_import(base);
  return Descend::kNo;
}

/// A client or the like that is made and given to others; a component with all its functions is none.
bool is_short_value(const Walk& walk, TSNode value) {
  const std::string_view text = walk.text(value);
  return text.size() <= 800 && text.find("=>") == std::string_view::npos && text.find("function") == std::string_view::npos;
}

/// What `export default` gives has no name to be bound to.
void bind_default(Walk& walk, Index symbol, TSNode value) {
  const Index expression = walk.add_expression(value);
  walk.facts().bindings.push_back({symbol, walk.intern("default"), 0, expression, ts_node_start_byte(value)});
}

/// `export` around a declaration lends to it; names exported from elsewhere, or on their own, are imports with re_export.
Descend js_export(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode source = walk.child(node, Field::kSource);
  Import base{.module = module_of(walk, source), .re_export = true, .begin = ts_node_start_byte(node)};
  bool listed = false;
  for (auto all = walk.children(node); all.next();) {
    const TSNode at = all.node();
    if (walk.is(at, "export_clause")) {
      listed = true;
      add_specifiers(walk, at, base);
    } else if (walk.is(at, "namespace_export") || (walk.is(at, "*") && !ts_node_is_null(source))) {
      if (listed) continue;
      listed = true;
      base.name = walk.intern("*");
      base.alias = walk.is(at, "namespace_export") ? walk.intern_snippet(ts_node_named_child(at, 0)) : 0;
      walk.add_import(base);
    }
  }
  if (listed) return Descend::kNo;
  const TSNode value = walk.child(node, Field::kValue);
  if (walk.is(value, "identifier")) {
    base.name = walk.intern_snippet(value);
    base.alias = walk.intern("default");
    walk.add_import(base);
  }
  walk.act(node, rule);
  if (is_function(walk, value) && ts_node_is_null(walk.child(value, Field::kName))) {
    open_function(walk, {.node = node, .name_text = "default", .flags = kSymbolDefault | kSymbolPublic}, value);
  } else if (walk.is(value, "object") && !walk.in_callable()) {
    const Index symbol =
        walk.open_symbol({.node = node, .kind = Kind::kConstant, .name_text = "default", .flags = kSymbolDefault | kSymbolPublic});
    bind_default(walk, symbol, value);
  } else if ((walk.is(value, "call_expression") || walk.is(value, "new_expression")) && !walk.in_callable() &&
             is_short_value(walk, value)) {
    const SymbolDraft draft{.node = node, .kind = Kind::kField, .name_text = "default", .flags = kSymbolDefault | kSymbolPublic};
    bind_default(walk, walk.add_symbol(draft, walk.symbol()), value);
  }
  return Descend::kYes;
}

Descend js_call(Walk& walk, TSNode node, const Rule&) {
  if (const TSNode module = required_module(walk, node); !ts_node_is_null(module)) {
    walk.add_import({.module = module_of(walk, module), .begin = ts_node_start_byte(module)});
    return Descend::kNo;
  }
  const TSNode arguments = walk.child(node, Field::kArguments);
  const TSNode callee = walk.child(node, Field::kFunction);
  walk.add_unnamed_call(callee, arguments);
  const bool is_tag = walk.shape_of(arguments) == Shape::kString && !is_query_tag(walk.text(callee));
  walk.add_call(walk.name_path(callee), is_tag ? TSNode{} : arguments);
  return Descend::kYes;
}

Descend js_return(Walk& walk, TSNode node, const Rule&) {
  walk.add_result(ts_node_named_child(node, 0));
  walk.add_text_result(ts_node_named_child(node, 0));
  return Descend::kYes;
}

Descend js_variable(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, Field::kName);
  const TSNode value = walk.child(node, Field::kValue);
  if (const TSNode module = required_module(walk, value); !ts_node_is_null(module)) {
    add_required(walk, name, value, module_of(walk, module));
    if (walk.in_callable()) walk.declare_locals_in(name);
    return Descend::kNo;
  }
  if (!walk.is(name, "identifier") || ts_node_is_null(value)) return walk.act(node, rule);
  if (is_function(walk, value)) {
    if (walk.in_callable()) walk.declare_local(name);
    open_function(walk, {.node = node, .name = name}, value);
    return Descend::kYes;
  }
  if (walk.is(value, "class")) {
    walk.open_symbol({.node = node, .kind = Kind::kClass, .name = name, .body = body_of(walk, value)});
    return Descend::kYes;
  }
  return walk.act(node, rule);
}

Descend js_field(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, rule.name);
  if (ts_node_is_null(name)) return Descend::kYes;
  if (walk.is(node, "property_signature") && !walk.top().in_type) return Descend::kYes;
  const TSNode value = walk.child(node, Field::kValue);
  if (is_function(walk, value)) {
    open_function(walk, {.node = node, .kind = Kind::kMethod, .name = name}, value);
    return Descend::kYes;
  }
  const SymbolDraft draft{.node = node,
                          .kind = walk.is_constant_name(walk.text(name)) ? Kind::kConstant : Kind::kField,
                          .name = name,
                          .type = walk.child(node, Field::kType)};
  const Index symbol = walk.open_symbol(draft);
  if (!ts_node_is_null(value)) walk.top().value_begin = ts_node_start_byte(value);
  walk.add_binding(symbol, name, walk.facts().symbols[symbol].type, value);
  return Descend::kYes;
}

/// What a class says itself: `this.open = this.open.bind(this)` in its constructor is no field beside the function of that name.
void claim_names_of(Walk& walk, TSNode body) {
  for (auto all = walk.children(body); all.next_named();)
    for (const Field field : {Field::kName, Field::kProperty})
      if (const TSNode name = walk.child(all.node(), field); !ts_node_is_null(name)) walk.already_declared(name, walk.symbol());
}

Descend js_method(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode name = walk.child(node, rule.name);
  if (ts_node_is_null(name)) return Descend::kYes;
  SymbolDraft draft{
      .node = node, .kind = Kind::kMethod, .name = name, .type = walk.child(node, Field::kReturnType), .body = body_of(walk, node)};
  if (walk.text(name) == "constructor") {
    draft.kind = Kind::kConstructor;
    claim_names_of(walk, ts_node_parent(node));
  }
  if (walk.text(name).starts_with('#')) draft.flags |= kSymbolPrivate;
  walk.open_symbol(draft);
  return Descend::kYes;
}

/// `"/api": {target: "http://…"}`: what a table has under a path or a key that is computed is a binding of `[/api]`.
void bind_path(Walk& walk, TSNode key, TSNode value) {
  if (ts_node_is_null(key) || ts_node_is_null(value)) return;
  const std::string_view written = walk.text(key);
  const std::string_view inside = walk.is(key, "string") ? without_quotes(written) : std::string_view();
  const bool is_path = inside.starts_with('/') || inside.starts_with("^/");
  if ((!is_path && !written.starts_with('[')) || !walk.is(value, is_path && walk.is(value, "string") ? "string" : "object")) return;
  const std::string name = is_path ? "[" + std::string(inside) + "]" : std::string(written);
  if (name.size() > 120) return;
  const Index expression = walk.add_expression(value);
  walk.facts().bindings.push_back({walk.symbol(), walk.intern(name), 0, expression, ts_node_start_byte(key)});
}

/// The value of the only thing that a function does: to give something back.
TSNode only_result(const Walk& walk, TSNode function) {
  const TSNode body = body_of(walk, function);
  if (!walk.is(body, "statement_block")) return body;
  const TSNode last = ts_node_named_child_count(body) == 0 ? TSNode{} : ts_node_named_child(body, ts_node_named_child_count(body) - 1);
  return walk.is(last, "return_statement") ? ts_node_named_child(last, 0) : TSNode{};
}

/// `query: (id) => `users/${id}``, as RTK Query describes requests: what it gives back is a binding of `[query]`.
void bind_query(Walk& walk, TSNode key, TSNode function) {
  if (walk.text(key) != "query" || !is_function(walk, function)) return;
  const TSNode result = only_result(walk, function);
  if (ts_node_is_null(result)) return;
  const Index expression = walk.add_expression(result);
  walk.facts().bindings.push_back({walk.symbol(), walk.intern("[query]"), 0, expression, ts_node_start_byte(key)});
}

/// `name: function () {…}` in an object outside functions is a member; keys are no reads.
Descend js_pair(Walk& walk, TSNode node, const Rule&) {
  const TSNode key = walk.child(node, Field::kKey);
  const TSNode value = walk.child(node, Field::kValue);
  bind_path(walk, key, value);
  if (!ts_node_is_null(key)) bind_query(walk, key, value);
  if (walk.in_callable() || ts_node_is_null(key) || !is_function(walk, value)) return Descend::kYes;
  const std::string_view name = walk.text(key);
  const SymbolDraft draft{.node = node, .kind = Kind::kMethod, .name = key, .name_text = without_quotes(name)};
  open_function(walk, draft, value);
  return Descend::kYes;
}

/// What a file gives under a name without declaring it: `exports.users = users`, `= require('./users')`, `= require('./users').find`.
void give(Walk& walk, std::string_view name, TSNode value) {
  Import import{.alias = walk.intern(name), .re_export = true, .begin = ts_node_start_byte(value)};
  if (const TSNode module = required_module(walk, value); !ts_node_is_null(module)) {
    import.module = module_of(walk, module);
    const bool is_all = !walk.is(value, "member_expression");
    import.name = is_all ? walk.intern("*") : walk.intern_snippet(walk.name_path(value).leaf);
    if (is_all && name == "default") import.alias = 0;  // all that the other file gives
  } else if (walk.is(value, "identifier") || walk.is(value, "shorthand_property_identifier")) {
    import.name = walk.intern_snippet(value);
    if (import.alias == import.name) import.alias = 0;
  } else {
    return;
  }
  walk.add_import(import);
}

/// `module.exports = new App()`: `{ app: new App() }`: an object without another name.
void declare_given(Walk& walk, TSNode node, TSNode name, TSNode value) {
  const Index field = walk.add_symbol({.node = node, .kind = Kind::kField, .name = name, .flags = kSymbolPublic}, walk.symbol());
  walk.add_binding(field, name, 0, value);
}

/// `users: users`, `find: findUser`, `orders: require('./orders')`, `store: new Store()`
void give_entry(Walk& walk, TSNode pair) {
  const TSNode key = walk.child(pair, Field::kKey), value = walk.child(pair, Field::kValue);
  if (walk.is(key, "property_identifier") && walk.is(value, "new_expression")) return declare_given(walk, pair, key, value);
  give(walk, without_quotes(walk.text(key)), value);
}

/// `module.exports = { users, find: findUser, ...require('./orders') }`
void give_entries(Walk& walk, TSNode object) {
  int given = 0;
  for (auto all = walk.children(object); all.next_named() && given < kMostGiven; ++given) {
    const TSNode entry = all.node();
    if (walk.is(entry, "pair")) give_entry(walk, entry);
    if (walk.is(entry, "shorthand_property_identifier")) give(walk, walk.text(entry), entry);
    const TSNode module = walk.is(entry, "spread_element") ? required_module(walk, ts_node_named_child(entry, 0)) : TSNode{};
    if (!ts_node_is_null(module))
      walk.add_import(
          {.module = module_of(walk, module), .name = walk.intern("*"), .re_export = true, .begin = ts_node_start_byte(module)});
  }
}

/// `Foo.prototype.bar = function () {…}`, `exports.bar = () => …`, `module.exports = class {…}`
Descend js_assignment(Walk& walk, TSNode node, const Rule& rule) {
  const TSNode left = walk.child(node, Field::kLeft);
  const TSNode right = walk.child(node, Field::kRight);
  if (!walk.is(left, "member_expression")) return walk.act(node, rule);
  const NamePath path = walk.name_path(left);
  if (ts_node_is_null(path.leaf)) return walk.act(node, rule);
  std::string_view object = walk.text(path.object);
  const bool exported = object == "exports" || object == "module.exports" || (object == "module" && walk.text(path.leaf) == "exports");
  if (!is_function(walk, right) && !walk.is(right, "class")) {
    if (exported && !walk.in_callable()) walk.add_binding(walk.symbol(), path.leaf, 0, right);
    const bool is_whole = exported && object == "module" && !walk.in_callable();
    if (exported && !walk.in_callable()) give(walk, is_whole ? "default" : walk.text(path.leaf), right);
    if (is_whole && walk.is(right, "object")) give_entries(walk, right);
    if (is_whole && walk.is(right, "new_expression")) declare_given(walk, node, path.leaf, right);
    return walk.act(node, rule);
  }
  constexpr std::string_view kPrototype = ".prototype";
  if (object.ends_with(kPrototype)) object.remove_suffix(kPrototype.size());
  if (object == "this" || exported) object = {};
  SymbolDraft draft{.node = node, .kind = object.empty() ? Kind::kFunction : Kind::kMethod, .name = path.leaf, .receiver = object};
  if (exported) draft.flags |= kSymbolPublic;
  if (walk.is(right, "class")) {
    draft.kind = Kind::kClass;
    draft.body = body_of(walk, right);
    walk.open_symbol(draft);
  } else {
    open_function(walk, draft, right);
  }
  return Descend::kYes;
}

Descend js_identifier(Walk& walk, TSNode node, const Rule& rule) {
  if (walk.top().act == Act::kParameterList && !walk.claimed(node)) {
    walk.parameter({.node = node, .name = node});
    return Descend::kNo;
  }
  return walk.act(node, rule);
}

/// `{a, b}`, `[a]`, `a = 1`, `...rest` in a list of parameters.
Descend js_parameter_pattern(Walk& walk, TSNode node, const Rule& rule) {
  if (walk.top().act != Act::kParameterList) return walk.act(node, rule);
  const TSNode left = walk.child(node, Field::kLeft);
  ParameterDraft draft{.node = node, .name = ts_node_is_null(left) ? node : left};
  draft.has_default = !ts_node_is_null(left);
  draft.variadic = walk.is(node, "rest_pattern");
  if (draft.variadic) draft.name = ts_node_named_child(node, 0);
  walk.parameter(draft);
  return Descend::kYes;
}

Descend js_arrow_function(Walk& walk, TSNode node, const Rule& rule) {
  walk.act(node, rule);
  if (const TSNode parameter = walk.child(node, Field::kParameter); !ts_node_is_null(parameter)) {
    if (walk.top().act == Act::kSymbol && walk.top().callable != kNone && walk.top().function_begin == ts_node_start_byte(node))
      walk.add_plain_parameter(parameter);
    else
      declare_lambda_parameter(walk, parameter);
  }
  return Descend::kYes;
}

/// A function expression may have a name of its own, known only inside.
Descend js_function(Walk& walk, TSNode node, const Rule& rule) {
  walk.act(node, rule);
  if (const TSNode name = walk.child(node, Field::kName); !ts_node_is_null(name)) {
    walk.claim(name);
    if (walk.in_callable()) walk.declare_local(name);
  }
  return Descend::kYes;
}

Descend js_decorator(Walk& walk, TSNode node, const Rule&) {
  TSNode callee = ts_node_named_child(node, 0);
  TSNode arguments{};
  if (walk.is(callee, "call_expression")) {
    arguments = walk.child(callee, Field::kArguments);
    callee = walk.child(callee, Field::kFunction);
  }
  walk.annotation({.node = node, .name = callee, .arguments = arguments, .role = Role::kCall});
  return Descend::kYes;
}

/// `<UserCard …/>` calls the component; `<div>` is markup.
Descend js_jsx_name(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = walk.child(node, Field::kName);
  const NamePath path = ts_node_is_null(name) ? NamePath{} : walk.name_path(name);
  if (ts_node_is_null(path.leaf)) return Descend::kYes;
  const char first = walk.text(path.leaf).empty() ? 'a' : walk.text(path.leaf).front();
  if ((first >= 'A' && first <= 'Z') || !ts_node_is_null(path.object))
    walk.add_call(path, {});
  else
    walk.claim(path.leaf);
  return Descend::kYes;
}

}  // namespace grove::syntax
