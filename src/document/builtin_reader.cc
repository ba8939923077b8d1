#include <array>

#include "document/document_reader.h"
#include "document/epub/epub_reader.h"
#include "document/html/html_reader.h"
#include "document/markdown/markdown_reader.h"
#include "document/office/docx_reader.h"
#include "document/office/pptx_reader.h"
#include "document/office/xlsx_reader.h"
#include "document/pdf/pdf_reader.h"
#include "document/plain/text_reader.h"
#include "document/tables/csv_reader.h"

namespace grove::document {
namespace {

constexpr std::string_view kFormats = "Markdown, plain text, HTML, EPUB, DOCX, PPTX, XLSX, CSV or PDF";

constexpr std::string_view kDocx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
constexpr std::string_view kPptx = "application/vnd.openxmlformats-officedocument.presentationml.presentation";
constexpr std::string_view kXlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

struct Format {
  std::string_view media_type;
  std::unique_ptr<DocumentReader> reader;
};

class BuiltinReader final : public DocumentReader {
 public:
  explicit BuiltinReader(const ReaderOptions& options) {
    formats_ = {Format{.media_type = "text/markdown", .reader = open_markdown_reader()},
                Format{.media_type = "text/html", .reader = open_html_reader()},
                Format{.media_type = "application/epub+zip", .reader = open_epub_reader()},
                Format{.media_type = kDocx, .reader = open_docx_reader()},
                Format{.media_type = kPptx, .reader = open_pptx_reader()},
                Format{.media_type = kXlsx, .reader = open_xlsx_reader()},
                Format{.media_type = "text/csv", .reader = open_csv_reader()},
                Format{.media_type = "application/pdf", .reader = open_pdf_reader(options)},
                Format{.media_type = "text/plain", .reader = open_text_reader()}};
  }

  std::string_view name() const override { return "builtin"; }

  Result<Document> read(const ReadRequest& request, const CancelToken& cancel) const override {
    const std::string media_type = detect_media_type(request.bytes, request.file_name);
    for (const Format& format : formats_)
      if (format.media_type == media_type) return format.reader->read(request, cancel);
    return fail(ErrorCode::kInvalidArgument, "it is in no format that is read here", "give it as " + std::string(kFormats));
  }

 private:
  std::array<Format, 9> formats_;
};

}  // namespace

std::unique_ptr<DocumentReader> open_builtin_reader(const ReaderOptions& options) { return std::make_unique<BuiltinReader>(options); }

}  // namespace grove::document
