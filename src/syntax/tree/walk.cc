#include "syntax/tree/walk.h"

#include <algorithm>

namespace grove::syntax {
Walk::Walk() { frames_.reserve(64); }

void Walk::reset(const Grammar& grammar, std::string_view text, std::uint32_t lines, Facts& facts) {
  grammar_ = &grammar;
  text_ = text;
  facts_ = &facts;
  frames_.clear();
  Frame file;
  file.body_begin = 0;
  file.function_begin = UINT32_MAX;
  file.end = static_cast<std::uint32_t>(text.size());
  frames_.push_back(file);
  claims_.reset(text.size());
  locals_.reset();
  extents_.clear();
  comments_.reset(text);
  line_depths_.reset(lines);
  declared_.clear();
  outer_.clear();
  fields_.clear();
  broken_.clear();
  open_calls_.clear();
  statement_ = {};
  remembered_ = {};
  depth_ = 0;
  pending_depth_ = UINT32_MAX;
  too_deep_ = false;
}

void Walk::run(const Grammar& grammar, const TSTree* tree, std::string_view text, const WalkLimits& limits, std::uint32_t lines,
               Facts& facts) {
  reset(grammar, text, lines, facts);
  traverse(tree, limits);
  for (Frame& frame : frames_) frame.until = 0;
  leave_to(0);
  if (grammar.definition().finish != nullptr) grammar.definition().finish(*this);
}

void Walk::traverse(const TSTree* tree, const WalkLimits& limits) {
  cursor_ = ts_tree_cursor_new(ts_tree_root_node(tree));
  for (bool done = false; !done;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor_);
    const TSSymbol symbol = ts_node_symbol(node);
    line_depths_.visit(ts_node_start_point(node).row, depth_, ts_node_is_named(node));
    if (!broken_.empty() && broken_.back().depth == depth_) note_broken(node);
    Descend descend = Descend::kYes;
    if (!grammar_->is_plain(symbol)) {
      descend = enter(node, grammar_->rule(symbol));
    } else if (depth_ == pending_depth_ && ts_node_is_named(node)) {
      drop_pending();
    }
    if (descend == Descend::kYes && depth_ >= limits.depth) {
      too_deep_ = too_deep_ || ts_node_child_count(node) > 0;
      descend = Descend::kNo;
    }
    if (descend == Descend::kYes && ts_tree_cursor_goto_first_child(&cursor_)) {
      ++depth_;
      if (ts_node_is_error(node)) broken_.push_back({.depth = depth_, .end = ts_node_end_byte(node)});
      continue;
    }
    for (leave_to(depth_); !ts_tree_cursor_goto_next_sibling(&cursor_); leave_to(depth_)) {
      if (!ts_tree_cursor_goto_parent(&cursor_)) {
        done = true;
        break;
      }
      if (!broken_.empty() && broken_.back().depth == depth_) broken_.pop_back();
      --depth_;
    }
  }
  ts_tree_cursor_delete(&cursor_);
}

Descend Walk::enter(TSNode node, const Rule& rule) {
  const bool ends_pending = depth_ == pending_depth_ && rule.act != Act::kAnnotation && rule.act != Act::kComment;
  const Descend descend = rule.hook != nullptr ? rule.hook(*this, node, rule) : act(node, rule);
  if (ends_pending && pending_depth_ == depth_) drop_pending();
  return descend;
}

