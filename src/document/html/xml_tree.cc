#include <pugixml.hpp>

#include "document/html/markup_tree.h"
#include "document/html/xml_memory.h"

namespace grove::document {
namespace {

struct ParsedPage {
  std::string text;
  pugi::xml_document document;
};

std::string_view local_name(std::string_view name) { return name.substr(name.find(':') + 1); }  // npos + 1 is 0

MarkupNode element_of(const pugi::xml_node& element) {
  MarkupNode node;
  node.name = local_name(element.name());
  for (const pugi::xml_attribute& attribute : element.attributes()) node.attributes.emplace_back(attribute.name(), attribute.value());
  return node;
}

void copy_below(const pugi::xml_node& root, MarkupTree& tree) {
  struct Open {
    pugi::xml_node next;
    std::uint32_t copy;
    std::uint32_t depth;
  };
  std::vector<Open> stack{{.next = root.first_child(), .copy = 0, .depth = 0}};
  while (!stack.empty()) {
    const pugi::xml_node node = stack.back().next;
    if (!node) {
      stack.pop_back();
      continue;
    }
    stack.back().next = node.next_sibling();
    const auto [unused, copy, depth] = stack.back();
    if (node.type() == pugi::node_pcdata || node.type() == pugi::node_cdata)
      tree.add(copy, {.name = {}, .text = node.value(), .attributes = {}});
    if (node.type() != pugi::node_element) continue;
    const std::uint32_t added = tree.add(copy, element_of(node));
    const bool deepest = depth + 1 >= MarkupTree::kDeepest;
    stack.push_back({.next = node.first_child(), .copy = deepest ? copy : added, .depth = depth + (deepest ? 0 : 1)});
  }
}

}  // namespace

Result<MarkupTree> MarkupTree::parse_xml(std::string text, const Budget& budget) {
  GROVE_RETURN_IF_ERROR(budget.check());
  // A node stands in the parser's tree and, twice while that grows, in ours.
  GROVE_RETURN_IF_ERROR(check_xml_memory(
      text, {.node = 64 + 3 * sizeof(MarkupNode), .attribute = 40 + 2 * sizeof(std::pair<std::string_view, std::string_view>)}));
  const auto page = std::make_shared<ParsedPage>();
  page->text = std::move(text);
  // A declared entity is never replaced: the parser knows only the five of XML itself.
  const auto parsed = page->document.load_buffer_inplace(page->text.data(), page->text.size(), pugi::parse_default | pugi::parse_ws_pcdata);
  if (!parsed) return fail(ErrorCode::kCorrupt, std::string("it is no well-formed XML: ") + parsed.description());
  MarkupTree tree(page);
  copy_below(page->document, tree);
  return tree;
}

}  // namespace grove::document
