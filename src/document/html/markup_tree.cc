#include "document/html/markup_tree.h"

#include <algorithm>

#include "base/text.h"

namespace grove::document {

std::string_view MarkupNode::attribute(std::string_view wanted) const {
  const auto found = std::ranges::find(attributes, wanted, &std::pair<std::string_view, std::string_view>::first);
  return found == attributes.end() ? std::string_view() : found->second;
}

bool MarkupNode::has(std::string_view wanted) const {
  return std::ranges::find(attributes, wanted, &std::pair<std::string_view, std::string_view>::first) != attributes.end();
}

std::uint32_t MarkupTree::find(std::string_view name) const {
  const auto found = std::ranges::find(nodes_, name, &MarkupNode::name);
  return found == nodes_.end() || name.empty() ? MarkupNode::kNone : static_cast<std::uint32_t>(found - nodes_.begin());
}

std::uint32_t MarkupTree::child(std::uint32_t parent, std::string_view name) const {
  for (std::uint32_t child = nodes_[parent].first_child; child != MarkupNode::kNone; child = nodes_[child].next)
    if (nodes_[child].name == name) return child;
  return MarkupNode::kNone;
}

std::uint32_t MarkupTree::descend(std::uint32_t from, std::string_view path) const {
  for (const std::string_view name : split(path, '/')) {
    from = child(from, name);
    if (from == MarkupNode::kNone) return from;
  }
  return from;
}

std::string MarkupTree::text_below(std::uint32_t index) const {
  std::string text(nodes_[index].text);
  for (std::uint32_t child = nodes_[index].first_child; child != MarkupNode::kNone; child = nodes_[child].next) text += text_below(child);
  return text;
}

std::uint32_t MarkupTree::add(std::uint32_t parent, MarkupNode node) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  node.parent = parent;
  nodes_.push_back(std::move(node));
  MarkupNode& above = nodes_[parent];
  if (above.last_child == MarkupNode::kNone) {
    above.first_child = index;
  } else {
    nodes_[above.last_child].next = index;
  }
  above.last_child = index;
  return index;
}

}  // namespace grove::document
