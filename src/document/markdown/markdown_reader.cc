#include "document/markdown/markdown_reader.h"

#include "base/text.h"
#include "base/text_encoding.h"
#include "document/budget.h"
#include "document/markdown/block_parser.h"
#include "document/plain/line_ends.h"

namespace grove::document {
namespace {

/// Lines between `---` and `---` (or `...`) at the very beginning (YAML, as static site generators read it), in bytes; 0 where there are
/// none.
std::size_t front_matter_size(std::string_view text) {
  if (!text.starts_with("---\n")) return 0;
  for (std::size_t begin = 4; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (line == "---" || line == "...") return end + 1;
    begin = end + 1;
  }
  return 0;
}

/// The value of its line `title:`, without quotation marks.
std::string front_matter_title(std::string_view matter) {
  for (const std::string_view line : split(matter, '\n')) {
    if (!line.starts_with("title:")) continue;
    std::string_view value = trim(line.substr(6));
    const bool quoted = value.size() >= 2 && (value.front() == '"' || value.front() == '\'') && value.back() == value.front();
    return std::string(quoted ? value.substr(1, value.size() - 2) : value);
  }
  return {};
}

void move_by(std::vector<TextSpan>& spans, std::uint64_t offset) {
  for (TextSpan& span : spans) span = {.begin = span.begin + offset, .end = span.end + offset};
}

class MarkdownReader final : public DocumentReader {
 public:
  std::string_view name() const override { return "markdown"; }

  Result<Document> read(const ReadRequest& request, const CancelToken& cancel) const override {
    Budget budget(request.limits, cancel);
    GROVE_RETURN_IF_ERROR(budget.spend(request.bytes.size()));
    const auto decoded = decode_text(request.bytes);
    if (!decoded) return fail(ErrorCode::kCorrupt, "its bytes are no text in any known encoding");
    Document document{.media_type = "text/markdown", .text = with_line_feeds(decoded->text)};
    const std::size_t matter = front_matter_size(document.text);
    GROVE_ASSIGN_OR_RETURN(MarkdownBlocks blocks, parse_markdown_blocks(std::string_view(document.text).substr(matter), budget));
    for (Heading& heading : blocks.headings) heading.offset += matter;
    move_by(blocks.tables, matter);
    move_by(blocks.table_names, matter);
    document.title = front_matter_title(std::string_view(document.text).substr(0, matter));
    if (document.title.empty() && !blocks.headings.empty() && blocks.headings.front().level == 1)
      document.title = blocks.headings.front().title;
    document.headings = std::move(blocks.headings);
    document.tables = std::move(blocks.tables);
    document.table_names = std::move(blocks.table_names);
    return document;
  }
};

}  // namespace

std::unique_ptr<DocumentReader> open_markdown_reader() { return std::make_unique<MarkdownReader>(); }

}  // namespace grove::document
