#include <algorithm>
#include <cctype>

#include "syntax/tree/literals.h"
#include "syntax/tree/passed_texts.h"
#include "syntax/tree/walk.h"
#include "syntax/tree/words.h"

namespace grove::syntax {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

/// `User`, `HTTPServer2`; not `MAX_SIZE`, `T`.
bool reads_as_type(std::string_view name) {
  return name.size() > 1 && is_upper(name.front()) && std::any_of(name.begin(), name.end(), is_lower);
}

}  // namespace

/// `MAX_SIZE`, `PI`: read as constants in every language.
bool Walk::is_constant_name(std::string_view name) const {
  return name.size() > 1 && std::none_of(name.begin(), name.end(), is_lower) && std::any_of(name.begin(), name.end(), is_upper);
}

Descend Walk::do_symbol(TSNode node, const Rule& rule) {
  SymbolDraft draft;
  draft.node = node;
  draft.kind = rule.kind;
  draft.name = child(node, rule.name);
  draft.type = child(node, rule.type);
  draft.body = child(node, rule.body);
  if (ts_node_is_null(draft.name)) return Descend::kYes;
  open_symbol(draft);
  if (const TSNode value = child(node, rule.value); !ts_node_is_null(value)) {
    top().value_begin = ts_node_start_byte(value);
    add_binding(symbol(), draft.name, facts_->symbols[symbol()].type, value);
  }
  return Descend::kYes;
}

Descend Walk::do_variable(TSNode node, const Rule& rule) {
  const TSNode name = child(node, rule.name);
  if (ts_node_is_null(name)) return Descend::kYes;
  const TSNode value = child(node, rule.value);
  const TSNode own_type = child(node, rule.type);
  const StringId type = !ts_node_is_null(own_type) ? intern_type(own_type) : top().act == Act::kWrapper ? top().type : 0;
  if (act_of(name) != Act::kIdentifier) {
    if (in_callable())
      declare_locals_in(name);
    else
      add_pattern_symbols(name);
    bind_pattern(name, value);
    return Descend::kYes;
  }
  if (in_callable()) {
    claim(name);
    declare_local(name);
    add_binding(symbol(), name, type, value);
    add_text_choices(symbol(), name, value);
    return Descend::kYes;
  }
  const Kind kind = top().act == Act::kWrapper ? top().kind : Kind::kField;
  const SymbolDraft draft{
      .node = node, .kind = kind == Kind::kField && is_constant_name(text(name)) ? Kind::kConstant : kind, .name = name};
  const Index index = open_symbol(draft);
  facts_->symbols[index].type = type;
  if (!ts_node_is_null(value)) top().value_begin = ts_node_start_byte(value);
  add_binding(index, name, type, value);
  add_text_choices(index, name, value);
  return Descend::kYes;
}

Descend Walk::do_wrapper(TSNode node, const Rule& rule) {
  const TSNode type_node = child(node, rule.type);
  const std::uint32_t type_end = ts_node_is_null(type_node) ? ts_node_start_byte(node) : ts_node_end_byte(type_node);
  const StringId type = intern_type(type_node);
  const Frame outer = top();
  Frame& frame = push_frame(Act::kWrapper, node);
  frame.type = type;
  frame.type_end = type_end;
  if (outer.act == Act::kWrapper && outer.last_symbol == kNone) {
    if (frame.next_symbol == outer.next_symbol) frame.begin = outer.begin;
    frame.signature_begin = outer.signature_begin;
    frame.annotations = outer.annotations;
    frame.type_parameters = outer.type_parameters;
    if (frame.type == 0) frame.type = outer.type;
  }
  if (pending_depth_ == depth_) {
    frame.annotations = std::min(frame.annotations, pending_annotations_);
    pending_depth_ = UINT32_MAX;
  }
  return Descend::kYes;
}

