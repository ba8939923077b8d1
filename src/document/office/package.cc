#include "document/office/package.h"

#include "base/text.h"
#include "document/text_builder.h"

namespace grove::document {

std::string Relationships::path_of_type(std::string_view type) const {
  for (const auto& [id, target] : by_id)
    if (target.type == type) return target.path;
  return {};
}

std::string Relationships::path_of_id(std::string_view id) const {
  const auto found = by_id.find(id);
  return found == by_id.end() ? std::string() : found->second.path;
}

Result<MarkupTree> read_part(ZipArchive& archive, const std::string& path, const Budget& budget) {
  GROVE_ASSIGN_OR_RETURN(std::string text, archive.read(path));
  auto tree = MarkupTree::parse_xml(std::move(text), budget);
  if (!tree) return std::unexpected(std::move(tree.error()).within("cannot read its part " + path));
  return tree;
}

Result<MarkupTree> read_optional_part(ZipArchive& archive, const std::string& path, const Budget& budget) {
  if (path.empty() || !archive.has(path)) return MarkupTree::parse_xml("<none/>", budget);
  auto tree = read_part(archive, path, budget);
  if (!tree && tree.error().code == ErrorCode::kCorrupt) return MarkupTree::parse_xml("<none/>", budget);
  return tree;
}

Result<Relationships> relationships_of(ZipArchive& archive, const std::string& part, const Budget& budget) {
  const std::string folder(parent_path(part));
  const std::string path = (folder.empty() ? "" : folder + "/") + "_rels/" + std::string(base_name(part)) + ".rels";
  GROVE_ASSIGN_OR_RETURN(const MarkupTree tree, read_optional_part(archive, path, budget));
  Relationships relationships;
  const std::uint32_t root = tree.child(0, "Relationships");
  if (root == MarkupNode::kNone) return relationships;
  for (std::uint32_t child = tree[root].first_child; child != MarkupNode::kNone; child = tree[child].next) {
    const MarkupNode& node = tree[child];
    const bool outside = node.attribute("TargetMode") == "External";
    relationships.by_id[std::string(node.attribute("Id"))] = {
        .type = std::string(base_name(node.attribute("Type"))),
        .path = outside ? std::string() : member_path(part, node.attribute("Target"))};
  }
  return relationships;
}

Result<std::string> core_title(ZipArchive& archive, const Budget& budget) {
  GROVE_ASSIGN_OR_RETURN(const MarkupTree core, read_optional_part(archive, "docProps/core.xml", budget));
  const std::uint32_t title = core.descend(0, "coreProperties/title");
  return title == MarkupNode::kNone ? std::string() : collapsed(core.text_below(title));
}

std::uint32_t shown_choice(const MarkupTree& tree, std::uint32_t parent) {
  return tree[parent].name == "AlternateContent" ? tree.child(parent, "Choice") : MarkupNode::kNone;
}

bool is_on(const MarkupTree& tree, std::uint32_t element) {
  if (element == MarkupNode::kNone) return false;
  const std::string_view value = tree[element].attribute("w:val");
  return value.empty() || value == "1" || value == "true" || value == "on";
}

}  // namespace grove::document
