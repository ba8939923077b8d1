#include <algorithm>

#include "syntax/tree/passed_texts.h"
#include "syntax/tree/walk.h"
#include "syntax/tree/words.h"

// What functions flow through as values, for languages that pass them around (LanguageDefinition::functions_as_values): patterns, results,
// entries of tables, calls of what a call or a table gives.
namespace grove::syntax {
namespace {

constexpr std::size_t kLongestText = 80;

bool is_short(std::string_view text) { return text.size() <= kLongestText && text.find('\n') == std::string_view::npos; }

/// `"k"`, `'k'`, `k` and `0` as a key is written in bindings.
std::string_view key_of(std::string_view index) {
  if (index.size() >= 2 && (index.front() == '"' || index.front() == '\'') && index.back() == index.front())
    return index.substr(1, index.size() - 2);
  return index;
}

/// `store || new Store()`, `store ?? new Store()`, `store or Store()`: either.
std::vector<TSNode> alternatives_of(const Walk& walk, TSNode value) {
  const bool is_sum = walk.is(value, "binary_expression") || walk.is(value, "boolean_operator");
  const std::string_view sign = is_sum ? walk.text(walk.child(value, Field::kOperator)) : std::string_view();
  if (sign != "||" && sign != "??" && sign != "or") return {value};
  return {walk.child(value, Field::kLeft), walk.child(value, Field::kRight)};
}

}  // namespace

bool Walk::may_hold_function(TSNode value) const {
  const Act act = act_of(value);
  const Shape shape = shape_of(value);
  return act == Act::kIdentifier || act == Act::kMember || act == Act::kCall || act == Act::kNew || act == Act::kAssignment ||
         shape == Shape::kArray || shape == Shape::kObject || shape == Shape::kCast;
}

void Walk::note_field(TSNode name, Index scope, Index field) {
  if (definition().functions_as_values || definition().text_flow) fields_[scoped_name(name, scope)] = field;
}

Index Walk::field_of(TSNode name) {
  if (const auto here = fields_.find(scoped_name(name, symbol())); here != fields_.end()) return here->second;
  const auto top = fields_.find(scoped_name(name, kNone));
  return top == fields_.end() ? kNone : top->second;
}

bool Walk::is_named_function(TSNode name) {
  for (Index scope = symbol();; scope = facts_->symbols[scope].parent) {
    if (const auto known = fields_.find(scoped_name(name, scope)); known != fields_.end()) return known->second == kNone;
    if (scope == kNone) return false;
  }
}

void Walk::add_rebinding(TSNode name, TSNode value) {
  if (!definition().functions_as_values || !may_hold_function(value)) return;
  if (in_callable() && locals_.contains(intern(text(name)))) {
    if (is_named_function(name)) return;
    return add_binding(symbol(), name, 0, value);
  }
  if (const Index field = field_of(name); field != kNone) add_binding(field, name, 0, value);
}

void Walk::rebind_field(TSNode name, Index type, TSNode value) {
  const auto field = fields_.find(scoped_name(name, type));
  if (!definition().functions_as_values || field == fields_.end() || field->second == kNone) return;
  for (const TSNode one : alternatives_of(*this, value))
    if (may_hold_function(one)) add_binding(field->second, name, 0, one);
}

void Walk::add_entry(TSNode entry, TSNode value) {
  const bool holds_function = definition().functions_as_values && (act_of(value) == Act::kIdentifier || act_of(value) == Act::kMember);
  if (!holds_function && !holds_path(*this, value)) return;
  const std::string_view whole = text(entry);
  if (!is_short(whole)) return;
  std::string name;
  if (whole.ends_with(']')) {
    const auto open = whole.rfind('[');
    if (open == std::string_view::npos || open == 0) return;
    name = std::string(whole.substr(0, open)) + "[" + std::string(key_of(whole.substr(open + 1, whole.size() - open - 2))) + "]";
  } else {
    const NamePath path = name_path(entry);
    const bool is_deep = !ts_node_is_null(path.object) && act_of(path.object) == Act::kMember && definition().text_flow;
    if (ts_node_is_null(path.leaf) || (act_of(path.object) != Act::kIdentifier && !is_deep)) return;
    if (contains_word(definition().self, text(path.object))) return;  // a field
    name = std::string(text(path.object)) + "[" + std::string(text(path.leaf)) + "]";
  }
  facts_->bindings.push_back({in_callable() ? symbol() : kNone, intern(name), 0, add_expression(value), ts_node_start_byte(entry)});
}

void Walk::add_member(TSNode assignment, TSNode left, TSNode value) {
  if (!definition().functions_as_values || !contains_word(definition().self, "this") || !in_callable() || symbol() == kNone) return;
  const NamePath path = name_path(left);
  if (ts_node_is_null(path.leaf) || text(path.object) != "this" || ts_node_is_null(value)) return;
  const Index type = facts_->symbols[symbol()].parent;
  if (type == kNone || !is_type(facts_->symbols[type].kind)) return;
  const bool may_declare = facts_->symbols[symbol()].kind == Kind::kConstructor && !fields_.contains(scoped_name(path.leaf, type));
  if (may_declare && !already_declared(path.leaf, type)) {
    add_symbol({.node = assignment, .kind = Kind::kField, .name = path.leaf}, type);
    add_reference(Role::kWrite, path.leaf, receiver_of(path));
  }
  const auto field = fields_.find(scoped_name(path.leaf, type));
  const bool is_declared = field != fields_.end() && field->second != kNone;
  const std::string name = is_declared ? std::string(text(path.leaf)) : "this[" + std::string(text(path.leaf)) + "]";
  for (const TSNode one : alternatives_of(*this, value)) {
    const Act act = act_of(one);
    if (act != Act::kCall && act != Act::kNew && act != Act::kIdentifier && act != Act::kMember) continue;
    facts_->bindings.push_back(
        {is_declared ? field->second : symbol(), intern(name), 0, add_expression(one), ts_node_start_byte(path.leaf)});
  }
}

void Walk::add_result(TSNode value) {
  if (is(value, "conditional_expression") && ts_node_named_child_count(value) == 3) {  // Python's `a if b else c`
    add_result(ts_node_named_child(value, 0));
    return add_result(ts_node_named_child(value, 2));
  }
  if (!definition().functions_as_values || !may_hold_function(value)) return;
  for (std::size_t i = frames_.size(); i-- > 0;) {
    const Frame& frame = frames_[i];
    if (frame.act == Act::kScope && frame.in_callable) return;  // a function without a name gives it back
    if (frame.act != Act::kSymbol) continue;
    if (frame.symbol == kNone || !is_callable(facts_->symbols[frame.symbol].kind)) return;
    const std::string_view declared = facts_->text(facts_->symbols[frame.symbol].type);
    if (!declared.empty() && declared.find("Callable") == std::string_view::npos) return;  // a type of a function doesn't say which
    facts_->bindings.push_back({frame.symbol, intern("return"), 0, add_expression(value), ts_node_start_byte(value)});
    return;
  }
}

void Walk::bind_written(TSNode name, std::string written) {
  const auto value = static_cast<Index>(facts_->expressions.size());
  const std::uint32_t begin = ts_node_start_byte(name);
  facts_->expressions.push_back({Expression::Kind::kOther, intern(written), 0, 0, begin});
  const Index field = in_callable() ? symbol() : field_of(name);
  facts_->bindings.push_back({field, intern(text(name)), 0, value, begin});
}

void Walk::bind_list(TSNode pattern, TSNode value, int depth) {
  std::vector<TSNode> names, values;
  for (auto all = children(pattern); names.size() < 32 && all.next_named();) names.push_back(all.node());
  const bool listed = shape_of(value) == Shape::kArray;
  if (listed)
    for (auto all = children(value); values.size() < 64 && all.next_named();) values.push_back(all.node());
  bool starred = false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (act_of(names[i]) == Act::kNone && (is(names[i], "list_splat_pattern") || is(names[i], "rest_pattern"))) {
      starred = true;
      continue;
    }
    const std::size_t from_end = names.size() - i;
    if (listed && from_end <= values.size() && i < values.size())
      bind_pattern(names[i], starred ? values[values.size() - from_end] : values[i], depth + 1);
    else if (!listed && !starred && act_of(names[i]) == Act::kIdentifier)
      bind_written(names[i], std::string(text(value)) + "[" + std::to_string(i) + "]");
  }
}

