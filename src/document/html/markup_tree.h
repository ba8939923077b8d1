#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "document/budget.h"

namespace grove::document {

/// An element, or a piece of text where it has no name.
struct MarkupNode {
  static constexpr std::uint32_t kNone = 0;  ///< The root is nobody's child.
  std::string_view name;                     ///< Without a namespace prefix; of HTML in lower case.
  std::string_view text;
  std::vector<std::pair<std::string_view, std::string_view>> attributes;
  std::uint32_t parent = kNone;
  std::uint32_t first_child = kNone;
  std::uint32_t last_child = kNone;
  std::uint32_t next = kNone;

  bool is_text() const { return name.empty(); }
  /// Empty where the element has no such attribute.
  std::string_view attribute(std::string_view wanted) const;
  bool has(std::string_view wanted) const;
};

/// A page of HTML, or a part of XML, as elements and texts, comments left out; node 0 stands for the whole. Never deeper than `kDeepest`:
/// what is nested deeper hangs from the ancestor at that depth, in order.
class MarkupTree {
 public:
  static constexpr std::uint32_t kDeepest = 200;

  /// Whatever the bytes, as browsers read them (HTML, "parsing HTML documents"). kResourceLimit where it grows past the budget.
  static Result<MarkupTree> parse_html(std::string text, const Budget& budget);
  /// kCorrupt where it is no well-formed XML, kResourceLimit where its nodes are too many. Entities that a document declares are never
  /// replaced.
  static Result<MarkupTree> parse_xml(std::string text, const Budget& budget);

  const MarkupNode& operator[](std::uint32_t index) const { return nodes_[index]; }
  std::size_t size() const { return nodes_.size(); }
  /// The first element of that name, in document order; 0 where there is none.
  std::uint32_t find(std::string_view name) const;

  /// The first child of that name; 0 where there is none.
  std::uint32_t child(std::uint32_t parent, std::string_view name) const;
  /// The child of that name of that child; `path` as "a/b/c". 0 where one is missing.
  std::uint32_t descend(std::uint32_t from, std::string_view path) const;
  /// All texts below a node, in order.
  std::string text_below(std::uint32_t index) const;

  /// For the parsers: a new last child of `parent`.
  std::uint32_t add(std::uint32_t parent, MarkupNode node);

 private:
  explicit MarkupTree(std::shared_ptr<const void> owner) : owner_(std::move(owner)), nodes_(1) {}

  std::shared_ptr<const void> owner_;  // of what the views point into
  std::vector<MarkupNode> nodes_;
};

}  // namespace grove::document
