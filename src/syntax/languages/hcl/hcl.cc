#include <string>
#include <vector>

#include "syntax/languages/languages.h"
#include "syntax/tree/nesting.h"

extern "C" const TSLanguage* tree_sitter_hcl();

namespace grove::syntax {
namespace {

/// The words before a block's brace: `resource "aws_vpc" "main"`.
std::vector<TSNode> words_of(Walk& walk, TSNode block) {
  std::vector<TSNode> words;
  for (auto all = walk.children(block); all.next_named();) {
    const bool word = walk.is(all.node(), "identifier") || walk.is(all.node(), "string_lit");
    if (!word || words.size() > 4) break;
    words.push_back(all.node());
  }
  return words;
}

/// What Terraform writes before the name to refer to a block: `aws_vpc`, `var`, `module`, `data.aws_ami`.
std::string receiver_of(Walk& walk, const std::vector<TSNode>& words) {
  const std::string_view type = walk.text(words[0]);
  if (type == "variable") return "var";
  if (type == "resource" && words.size() > 2) return std::string(unquoted(walk.text(words[1])));
  std::string receiver(type);
  for (std::size_t i = 1; i + 1 < words.size(); ++i) receiver.append(".").append(unquoted(walk.text(words[i])));
  return receiver;
}

Descend block(Walk& walk, TSNode node, const Rule&) {
  const std::vector<TSNode> words = words_of(walk, node);
  if (words.empty() || nesting(walk) > 0) return Descend::kYes;
  if (walk.text(words[0]) == "locals") {
    walk.push_frame(Act::kNone, node).receiver = walk.intern("local");
    return Descend::kYes;
  }
  const TSNode name = words.back();
  const std::string receiver = words.size() > 1 ? receiver_of(walk, words) : std::string();
  walk.open_symbol({.node = node,
                    .kind = Kind::kConfig,
                    .name = name,
                    .name_text = unquoted(walk.text(name)),
                    .body = find_child(walk, node, "block_start"),
                    .receiver = receiver});
  return Descend::kYes;
}

/// Locals, and the assignments of a `.tfvars` file; elsewhere an attribute belongs to its block.
Descend attribute(Walk& walk, TSNode node, const Rule&) {
  const TSNode name = first_named(walk, node);
  const TSNode value = last_named(walk, node);
  if (!ts_node_is_null(name) && nesting(walk) == 0)
    walk.open_symbol({.node = node, .kind = Kind::kConstant, .name = name, .body = spans_lines(node) ? value : TSNode{}});
  else if (!ts_node_is_null(name) && walk.text(name) == "source" &&
           walk.facts().text(walk.facts().symbols[walk.symbol()].receiver) == "module")
    walk.add_import({.module = walk.intern_snippet(unquoted(walk.text(value))), .begin = ts_node_start_byte(value)});
  return Descend::kYes;
}

/// `var.cidr`, `aws_vpc.main.id`, `data.aws_ami.ubuntu.id`: a read of the block that is named.
Descend expression(Walk& walk, TSNode node, const Rule&) {
  std::vector<TSNode> parts;
  for (auto all = walk.children(node); all.next_named() && parts.size() < 3;) {
    const bool part = parts.empty() ? walk.is(all.node(), "variable_expr") : walk.is(all.node(), "get_attr");
    if (!part) break;
    parts.push_back(first_named(walk, all.node()));
  }
  if (parts.size() < 2 || ts_node_is_null(parts[1])) return Descend::kYes;
  const std::string_view first = walk.text(parts[0]);
  if (first == "each" || first == "count" || first == "self" || first == "path") return Descend::kYes;
  const bool data = first == "data" && parts.size() > 2;
  const std::uint32_t begin = ts_node_start_byte(parts[0]);
  const std::uint32_t end = ts_node_end_byte(data ? parts[1] : parts[0]);
  walk.add_reference(Role::kRead, data ? parts[2] : parts[1], walk.intern_snippet(walk.text().substr(begin, end - begin)));
  return Descend::kYes;
}

Descend function_call(Walk& walk, TSNode node, const Rule&) {
  walk.add_call({.leaf = first_named(walk, node)}, walk.child_of_type(node, "function_arguments"));
  return Descend::kYes;
}

constexpr Rule kRules[] = {
    {.node = "block", .hook = block},           {.node = "attribute", .hook = attribute},
    {.node = "expression", .hook = expression}, {.node = "function_call", .hook = function_call},
    {.node = "comment", .act = Act::kComment},
};

constexpr ShapeRule kShapes[] = {
    {"string_lit", Shape::kString},      {"numeric_lit", Shape::kNumber},          {"bool_lit", Shape::kNumber},
    {"expression", Shape::kCast},        {"literal_value", Shape::kCast},          {"template_expr", Shape::kCast},
    {"quoted_template", Shape::kString}, {"template_interpolation", Shape::kPart},
};

}  // namespace

const LanguageDefinition kHclLanguage = {.language = Language::kHcl, .grammar = tree_sitter_hcl, .rules = kRules, .shapes = kShapes};

}  // namespace grove::syntax
