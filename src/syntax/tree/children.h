#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <deque>
#include <vector>

namespace grove::syntax {

/// Tree cursors that loops over children borrow, so that nested loops allocate nothing after the first file.
class CursorPool {
 public:
  CursorPool() = default;
  CursorPool(const CursorPool&) = delete;
  CursorPool& operator=(const CursorPool&) = delete;
  ~CursorPool() {
    for (TSTreeCursor& cursor : cursors_) ts_tree_cursor_delete(&cursor);
  }
  TSTreeCursor& borrow(TSNode node) {
    if (used_ == cursors_.size())
      cursors_.push_back(ts_tree_cursor_new(node));
    else
      ts_tree_cursor_reset(&cursors_[used_], node);
    return cursors_[used_++];
  }
  void give_back() { --used_; }

 private:
  std::deque<TSTreeCursor> cursors_;
  std::size_t used_ = 0;
};

/// The children of a node in order, each visited once whatever their number: `for (auto all = walk.children(node); all.next();)
/// all.node()`.
class Children {
 public:
  Children(CursorPool& pool, TSNode node) : pool_(pool), cursor_(pool.borrow(node)) {}
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children() { pool_.give_back(); }

  /// To the next child; false after the last.
  bool next() {
    const bool moved = started_ ? ts_tree_cursor_goto_next_sibling(&cursor_) : ts_tree_cursor_goto_first_child(&cursor_);
    started_ = true;
    return moved;
  }
  /// To the next named child that is no comment or other extra.
  bool next_named() {
    while (next())
      if (const TSNode at = node(); ts_node_is_named(at) && !ts_node_is_extra(at)) return true;
    return false;
  }
  TSNode node() const { return ts_tree_cursor_current_node(&cursor_); }
  TSFieldId field() const { return ts_tree_cursor_current_field_id(&cursor_); }

 private:
  CursorPool& pool_;
  TSTreeCursor& cursor_;
  bool started_ = false;
};

}  // namespace grove::syntax
