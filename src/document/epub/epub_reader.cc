#include "document/epub/epub_reader.h"

#include <map>
#include <string>

#include "base/text.h"
#include "document/epub/package.h"
#include "document/html/element_roles.h"
#include "document/html/markup_tree.h"
#include "document/html/page_writer.h"

namespace grove::document {
namespace {

constexpr std::size_t kLongestName = 32;

/// The name of the entity that begins at `&`; empty where none does, or it is one of the five of XML itself.
std::string_view entity_name(std::string_view text) {
  const std::string_view rest = text.substr(1, kLongestName);
  const std::string_view name = rest.substr(0, rest.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"));
  const bool of_xml = name == "amp" || name == "lt" || name == "gt" || name == "quot" || name == "apos";
  return of_xml || !rest.substr(name.size()).starts_with(';') ? std::string_view() : name;
}

/// With the entities that HTML knows by name, and XML doesn't, as the characters they stand for.
Result<std::string> without_named_entities(std::string_view text, const Budget& budget) {
  std::map<std::string, std::string, std::less<>> known;
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at = text.find('&'); at != std::string_view::npos; at = text.find('&', at + 1)) {
    const std::string_view name = entity_name(text.substr(at));
    if (name.empty()) continue;
    auto meaning = known.find(name);
    if (meaning == known.end()) {
      const std::string entity(text.substr(at, name.size() + 2));
      GROVE_ASSIGN_OR_RETURN(const MarkupTree tree, MarkupTree::parse_html(entity, budget));
      std::string characters = tree.text_below(0);
      meaning = known.emplace(name, characters == entity ? "&amp;" + entity.substr(1) : std::move(characters)).first;
    }
    out += text.substr(begin, at - begin);
    out += meaning->second;
    begin = at + name.size() + 2;
  }
  return out += text.substr(begin);
}

/// XHTML, as the format wants it; what isn't well-formed is read as browsers do.
Result<MarkupTree> parse_book_page(const std::string& text, const Budget& budget) {
  GROVE_ASSIGN_OR_RETURN(std::string plain, without_named_entities(text, budget));
  auto tree = MarkupTree::parse_xml(std::move(plain), budget);
  if (tree || tree.error().code != ErrorCode::kCorrupt) return tree;
  return MarkupTree::parse_html(text, budget);
}

bool has_heading(const MarkupTree& tree) {
  for (std::uint32_t i = 1; i < tree.size(); ++i)
    if (heading_level(tree[i].name) > 0) return true;
  return false;
}

class EpubReader final : public DocumentReader {
 public:
  std::string_view name() const override { return "epub"; }

  Result<Document> read(const ReadRequest& request, const CancelToken& cancel) const override {
    Budget budget(request.limits, cancel);
    GROVE_ASSIGN_OR_RETURN(ZipArchive archive, ZipArchive::open(request.bytes, budget));
    GROVE_ASSIGN_OR_RETURN(const EpubPackage book, read_epub_package(archive, budget));
    TextBuilder text(budget);
    for (const std::string& page : book.pages) GROVE_RETURN_IF_ERROR(write_member(archive, page, book, text, budget));
    GROVE_ASSIGN_OR_RETURN(Document document, text.take());
    document.media_type = "application/epub+zip";
    document.title = book.title;
    return document;
  }

 private:
  /// A page that is missing or damaged is told of and costs nothing but itself.
  static Status write_member(ZipArchive& archive, const std::string& path, const EpubPackage& book, TextBuilder& text, Budget& budget) {
    auto content = archive.read(path);
    if (!content && content.error().code != ErrorCode::kNotFound && content.error().code != ErrorCode::kCorrupt)
      return std::unexpected(std::move(content.error()));
    if (!content) {
      text.notice("a part is missing: " + content.error().message);
      return {};
    }
    GROVE_ASSIGN_OR_RETURN(const MarkupTree tree, parse_book_page(*content, budget));
    const auto title = book.titles.find(path);
    if (title != book.titles.end() && !title->second.empty() && !has_heading(tree)) text.unwritten_heading(1, title->second);
    write_page(tree, text);
    return {};
  }
};

}  // namespace

std::unique_ptr<DocumentReader> open_epub_reader() { return std::make_unique<EpubReader>(); }

}  // namespace grove::document