void Walk::bind_pattern(TSNode pattern, TSNode value, int depth) {
  if (!definition().functions_as_values || depth > 4 || ts_node_is_null(pattern) || ts_node_is_null(value)) return;
  if (act_of(pattern) == Act::kIdentifier) {
    if (!may_hold_function(value)) return;
    const Index field = in_callable() ? symbol() : field_of(pattern);
    return add_binding(field, pattern, 0, value);
  }
  if (shape_of(value) != Shape::kArray && (!may_hold_function(value) || !is_short(text(value)))) return;
  const std::string_view type = ts_node_type(pattern);
  if (type == "pattern_list" || type == "tuple_pattern" || type == "list_pattern" || type == "array_pattern")
    return bind_list(pattern, value, depth);
  if (type != "object_pattern") return;
  for (auto all = children(pattern); all.next_named();) {
    if (is(all.node(), "rest_pattern")) {  // what is left of it
      if (const TSNode rest = ts_node_named_child(all.node(), 0); !ts_node_is_null(rest) && act_of(rest) == Act::kIdentifier)
        bind_written(rest, std::string(text(value)));
      continue;
    }
    const TSNode key = child(all.node(), Field::kKey);
    const TSNode name = ts_node_is_null(key) ? all.node() : child(all.node(), Field::kValue);
    if (act_of(name) == Act::kIdentifier)
      bind_written(name, std::string(text(value)) + "." + std::string(text(ts_node_is_null(key) ? name : key)));
  }
}

void Walk::add_unnamed_call(TSNode callee, TSNode arguments) {
  if (!definition().functions_as_values || ts_node_is_null(callee) || ts_node_is_null(arguments) || !is_short(text(callee))) return;
  if (act_of(callee) != Act::kCall && !is(callee, "subscript") && !is(callee, "subscript_expression")) return;
  const std::uint32_t begin = ts_node_start_byte(arguments);
  if (begin >= text_.size() || text_[begin] != '(') return;
  const std::uint32_t count = std::min(ts_node_named_child_count(arguments), 255U);
  const auto reference = static_cast<Index>(facts_->references.size());
  facts_->references.push_back({Role::kCall, 0, static_cast<std::uint8_t>(count), intern("("), intern(text(callee)), symbol(), begin});
  if (count > 0 && worth_keeping(arguments)) keep_arguments(reference, arguments);
}

}  // namespace grove::syntax