Descend Walk::do_scope(TSNode node, const Rule&) {
  if (top().act == Act::kSymbol && top().function_begin == ts_node_start_byte(node)) return Descend::kYes;
  Frame& frame = push_frame(Act::kScope, node);
  frame.in_callable = true;
  frame.in_type = false;
  frame.callable = kNone;
  frame.lambda = kNone;
  frame.region = Frame::Region::kValue;
  return Descend::kYes;
}

Descend Walk::do_lambda(TSNode node, const Rule& rule) {
  if (top().act == Act::kSymbol && top().function_begin == ts_node_start_byte(node)) return Descend::kYes;
  const ByteRange range{ts_node_start_byte(node), ts_node_end_byte(node)};
  const Index call = call_around(range);
  do_scope(node, rule);
  top().lambda = static_cast<Index>(facts_->lambdas.size());
  facts_->lambdas.push_back({.call = call, .range = range});
  return Descend::kYes;
}

void Walk::lambda_parameter(TSNode name, StringId type) {
  if (top().lambda == kNone || ts_node_is_null(name)) return;
  Lambda& lambda = facts_->lambdas[top().lambda];
  if (lambda.parameter != 0) {
    const ByteRange range = lambda.range;
    if (type != 0) facts_->lambdas.push_back({.parameter = intern_snippet(name), .type = type, .range = range});
    return;
  }
  lambda.parameter = intern_snippet(name);
  lambda.type = type;
}

void Walk::note_open_call(Index reference) {
  const TSNode call = ts_tree_cursor_current_node(&cursor_);
  const std::uint32_t begin = facts_->references[reference].begin;
  while (!open_calls_.empty() && open_calls_.back().end <= begin) open_calls_.pop_back();
  open_calls_.push_back({.reference = reference, .begin = begin, .end = ts_node_end_byte(call)});
}

/// A chain is seen from its end: what is passed to `a` of `a(f).b(g)` stands before the name of `b`.
Index Walk::call_around(ByteRange lambda) {
  while (!open_calls_.empty() && open_calls_.back().end <= lambda.begin) open_calls_.pop_back();
  Index call = kNone;
  for (std::size_t i = open_calls_.size(); i-- > 0;) {
    if (open_calls_[i].end < lambda.end || open_calls_[i].begin > lambda.begin) continue;
    call = open_calls_[i].reference;
    break;
  }
  open_calls_.push_back({.reference = kNone, .begin = lambda.begin, .end = lambda.end});
  return call;
}

Descend Walk::do_body(TSNode node) {
  if (top().act == Act::kSymbol) top().body_begin = std::min(top().body_begin, ts_node_start_byte(node));
  return Descend::kYes;
}

Descend Walk::do_parameter(TSNode node, const Rule& rule) {
  const TSNode name = child(node, rule.name);
  if (!ts_node_is_null(name))
    parameter({.node = node, .name = name, .type = child(node, rule.type), .has_default = !ts_node_is_null(child(node, rule.value))});
  return Descend::kYes;
}

void Walk::parameter(const ParameterDraft& draft) {
  const Frame outer = top();
  if (outer.act == Act::kParameter) return;
  const Index index = note_parameter(draft, outer);
  Frame& frame = push_frame(Act::kParameter, draft.node);
  frame.parameter = index;
  frame.callable = kNone;
}

Index Walk::bare_parameter(const ParameterDraft& draft) {
  const Frame outer = top();
  return note_parameter(draft, outer);
}

void Walk::further_parameter(const ParameterDraft& draft) {
  if (top().act == Act::kParameter && frames_.size() > 1) note_parameter(draft, frames_[frames_.size() - 2]);
}

