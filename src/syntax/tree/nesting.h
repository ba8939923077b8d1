#pragma once

#include "syntax/tree/walk.h"

namespace grove::syntax {

/// How many symbols are open where the walk stands.
inline std::uint32_t nesting(Walk& walk) {
  std::uint32_t count = 0;
  for (Index symbol = walk.symbol(); symbol != kNone; symbol = walk.facts().symbols[symbol].parent) ++count;
  return count;
}

/// Whether a node spans lines.
inline bool spans_lines(TSNode node) { return ts_node_start_point(node).row != ts_node_end_point(node).row; }

/// The first named child that is no comment; null without one.
inline TSNode first_named(Walk& walk, TSNode node) {
  if (ts_node_is_null(node)) return {};
  auto all = walk.children(node);
  return all.next_named() ? all.node() : TSNode{};
}

/// The last named child that is no comment; null without one.
inline TSNode last_named(Walk& walk, TSNode node) {
  TSNode last{};
  if (ts_node_is_null(node)) return last;
  for (auto all = walk.children(node); all.next_named();) last = all.node();
  return last;
}

/// The first named child of one of two types, however many children come before; null without one.
inline TSNode find_child(Walk& walk, TSNode node, std::string_view type, std::string_view or_type = {}) {
  if (ts_node_is_null(node)) return {};
  for (auto all = walk.children(node); all.next_named();)
    if (walk.is(all.node(), type) || (!or_type.empty() && walk.is(all.node(), or_type))) return all.node();
  return {};
}

/// Text less the quotes around it.
inline std::string_view unquoted(std::string_view text) {
  const bool quoted = text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

}  // namespace grove::syntax
