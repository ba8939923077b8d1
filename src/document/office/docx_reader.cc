#include "document/office/docx_reader.h"

#include "document/office/docx_body.h"
#include "document/office/package.h"

namespace grove::document {
namespace {

class DocxReader final : public DocumentReader {
 public:
  std::string_view name() const override { return "docx"; }

  Result<Document> read(const ReadRequest& request, const CancelToken& cancel) const override {
    Budget budget(request.limits, cancel);
    GROVE_ASSIGN_OR_RETURN(ZipArchive archive, ZipArchive::open(request.bytes, budget));
    GROVE_ASSIGN_OR_RETURN(const Relationships package, relationships_of(archive, "", budget));
    std::string main = package.path_of_type("officeDocument");
    if (main.empty()) main = "word/document.xml";
    GROVE_ASSIGN_OR_RETURN(const MarkupTree document, read_part(archive, main, budget));
    if (document.descend(0, "document/body") == MarkupNode::kNone) return fail(ErrorCode::kCorrupt, "its main part has no body");
    GROVE_ASSIGN_OR_RETURN(const Relationships related, relationships_of(archive, main, budget));
    GROVE_ASSIGN_OR_RETURN(const MarkupTree styles, read_optional_part(archive, related.path_of_type("styles"), budget));
    GROVE_ASSIGN_OR_RETURN(const MarkupTree lists, read_optional_part(archive, related.path_of_type("numbering"), budget));
    GROVE_ASSIGN_OR_RETURN(const MarkupTree footnotes, read_optional_part(archive, related.path_of_type("footnotes"), budget));
    GROVE_ASSIGN_OR_RETURN(const MarkupTree endnotes, read_optional_part(archive, related.path_of_type("endnotes"), budget));
    DocxNumbering numbering(lists);
    const DocxStyles by_id(styles);
    TextBuilder text(budget);
    const DocxParts parts{.footnotes = footnotes, .endnotes = endnotes, .styles = by_id, .numbering = numbering};
    const std::string shown_title = write_docx_body(document, parts, text);
    GROVE_ASSIGN_OR_RETURN(Document read, text.take());
    read.media_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    GROVE_ASSIGN_OR_RETURN(read.title, core_title(archive, budget));
    if (read.title.empty()) read.title = shown_title;
    if (read.title.empty() && !read.headings.empty()) read.title = read.headings.front().title;
    return read;
  }
};

}  // namespace

std::unique_ptr<DocumentReader> open_docx_reader() { return std::make_unique<DocxReader>(); }

}  // namespace grove::document