Index Walk::note_parameter(const ParameterDraft& draft, const Frame& outer) {
  Index index = kNone;
  if (outer.callable != kNone && ts_node_start_byte(draft.node) < outer.body_begin) {
    index = static_cast<Index>(facts_->parameters.size());
    const StringId name = ts_node_is_null(draft.name) ? 0 : intern_snippet(draft.name);
    const StringId type = draft.type_text.empty() ? intern_type(draft.type) : intern_snippet(draft.type_text);
    facts_->parameters.push_back({outer.callable, name, type, draft.has_default, draft.variadic, ts_node_start_byte(draft.node)});
    Symbol& callable = facts_->symbols[outer.callable];
    if (callable.arity < 255) ++callable.arity;
    if (draft.variadic) callable.flags |= kSymbolVariadic;
  }
  if (ts_node_is_null(draft.name)) return index;
  if (outer.callable == kNone) lambda_parameter(draft.name, draft.type_text.empty() ? intern_type(draft.type) : intern(draft.type_text));
  if (outer.in_callable) declare_locals_in(draft.name);
  if (act_of(draft.name) == Act::kIdentifier) claim(draft.name);
  return index;
}

Descend Walk::do_type_parameter(TSNode node, const Rule& rule) {
  if (const TSNode name = child(node, rule.name); !ts_node_is_null(name))
    type_parameter(node, name, intern_snippet(child(node, rule.type)));
  return Descend::kYes;
}

void Walk::type_parameter(TSNode node, TSNode name, StringId bound) {
  facts_->type_parameters.push_back({symbol(), intern_snippet(name), bound});
  claim(name);
  push_frame(Act::kTypeRegion, node).region = Frame::Region::kType;
}

void Walk::type_parameter_name(TSNode name) {
  facts_->type_parameters.push_back({symbol(), intern_snippet(name), 0});
  claim(name);
}

/// `a.b.C<T>` as a row of children: the last that names something is the name.
NamePath Walk::path_of_children(TSNode node) const {
  const std::uint32_t count = ts_node_named_child_count(node);
  if (count > 16) return {};
  for (std::uint32_t i = count; i-- > 0;) {
    NamePath path = name_path(ts_node_named_child(node, i));
    if (ts_node_is_null(path.leaf)) continue;
    if (i == 0 || !ts_node_is_null(path.object)) return path;
    path.object = ts_node_named_child(node, i - 1);
    path.begin = ts_node_start_byte(node);
    return path;
  }
  return {};
}

NamePath Walk::name_path(TSNode node) const {
  for (int hops = 0; hops < 8 && !ts_node_is_null(node); ++hops) {
    const Rule& rule = grammar_->rule(ts_node_symbol(node));
    if (rule.act == Act::kIdentifier || rule.act == Act::kTypeName || rule.act == Act::kFieldName) return {.leaf = node};
    if (rule.act == Act::kPath || (rule.act == Act::kMember && rule.name == Field::kNone)) return path_of_children(node);
    if (rule.act == Act::kGeneric) {
      node = ts_node_named_child(node, 0);
      continue;
    }
    if (rule.act != Act::kMember) return {};
    const TSNode name = child(node, rule.name);
    TSNode object = child(node, rule.object);
    if (ts_node_is_null(name)) return {};
    // `::name`: asked of the outermost scope.
    if (const TSNode first = ts_node_child(node, 0); ts_node_is_null(object) && text(first) == "::") object = first;
    if (ts_node_child_count(name) == 0) return {.leaf = name, .object = object};
    // `a::b<T>`, `f<T>`: the name itself has an inner structure.
    NamePath inner = name_path(name);
    if (ts_node_is_null(inner.object)) inner.object = object;
    if (!ts_node_is_null(object)) inner.begin = ts_node_start_byte(object);
    return inner;
  }
  return {};
}

void Walk::claim_path(TSNode node) {
  for (int hops = 0; hops < 32 && !ts_node_is_null(node); ++hops) {
    const NamePath part = name_path(node);
    if (ts_node_is_null(part.leaf)) return;
    claim(part.leaf);
    node = part.object;
  }
}

