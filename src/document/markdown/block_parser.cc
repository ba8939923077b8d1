#include "document/markdown/block_parser.h"

// parser.h after node.h: its root is looked at before the parser goes on to links and emphasis, whose cost can grow with the square of
// the text, and which nobody here needs.
#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm-extension_api.h>
#include <cmark-gfm.h>
#include <cmark-gfm/parser.h>

#include <algorithm>
#include <memory>
#include <string>

#include "document/text_builder.h"

namespace grove::document {
namespace {

constexpr std::size_t kDeepestPrefix = 256;    // bytes of quote and list marks that are believed, on one line
constexpr std::ptrdiff_t kMostColumns = 1000;  // of a table; its parser's time grows with their square
constexpr std::size_t kLongestTitle = 1000;
constexpr std::size_t kBytesBetweenLooks = std::size_t{16} << 10U;

struct FreeParser {
  void operator()(cmark_parser* parser) const { cmark_parser_free(parser); }
};
struct FreeNode {
  void operator()(cmark_node* node) const { cmark_node_free(node); }
};
struct FreeIterator {
  void operator()(cmark_iter* iterator) const { cmark_iter_free(iterator); }
};
using Parser = std::unique_ptr<cmark_parser, FreeParser>;
using Node = std::unique_ptr<cmark_node, FreeNode>;
using Iterator = std::unique_ptr<cmark_iter, FreeIterator>;

/// With marks nested deeper than anybody writes, and bars of more columns, made plain text, so that no line has to be held against
/// thousands of open blocks or cells.
std::string bounded_line(std::string_view line) {
  std::string bounded(line);
  const std::size_t prefix = std::min(line.find_first_not_of(" \t>*+-.)0123456789"), line.size() - 1);
  if (prefix > kDeepestPrefix) std::fill(bounded.begin() + kDeepestPrefix, bounded.begin() + static_cast<std::ptrdiff_t>(prefix), 'x');
  if (std::ranges::count(bounded, '|') > kMostColumns) std::ranges::replace(bounded, '|', 'x');
  return bounded;
}

/// What a heading says, without its marks.
std::string plain_title(std::string_view content) {
  std::string source = collapsed(content.substr(0, kLongestTitle));
  source.insert(0, "# ");
  const Node root(cmark_parse_document(source.data(), source.size(), CMARK_OPT_DEFAULT));
  const Iterator iterator(cmark_iter_new(root.get()));
  std::string title;
  while (cmark_iter_next(iterator.get()) != CMARK_EVENT_DONE) {
    cmark_node* const node = cmark_iter_get_node(iterator.get());
    const cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_SOFTBREAK || type == CMARK_NODE_LINEBREAK) title += ' ';
    if (type == CMARK_NODE_TEXT || type == CMARK_NODE_CODE) title += cmark_node_get_literal(node);
  }
  return collapsed(title);
}

class Blocks {
 public:
  explicit Blocks(const std::vector<std::uint64_t>& line_begins) : line_begins_(line_begins) {}

  void take(cmark_node* node) {
    const std::string_view type = cmark_node_get_type_string(node);
    if (type == "heading") take_heading(node);
    if (type == "table") take_table(node);
  }

  MarkdownBlocks found;

 private:
  std::uint64_t begin_of(int line) const {
    return line_begins_[std::min(static_cast<std::size_t>(std::max(line, 1)) - 1, line_begins_.size() - 1)];
  }

  void take_heading(cmark_node* node) {
    // cmark_node_get_string_content would give these bytes as a string, which nothing ends where the heading is empty.
    const cmark_strbuf& content = node->content;
    std::string title = plain_title({reinterpret_cast<const char*>(content.ptr), static_cast<std::size_t>(content.size)});
    if (title.empty()) return;
    found.headings.push_back({.level = static_cast<std::uint32_t>(cmark_node_get_heading_level(node)),
                              .title = std::move(title),
                              .offset = begin_of(cmark_node_get_start_line(node))});
  }

  void take_table(cmark_node* node) {
    const int first = cmark_node_get_start_line(cmark_node_first_child(node));
    const int last = cmark_node_get_start_line(cmark_node_last_child(node));
    const std::uint64_t begin = begin_of(first);
    found.tables.push_back({.begin = begin, .end = begin_of(last + 1) - 1});
    if (last > first) found.table_names.push_back({.begin = begin, .end = begin_of(first + 2) - 1});
  }

  const std::vector<std::uint64_t>& line_begins_;
};

Parser open_parser() {
  cmark_gfm_core_extensions_ensure_registered();
  Parser parser(cmark_parser_new(CMARK_OPT_DEFAULT));
  if (cmark_syntax_extension* const tables = cmark_find_syntax_extension("table"))
    cmark_parser_attach_syntax_extension(parser.get(), tables);
  return parser;
}

}  // namespace

Result<MarkdownBlocks> parse_markdown_blocks(std::string_view text, const Budget& budget) {
  const Parser parser = open_parser();
  std::vector<std::uint64_t> line_begins;
  std::size_t looked_at = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    const std::string line = bounded_line(text.substr(begin, end - begin));
    cmark_parser_feed(parser.get(), line.data(), line.size());
    if (line_begins.size() % 64 == 0 || end - looked_at > kBytesBetweenLooks) {
      GROVE_RETURN_IF_ERROR(budget.check());
      looked_at = end;
    }
    line_begins.push_back(begin);
    begin = end;
  }
  line_begins.push_back(text.size());
  Blocks blocks(line_begins);
  for (cmark_node* node = cmark_node_first_child(parser->root); node != nullptr; node = cmark_node_next(node)) blocks.take(node);
  return std::move(blocks.found);
}

}  // namespace grove::document
