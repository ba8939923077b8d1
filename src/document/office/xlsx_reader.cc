#include "document/office/xlsx_reader.h"

#include "document/office/package.h"
#include "document/office/xlsx_sheet.h"

namespace grove::document {
namespace {

struct Sheet {
  std::string name;
  std::string path;
  bool is_shown = true;
};

std::vector<Sheet> sheets_of(const MarkupTree& workbook, const Relationships& related) {
  std::vector<Sheet> sheets;
  const std::uint32_t list = workbook.descend(0, "workbook/sheets");
  if (list == MarkupNode::kNone) return sheets;
  for (std::uint32_t child = workbook[list].first_child; child != MarkupNode::kNone; child = workbook[child].next) {
    const MarkupNode& node = workbook[child];
    if (node.name != "sheet") continue;
    const std::string_view state = node.attribute("state");
    sheets.push_back({.name = collapsed(node.attribute("name")),
                      .path = related.path_of_id(node.attribute("r:id")),
                      .is_shown = state != "hidden" && state != "veryHidden"});
  }
  return sheets;
}

DateSystem dates_of(const MarkupTree& workbook) {
  const std::uint32_t properties = workbook.descend(0, "workbook/workbookPr");
  const std::string_view value = properties == MarkupNode::kNone ? std::string_view() : workbook[properties].attribute("date1904");
  return value == "1" || value == "true" ? DateSystem::k1904 : DateSystem::k1900;
}

/// Empty where the workbook does without.
Result<std::string> optional_text(ZipArchive& archive, const std::string& path) {
  if (path.empty() || !archive.has(path)) return std::string();
  return archive.read(path);
}

class XlsxReader final : public DocumentReader {
 public:
  std::string_view name() const override { return "xlsx"; }

  Result<Document> read(const ReadRequest& request, const CancelToken& cancel) const override {
    Budget budget(request.limits, cancel);
    GROVE_ASSIGN_OR_RETURN(ZipArchive archive, ZipArchive::open(request.bytes, budget));
    GROVE_ASSIGN_OR_RETURN(const Relationships package, relationships_of(archive, "", budget));
    std::string main = package.path_of_type("officeDocument");
    if (main.empty()) main = "xl/workbook.xml";
    GROVE_ASSIGN_OR_RETURN(const MarkupTree workbook, read_part(archive, main, budget));
    GROVE_ASSIGN_OR_RETURN(const Relationships related, relationships_of(archive, main, budget));
    GROVE_ASSIGN_OR_RETURN(std::string strings, optional_text(archive, related.path_of_type("sharedStrings")));
    GROVE_ASSIGN_OR_RETURN(std::string styles, optional_text(archive, related.path_of_type("styles")));
    XlsxParts parts{.dates = dates_of(workbook)};
    GROVE_ASSIGN_OR_RETURN(parts.shared_strings, read_shared_strings(std::move(strings)));
    GROVE_ASSIGN_OR_RETURN(parts.formats, read_cell_formats(std::move(styles)));
    TextBuilder text(budget);
    for (const Sheet& sheet : sheets_of(workbook, related)) GROVE_RETURN_IF_ERROR(write(archive, sheet, parts, text, budget));
    GROVE_ASSIGN_OR_RETURN(Document read, text.take());
    read.media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    GROVE_ASSIGN_OR_RETURN(read.title, core_title(archive, budget));
    return read;
  }

 private:
  static Status write(ZipArchive& archive, const Sheet& sheet, const XlsxParts& parts, TextBuilder& text, Budget& budget) {
    if (!sheet.is_shown) {
      text.notice("the sheet " + sheet.name + " is hidden and was left out");
      return {};
    }
    if (!archive.has(sheet.path)) {
      text.notice("the sheet " + sheet.name + " is missing");
      return {};
    }
    GROVE_ASSIGN_OR_RETURN(std::string content, archive.read(sheet.path));
    text.heading(1, sheet.name);
    return write_sheet(std::move(content), parts, text, budget);
  }
};

}  // namespace

std::unique_ptr<DocumentReader> open_xlsx_reader() { return std::make_unique<XlsxReader>(); }

}  // namespace grove::document
