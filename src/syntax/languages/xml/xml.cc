#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_xml();

namespace grove::syntax {
namespace {

constexpr std::uint32_t kMaxNesting = 3;

/// What people call an element: its `id` or `name`, else its tag.
TSNode name_of(Walk& walk, TSNode tag) {
  TSNode name{};
  for (auto all = walk.children(tag); all.next_named();) {
    if (walk.is(all.node(), "Name") && ts_node_is_null(name)) name = all.node();
    if (!walk.is(all.node(), "Attribute")) continue;
    auto parts = walk.children(all.node());
    if (!parts.next_named()) continue;
    const std::string_view key = walk.text(parts.node());
    if ((key == "id" || key == "name") && parts.next_named()) return parts.node();
  }
  return name;
}

/// Elements over several lines, down to the third level.
Descend element(Walk& walk, TSNode node, const Rule&) {
  if (!spans_lines(node)) return Descend::kNo;
  if (nesting(walk) >= kMaxNesting) return Descend::kYes;
  const TSNode tag = first_named(walk, node);
  const TSNode name = walk.is(tag, "STag") || walk.is(tag, "EmptyElemTag") ? name_of(walk, tag) : TSNode{};
  if (ts_node_is_null(name)) return Descend::kYes;
  walk.open_symbol({.node = node,
                    .kind = Kind::kConfig,
                    .name = name,
                    .name_text = unquoted(walk.text(name)),
                    .body = walk.child_of_type(node, "content")});
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "element", .hook = element},
    {.node = "Comment", .act = Act::kComment},
};

}  // namespace

const LanguageDefinition kXmlLanguage = {.language = Language::kXml, .grammar = tree_sitter_xml, .rules = kRules};

}  // namespace grove::syntax
