#include "document/epub/package.h"

#include "base/text.h"
#include "document/html/markup_tree.h"
#include "document/text_builder.h"

namespace grove::document {
namespace {

constexpr std::string_view kNcxType = "application/x-dtbncx+xml";

struct Item {
  std::string path;
  std::string media_type;
  bool is_navigation = false;
};

bool names(std::string_view words, std::string_view wanted) {
  for (const std::string_view word : split_words(words))
    if (word == wanted) return true;
  return false;
}

Result<MarkupTree> parse_member(ZipArchive& archive, const std::string& path, Budget& budget) {
  GROVE_ASSIGN_OR_RETURN(std::string text, archive.read(path));
  return MarkupTree::parse_xml(std::move(text), budget);
}

/// The package document's member (EPUB Open Container Format, "container.xml").
Result<std::string> package_path(ZipArchive& archive, Budget& budget) {
  GROVE_ASSIGN_OR_RETURN(const MarkupTree container, parse_member(archive, "META-INF/container.xml", budget));
  const std::uint32_t root = container.descend(0, "container/rootfiles/rootfile");
  std::string path = member_path("", container[root].attribute("full-path"));
  if (path.empty()) return fail(ErrorCode::kCorrupt, "its container.xml names no package document");
  return path;
}

std::map<std::string, Item> manifest_of(const MarkupTree& package, std::uint32_t manifest, const std::string& path) {
  std::map<std::string, Item> items;
  for (std::uint32_t item = package[manifest].first_child; item != MarkupNode::kNone; item = package[item].next) {
    const MarkupNode& node = package[item];
    if (node.name != "item") continue;
    items[std::string(node.attribute("id"))] = {.path = member_path(path, node.attribute("href")),
                                                .media_type = std::string(node.attribute("media-type")),
                                                .is_navigation = names(node.attribute("properties"), "nav")};
  }
  return items;
}

/// Links below a node become titles of what they lead to, the first of each page.
void take_links(const MarkupTree& nav, std::uint32_t index, const std::string& path, std::map<std::string, std::string>& titles) {
  const MarkupNode& node = nav[index];
  if (node.name == "a") {
    std::string target = member_path(path, node.attribute("href"));
    if (!target.empty()) titles.try_emplace(std::move(target), collapsed(nav.text_below(index)));
    return;
  }
  for (std::uint32_t child = node.first_child; child != MarkupNode::kNone; child = nav[child].next) take_links(nav, child, path, titles);
}

void take_points(const MarkupTree& ncx, std::uint32_t index, const std::string& path, std::map<std::string, std::string>& titles) {
  if (ncx[index].name == "navPoint") {
    std::string target = member_path(path, ncx[ncx.child(index, "content")].attribute("src"));
    if (!target.empty()) titles.try_emplace(std::move(target), collapsed(ncx.text_below(ncx.child(index, "navLabel"))));
  }
  for (std::uint32_t child = ncx[index].first_child; child != MarkupNode::kNone; child = ncx[child].next)
    take_points(ncx, child, path, titles);
}

/// A book without a readable table of contents is a book still.
std::map<std::string, std::string> titles_in(ZipArchive& archive, const std::map<std::string, Item>& items, Budget& budget) {
  std::map<std::string, std::string> titles;
  for (const auto& [id, item] : items) {
    if (!item.is_navigation) continue;
    if (const auto nav = parse_member(archive, item.path, budget)) {
      for (std::uint32_t i = 1; i < nav->size(); ++i)
        if ((*nav)[i].name == "nav" && names((*nav)[i].attribute("epub:type"), "toc")) take_links(*nav, i, item.path, titles);
    }
  }
  for (const auto& [id, item] : items) {
    if (!titles.empty() || item.media_type != kNcxType) continue;
    if (const auto ncx = parse_member(archive, item.path, budget)) take_points(*ncx, 0, item.path, titles);
  }
  return titles;
}

}  // namespace

Result<EpubPackage> read_epub_package(ZipArchive& archive, Budget& budget) {
  GROVE_ASSIGN_OR_RETURN(const std::string path, package_path(archive, budget));
  GROVE_ASSIGN_OR_RETURN(const MarkupTree tree, parse_member(archive, path, budget));
  const std::uint32_t package = tree.child(0, "package");
  const std::uint32_t title = tree.descend(package, "metadata/title");
  const auto items = manifest_of(tree, tree.child(package, "manifest"), path);
  EpubPackage book;
  if (title != MarkupNode::kNone) book.title = collapsed(tree.text_below(title));
  const std::uint32_t spine = tree.child(package, "spine");
  if (package == MarkupNode::kNone || spine == MarkupNode::kNone) return fail(ErrorCode::kCorrupt, "its package document has no spine");
  for (std::uint32_t item = tree[spine].first_child; item != MarkupNode::kNone; item = tree[item].next) {
    const auto found = items.find(std::string(tree[item].attribute("idref")));
    if (tree[item].name == "itemref" && found != items.end() && !found->second.is_navigation && !found->second.path.empty())
      book.pages.push_back(found->second.path);
  }
  book.titles = titles_in(archive, items, budget);
  return book;
}

}  // namespace grove::document