StringId Walk::receiver_of(const NamePath& path) {
  const TSNode object = path.object;
  if (ts_node_is_null(object)) return 0;
  const std::uint32_t begin = std::min(path.begin, ts_node_start_byte(object));
  const std::string_view whole = text_.substr(begin, ts_node_end_byte(object) - begin);
  if (whole.size() <= 80 && whole.find('\n') == std::string_view::npos) return intern(whole);
  const Rule& rule = grammar_->rule(ts_node_symbol(object));
  if (rule.act == Act::kCall) {
    const TSNode callee = callee_of(object, rule);
    const TSNode leaf = rule.object != Field::kNone ? callee : name_path(callee).leaf;
    if (!ts_node_is_null(leaf)) {
      scratch_.assign("….").append(text(leaf)).append("()");
      return intern(scratch_);
    }
  }
  return intern("…");
}

void Walk::note_object(TSNode object) {
  if (ts_node_is_null(object) || act_of(object) != Act::kIdentifier || claimed(object)) return;
  if (definition().capital_is_type && reads_as_type(text(object))) {
    add_reference(Role::kType, object);
  } else if (contains_word(definition().self, text(object))) {
    claim(object);
  }
}

void Walk::add_reference(Role role, TSNode leaf, StringId receiver, std::uint8_t arity, std::uint8_t flags) {
  claim(leaf);
  facts_->references.push_back({role, flags, arity, intern(text(leaf)), receiver, symbol(), ts_node_start_byte(leaf)});
}

void Walk::add_call(const NamePath& path, TSNode arguments, std::uint8_t flags) {
  if (ts_node_is_null(path.leaf) || claimed(path.leaf)) return;
  note_object(path.object);
  const std::uint32_t count = ts_node_is_null(arguments) ? 0 : ts_node_named_child_count(arguments);
  const auto reference = static_cast<Index>(facts_->references.size());
  add_reference(Role::kCall, path.leaf, receiver_of(path), static_cast<std::uint8_t>(std::min(count, 255U)), flags);
  note_open_call(reference);
  const bool is_query = !ts_node_is_null(arguments) && is_query_tag(text(path.leaf));  // a template has no children where nothing is put in
  if (is_query || (count > 0 && worth_keeping(arguments))) keep_arguments(reference, arguments);
}

void Walk::add_constant_object(TSNode type_name, TSNode arguments) {
  if (ts_node_is_null(type_name) || ts_node_is_null(arguments)) return;
  const std::uint32_t count = ts_node_named_child_count(arguments);
  const auto reference = static_cast<Index>(facts_->references.size());
  facts_->references.push_back({Role::kCall, kReferenceNew, static_cast<std::uint8_t>(std::min(count, 255U)), intern(text(type_name)), 0,
                                symbol(), ts_node_start_byte(type_name)});
  note_open_call(reference);
  if (count > 0 && worth_keeping(arguments)) keep_arguments(reference, arguments);
}

void Walk::keep_arguments(Index reference, TSNode arguments) {
  const StringId name = facts_->references[reference].name;
  // AngularJS declares all requests for a resource in one call, which are many.
  const bool is_table = definition().functions_as_values && facts_->text(name) == "$resource";
  const Index expression = is_table ? add_arguments(name, arguments) : add_passed_arguments(name, arguments);
  facts_->call_arguments.push_back({reference, expression, ts_node_end_byte(ts_tree_cursor_current_node(&cursor_))});
  if (!is_table) return;
  for (auto all = children(arguments); all.next_named();) {
    if (shape_of(all.node()) != Shape::kObject) continue;
    for (auto entries = children(all.node()); entries.next_named();)  // each has a place
      if (const TSNode key = child(entries.node(), Field::kKey); !ts_node_is_null(key)) add_reference(Role::kRead, key);
  }
}

Descend Walk::do_call(TSNode node, const Rule& rule) {
  const TSNode callee = callee_of(node, rule);
  if (ts_node_is_null(callee)) return Descend::kYes;
  const NamePath path = rule.object != Field::kNone ? NamePath{.leaf = callee, .object = child(node, rule.object)} : name_path(callee);
  if (ts_node_is_null(path.leaf)) add_unnamed_call(callee, arguments_of(node, rule));
  add_call(path, arguments_of(node, rule));
  return Descend::kYes;
}

