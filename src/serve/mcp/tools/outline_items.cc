#include "serve/mcp/tools/outline_items.h"

#include <algorithm>

#include "base/text.h"
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

void add_code(std::vector<Json>& units, std::string_view text) {
  const std::vector<std::string_view> lines = split(text, '\n');
  for (auto unit = units.begin(); unit != units.end(); ++unit) {
    const auto first = (*unit)["start_line"].get<std::size_t>();
    std::size_t last = std::min((*unit)["end_line"].get<std::size_t>(), lines.size());
    if (const auto next = std::next(unit); next != units.end()) last = std::min(last, (*next)["start_line"].get<std::size_t>() - 1);
    std::string code;
    for (std::size_t line = first; line <= std::max(first, last) && line <= lines.size(); ++line) code.append(lines[line - 1]).append("\n");
    (*unit)["code"] = std::move(code);
  }
}

}  // namespace grove::serve::mcp
