#include "document/html/html_reader.h"

#include "base/encoding_detector.h"
#include "base/text.h"
#include "base/text_encoding.h"
#include "base/utf8.h"
#include "document/html/page_writer.h"

namespace grove::document {
namespace {

constexpr std::size_t kDeclaredWithin = 1024;  // bytes (HTML, "determining the character encoding")

/// The encoding that a `meta` element near the begin names.
std::string declared_charset(std::string_view bytes) {
  const std::string head = to_lower_ascii(bytes.substr(0, kDeclaredWithin));
  for (std::size_t at = head.find("charset"); at != std::string::npos; at = head.find("charset", at + 1)) {
    const std::size_t begin = head.find_first_not_of(" \t\r\n=\"'", at + 7);
    if (begin == std::string::npos || head.rfind("<meta", at) == std::string::npos) continue;
    const std::size_t end = head.find_first_of(" \t\r\n\"'/>;", begin);
    if (end != std::string::npos) return head.substr(begin, end - begin);
  }
  return {};
}

std::optional<std::string> decode_page(std::string_view bytes) {
  if (auto marked = decode_by_mark(bytes)) return std::move(marked->text);
  const std::string charset = declared_charset(bytes);
  // A page that calls itself UTF-16 in ASCII letters isn't that.
  const bool believable = !charset.empty() && !charset.starts_with("utf-16") && charset != "utf-8" && charset != "utf8";
  if (believable && !is_valid_utf8(bytes))
    if (auto named = decode_by_name(bytes, charset)) return named;
  if (auto found = decode_text(bytes)) return std::move(found->text);
  return std::nullopt;
}

class HtmlReader final : public DocumentReader {
 public:
  std::string_view name() const override { return "html"; }

  Result<Document> read(const ReadRequest& request, const CancelToken& cancel) const override {
    Budget budget(request.limits, cancel);
    GROVE_RETURN_IF_ERROR(budget.spend(request.bytes.size()));
    auto page = decode_page(request.bytes);
    if (!page) return fail(ErrorCode::kCorrupt, "its bytes are no text in any known encoding");
    GROVE_ASSIGN_OR_RETURN(const MarkupTree tree, MarkupTree::parse_html(std::move(*page), budget));
    GROVE_RETURN_IF_ERROR(budget.check());
    TextBuilder text(budget);
    write_page(tree, text);
    GROVE_ASSIGN_OR_RETURN(Document document, text.take());
    document.media_type = "text/html";
    document.title = page_title(tree);
    if (document.title.empty() && !document.headings.empty()) document.title = document.headings.front().title;
    return document;
  }
};

}  // namespace

std::unique_ptr<DocumentReader> open_html_reader() { return std::make_unique<HtmlReader>(); }

}  // namespace grove::document
