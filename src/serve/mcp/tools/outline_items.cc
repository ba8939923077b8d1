#include "serve/mcp/tools/outline_items.h"

#include "serve/mcp/tools/symbols.h"

namespace grove::serve::mcp {
namespace {

void flatten(const std::vector<engine::OutlineItem>& items, std::vector<Json>& out) {
  for (const engine::OutlineItem& item : items) {
    Json unit = {{"chunk_type", kind_name(item.kind)}};
    put_unless_empty(unit, "symbol_name", item.qualified_name.empty() ? item.name : item.qualified_name);
    put_unless_empty(unit, "parent_symbol", item.parent);
    unit["start_line"] = item.lines.first;
    unit["end_line"] = item.lines.last;
    put_unless_empty(unit, "signature", item.signature);
    put_unless_empty(unit, "docstring", item.docstring);
    out.push_back(std::move(unit));
    flatten(item.children, out);
  }
}

}  // namespace

std::vector<Json> flat_outline(const engine::Outline& outline) {
  std::vector<Json> items;
  flatten(outline.items, items);
  return items;
}

}  // namespace grove::serve::mcp