Descend Walk::do_new(TSNode node, const Rule& rule) {
  const TSNode type = made_type_of(node, rule);
  if (!ts_node_is_null(type)) add_call(name_path(type), arguments_of(node, rule), kReferenceNew);
  return Descend::kYes;
}

Descend Walk::do_member(TSNode node, const Rule&) {
  const NamePath path = name_path(node);
  if (ts_node_is_null(path.leaf)) return Descend::kYes;
  note_object(path.object);
  if (claimed(path.leaf)) return Descend::kYes;
  const Frame::Region region = top().region;
  if (region != Frame::Region::kValue || act_of(path.leaf) == Act::kTypeName) {
    add_reference(region == Frame::Region::kInherit ? Role::kInherit : Role::kType, path.leaf, receiver_of(path));
    claim_path(path.object);
  } else if (definition().member_reads) {
    add_reference(Role::kRead, path.leaf, receiver_of(path));
  } else {
    claim(path.leaf);
  }
  return Descend::kYes;
}

/// The whole path is one use of its last name.
Descend Walk::do_path(TSNode node) {
  const NamePath path = path_of_children(node);
  if (ts_node_is_null(path.leaf) || claimed(path.leaf)) return Descend::kYes;
  const bool inherit = top().region == Frame::Region::kInherit;
  if (contains_word(definition().builtin_types, text(path.leaf)))
    claim(path.leaf);
  else
    add_reference(inherit ? Role::kInherit : Role::kType, path.leaf,
                  inherit && ts_node_is_null(path.object) ? top().receiver : receiver_of(path));
  claim_path(path.object);
  const std::uint32_t count = std::min(ts_node_named_child_count(node), 16U);
  for (std::uint32_t i = 0; i < count; ++i)
    if (const TSNode part = ts_node_named_child(node, i); act_of(part) == Act::kIdentifier || act_of(part) == Act::kTypeName) claim(part);
  return Descend::kYes;
}

Descend Walk::do_field_name(TSNode node) {
  if (!claimed(node) && definition().member_reads) add_reference(Role::kRead, node);
  return Descend::kNo;
}

Descend Walk::do_identifier(TSNode node) {
  if (claimed(node)) return Descend::kNo;
  const std::string_view name = text(node);
  if (name.empty()) return Descend::kNo;
  switch (top().region) {
    case Frame::Region::kType:
      if (contains_word(definition().builtin_types, name)) return Descend::kNo;
      add_reference(Role::kType, node);
      return Descend::kNo;
    case Frame::Region::kInherit: add_reference(Role::kInherit, node, top().receiver); return Descend::kNo;
    case Frame::Region::kValue: break;
  }
  if (locals_.contains(intern(name)) || contains_word(definition().self, name)) return Descend::kNo;
  add_reference(Role::kRead, node);
  return Descend::kNo;
}

Descend Walk::do_type_name(TSNode node) {
  if (claimed(node) || contains_word(definition().inferred, text(node)) || contains_word(definition().self, text(node)) ||
      contains_word(definition().builtin_types, text(node)))
    return Descend::kNo;
  const bool inherit = top().region == Frame::Region::kInherit;
  add_reference(inherit ? Role::kInherit : Role::kType, node, inherit ? top().receiver : 0);
  return Descend::kNo;
}

