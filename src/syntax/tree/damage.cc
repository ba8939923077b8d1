#include "syntax/tree/damage.h"

namespace grove::syntax {
namespace {

constexpr std::uint64_t kPerError = 16;

std::uint64_t bytes_of(TSNode node) { return ts_node_end_byte(node) - ts_node_start_byte(node); }

}  // namespace

std::uint64_t tree_damage(const TSTree* tree) {
  TSTreeCursor cursor = ts_tree_cursor_new(ts_tree_root_node(tree));
  std::uint64_t damage = 0;
  bool in_error = false;  // whether the parent is an ERROR node
  for (bool done = false; !done;) {
    const TSNode node = ts_tree_cursor_current_node(&cursor);
    if (ts_node_is_error(node) || ts_node_is_missing(node)) damage += kPerError;
    if (in_error && ts_node_child_count(node) == 0) damage += bytes_of(node);
    if (ts_node_has_error(node) && ts_tree_cursor_goto_first_child(&cursor)) {
      in_error = ts_node_is_error(node);
      continue;
    }
    if (ts_node_is_error(node)) damage += bytes_of(node);
    while (!ts_tree_cursor_goto_next_sibling(&cursor)) {
      if (!ts_tree_cursor_goto_parent(&cursor)) {
        done = true;
        break;
      }
    }
    if (done) break;
    TSTreeCursor parent = ts_tree_cursor_copy(&cursor);
    in_error = ts_tree_cursor_goto_parent(&parent) && ts_node_is_error(ts_tree_cursor_current_node(&parent));
    ts_tree_cursor_delete(&parent);
  }
  ts_tree_cursor_delete(&cursor);
  return damage;
}

std::optional<std::uint32_t> first_error(const TSTree* tree) {
  TSNode node = ts_tree_root_node(tree);
  if (!ts_node_has_error(node)) return std::nullopt;
  while (true) {
    const std::uint32_t children = ts_node_child_count(node);
    std::uint32_t broken = 0;
    while (broken < children && !ts_node_has_error(ts_node_child(node, broken))) ++broken;
    if (broken == children) return ts_node_start_byte(node);
    node = ts_node_child(node, broken);
  }
}

}  // namespace grove::syntax
