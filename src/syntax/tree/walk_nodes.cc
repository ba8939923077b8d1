#include <cctype>

#include "syntax/tree/walk.h"
#include "syntax/tree/words.h"

namespace grove::syntax {

std::string_view Walk::text(TSNode node) const {
  if (ts_node_is_null(node)) return {};
  const std::uint32_t begin = ts_node_start_byte(node);
  const std::uint32_t end = ts_node_end_byte(node);
  return begin <= end && end <= text_.size() ? text_.substr(begin, end - begin) : std::string_view{};
}

TSNode Walk::child(TSNode node, Field field) const {
  const TSFieldId id = grammar_->field(field);
  return id == 0 || ts_node_is_null(node) ? TSNode{} : ts_node_child_by_field_id(node, id);
}

TSNode Walk::callee_of(TSNode call, const Rule& rule) const {
  return rule.name != Field::kNone ? child(call, rule.name) : ts_node_named_child(call, 0);
}

TSNode Walk::arguments_of(TSNode call, const Rule& rule) const {
  if (rule.arguments != Field::kNone) return child(call, rule.arguments);
  for (std::uint32_t i = 0; i < 4; ++i) {
    const TSNode at = ts_node_named_child(call, i);
    if (ts_node_is_null(at)) return at;
    if (act_of(at) != Act::kArguments) continue;
    const TSNode inner = ts_node_named_child(at, 0);  // a suffix around the list
    return act_of(inner) == Act::kArguments ? inner : at;
  }
  return {};
}

TSNode Walk::made_type_of(TSNode creation, const Rule& rule) const {
  return rule.type != Field::kNone ? child(creation, rule.type) : ts_node_named_child(creation, 0);
}

TSNode Walk::child_of_type(TSNode node, std::string_view type) const {
  if (ts_node_is_null(node)) return {};
  for (std::uint32_t i = 0; i < 8; ++i) {
    const TSNode at = ts_node_named_child(node, i);
    if (ts_node_is_null(at) || ts_node_type(at) == type) return at;
  }
  return {};
}

StringId Walk::intern_type(TSNode type) {
  if (ts_node_is_null(type)) return 0;
  std::string_view written = text(type);
  for (const std::string_view mark : {":", "->"})
    if (written.starts_with(mark)) written.remove_prefix(mark.size());
  while (written.starts_with(' ')) written.remove_prefix(1);
  return contains_word(definition().inferred, written) ? 0 : intern_snippet(written);
}

StringId Walk::intern_snippet(std::string_view text, std::size_t limit) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  if (text.size() <= limit && text.find_first_of("\n\r\t") == std::string_view::npos && text.find("  ") == std::string_view::npos)
    return intern(text);
  scratch_.clear();
  bool space = false;
  for (std::size_t i = 0; i < text.size() && scratch_.size() < limit; ++i) {
    const char c = text[i];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) {
      space = !scratch_.empty();
      continue;
    }
    if (space) scratch_ += ' ';
    space = false;
    scratch_ += c;
  }
  // A cut must not split a code point.
  if (scratch_.size() >= limit) {
    std::size_t keep = scratch_.size();
    while (keep > 0 && (static_cast<unsigned char>(scratch_[keep - 1]) & 0xC0U) == 0x80U) --keep;
    if (keep > 0 && static_cast<unsigned char>(scratch_[keep - 1]) >= 0xC0U) --keep;
    scratch_.resize(keep);
  }
  return intern(scratch_);
}

}  // namespace grove::syntax