Descend Walk::do_assignment(TSNode node, const Rule& rule) {
  const TSNode left = child(node, rule.name);
  if (ts_node_is_null(left)) return Descend::kYes;
  const bool declares = in_callable() && definition().assignment_declares;
  const TSNode value = child(node, rule.value);
  const bool changes = changes_what_was(*this, node);
  if (act_of(left) == Act::kIdentifier) {
    const StringId name = intern(text(left));
    if (!locals_.contains(name)) {
      if (declares && !changes && !outer_.contains(scoped_name(left, symbol())))
        declare_local(left);
      else
        add_reference(Role::kWrite, left);
    }
    if (declares && !changes && locals_.contains(name)) {
      add_binding(symbol(), left, intern_snippet(child(node, rule.type)), value);
    } else {
      if (!changes) add_rebinding(left, value);
      add_text_assignment(node, left, value);
    }
    claim(left);
    return Descend::kYes;
  }
  if (!changes) add_entry(left, value);
  if (!changes) add_member(node, left, value);
  add_text_assignment(node, left, value);
  if (const NamePath path = name_path(left); !ts_node_is_null(path.leaf) && !claimed(path.leaf)) {
    note_object(path.object);
    add_reference(Role::kWrite, path.leaf, receiver_of(path));
    return Descend::kYes;
  }
  if (declares) declare_locals_in(left);
  if (!changes) bind_pattern(left, value);
  return Descend::kYes;
}

Descend Walk::do_annotation(TSNode node, const Rule& rule) {
  annotation({.node = node, .name = child(node, rule.name), .arguments = child(node, rule.arguments)});
  return Descend::kYes;
}

void Walk::annotation(const AnnotationDraft& draft) {
  if (ts_node_is_null(draft.name)) return;
  const StringId name = intern_snippet(draft.name);
  Annotation annotation{kNone, kNone, name, kNone, ts_node_start_byte(draft.node)};
  const std::uint32_t end = ts_node_end_byte(draft.node);
  Frame& frame = top();
  if (frame.act == Act::kParameter) {
    annotation.parameter = frame.parameter;
    annotation.symbol = frame.symbol;
  } else if (frame.act == Act::kSymbol && annotation.begin < frame.body_begin) {
    annotation.symbol = frame.symbol;
    if (end <= facts_->symbols[frame.symbol].name_range.begin) frame.signature_begin = end;
  } else if (frame.act == Act::kWrapper) {
    frame.signature_begin = end;
  } else if (pending_depth_ == UINT32_MAX) {
    pending_depth_ = depth_;
    pending_annotations_ = facts_->annotations.size();
  }
  if (!ts_node_is_null(draft.arguments)) annotation.arguments = add_arguments(name, draft.arguments);
  facts_->annotations.push_back(annotation);
  const NamePath path = name_path(draft.name);
  if (!ts_node_is_null(path.leaf)) add_reference(draft.role, path.leaf, receiver_of(path));
}

void Walk::add_tag(Index symbol, TSNode literal) {
  const StringId name = intern("tag");
  const auto call = static_cast<Index>(facts_->expressions.size());
  const std::uint32_t begin = ts_node_start_byte(literal);
  facts_->expressions.push_back({Expression::Kind::kCall, name, call + 1, 1, begin});
  add_expression(literal);
  facts_->annotations.push_back({symbol, kNone, name, call, begin});
}

bool Walk::already_declared(TSNode name, Index scope) { return !declared_.insert(scoped_name(name, scope)).second; }

void Walk::add_pattern_symbols(TSNode pattern, int depth) {
  if (depth > 6) return;
  if (act_of(pattern) == Act::kIdentifier) {
    if (!claimed(pattern)) add_symbol({.node = pattern, .kind = Kind::kField, .name = pattern}, symbol());
    return;
  }
  for (auto all = children(pattern); all.next_named();) add_pattern_symbols(all.node(), depth + 1);
}

void Walk::declare_local(TSNode name) { locals_.declare(intern(text(name))); }

void Walk::declare_locals_in(TSNode pattern, int depth) {
  if (ts_node_is_null(pattern) || depth > 6 || !in_callable()) return;
  if (act_of(pattern) == Act::kIdentifier) {
    declare_local(pattern);
    claim(pattern);
    return;
  }
  if (act_of(pattern) != Act::kNone && act_of(pattern) != Act::kAssignment && act_of(pattern) != Act::kVariable &&
      act_of(pattern) != Act::kDeclare)
    return;
  for (auto all = children(pattern); all.next_named();) declare_locals_in(all.node(), depth + 1);
}

}  // namespace grove::syntax