Descend Walk::act(TSNode node, const Rule& rule) {
  switch (rule.act) {
    case Act::kNone: return Descend::kYes;
    case Act::kSkip: return Descend::kNo;
    case Act::kSymbol: return do_symbol(node, rule);
    case Act::kVariable: return do_variable(node, rule);
    case Act::kWrapper: return do_wrapper(node, rule);
    case Act::kScope: return do_scope(node, rule);
    case Act::kLambda: return do_lambda(node, rule);
    case Act::kBody: return do_body(node);
    case Act::kParameterList: push_frame(Act::kParameterList, node); return Descend::kYes;
    case Act::kParameter: return do_parameter(node, rule);
    case Act::kTypeParameter: return do_type_parameter(node, rule);
    case Act::kCall: return do_call(node, rule);
    case Act::kArguments:
      if (top().region != Frame::Region::kValue) push_frame(Act::kArguments, node).region = Frame::Region::kValue;
      return Descend::kYes;
    case Act::kNew: return do_new(node, rule);
    case Act::kMember: return do_member(node, rule);
    case Act::kPath: return do_path(node);
    case Act::kGeneric: return Descend::kYes;
    case Act::kFieldName: return do_field_name(node);
    case Act::kIdentifier: return do_identifier(node);
    case Act::kTypeName: return do_type_name(node);
    case Act::kInherit: push_frame(Act::kInherit, node).region = Frame::Region::kInherit; return Descend::kYes;
    case Act::kTypeRegion: push_frame(Act::kTypeRegion, node).region = Frame::Region::kType; return Descend::kYes;
    case Act::kAssignment: return do_assignment(node, rule);
    case Act::kAnnotation: return do_annotation(node, rule);
    case Act::kComment: comments_.add({ts_node_start_byte(node), ts_node_end_byte(node)}); return Descend::kNo;
    case Act::kDeclare: declare_locals_in(rule.name == Field::kNone ? node : child(node, rule.name)); return Descend::kYes;
    case Act::kNamed:
      if (const TSNode name = child(node, rule.name); !ts_node_is_null(name)) claim(name);
      return Descend::kYes;
    case Act::kStatement: statement_ = {ts_node_start_byte(node), ts_node_end_byte(node)}; return Descend::kYes;
    case Act::kLabel:
      if (const TSNode label = ts_node_named_child(node, 0); !ts_node_is_null(label)) claim(label);
      return Descend::kYes;
  }
  return Descend::kYes;
}

Frame& Walk::push_frame(Act act, TSNode node) {
  Frame frame = frames_.back();
  frame.depth = depth_;
  frame.act = act;
  frame.begin = ts_node_start_byte(node);
  frame.end = ts_node_end_byte(node);
  frame.signature_begin = frame.begin;
  frame.last_symbol = kNone;
  frame.next_symbol = static_cast<Index>(facts_->symbols.size());
  frame.function_begin = UINT32_MAX;
  frame.until = 0;
  frame.kind = Kind::kField;
  frame.type = 0;
  frame.locals = locals_.mark();
  frame.annotations = facts_->annotations.size();
  frame.type_parameters = facts_->type_parameters.size();
  frames_.push_back(frame);
  return frames_.back();
}

bool Walk::goes_on(const Frame& frame) const {
  return frame.until != 0 && frame.until > ts_node_end_byte(ts_tree_cursor_current_node(&cursor_));
}

void Walk::leave_to(std::uint32_t depth) {
  if (pending_depth_ != UINT32_MAX && pending_depth_ > depth) drop_pending();
  while (frames_.size() > 1 && frames_.back().depth >= depth && !goes_on(frames_.back())) {
    const Frame frame = frames_.back();
    frames_.pop_back();
    if (frame.act == Act::kSymbol || frame.act == Act::kScope) locals_.leave(frame.locals);
    if (frame.act == Act::kSymbol) close_symbol(frame);
    if (frame.act == Act::kWrapper) close_wrapper(frame);
  }
}

void Walk::drop_pending() {
  for (std::size_t i = pending_annotations_; i < facts_->annotations.size(); ++i)
    if (Annotation& annotation = facts_->annotations[i]; annotation.symbol == kNone) annotation.symbol = top().symbol;
  pending_depth_ = UINT32_MAX;
}

Frame* Walk::symbol_frame() {
  for (std::size_t i = frames_.size(); i > 1; --i)
    if (frames_[i - 1].act == Act::kSymbol) return &frames_[i - 1];
  return nullptr;
}

}  // namespace grove::syntax
