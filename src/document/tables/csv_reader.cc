#include "document/tables/csv_reader.h"

#include "base/text_encoding.h"
#include "document/plain/line_ends.h"
#include "document/tables/csv_rows.h"
#include "document/text_builder.h"

namespace grove::document {
namespace {

class CsvReader final : public DocumentReader {
 public:
  std::string_view name() const override { return "csv"; }

  Result<Document> read(const ReadRequest& request, const CancelToken& cancel) const override {
    Budget budget(request.limits, cancel);
    GROVE_RETURN_IF_ERROR(budget.spend(request.bytes.size()));
    const auto decoded = decode_text(request.bytes);
    if (!decoded) return fail(ErrorCode::kCorrupt, "its bytes are no text in any known encoding");
    const std::string lines = with_line_feeds(decoded->text);
    TextBuilder text(budget);
    GROVE_RETURN_IF_ERROR(write_rows(lines, text, budget));
    GROVE_ASSIGN_OR_RETURN(Document document, text.take());
    document.media_type = "text/csv";
    return document;
  }

 private:
  static Status write_rows(std::string_view lines, TextBuilder& text, const Budget& budget) {
    constexpr int kRowsBetweenLooks = 256;
    CsvRows rows(lines, find_separator(lines));
    text.begin_table();
    for (int i = 0; !rows.at_end() && !text.is_full(); ++i) {
      CsvRow row = rows.next();
      if (row.size() >= CsvRows::kMostFields) return fail(ErrorCode::kResourceLimit, "a row of it has more fields than any table");
      for (std::string& field : row) field = collapsed(field);
      text.row(row, i == 0 && names_columns(row) ? TextBuilder::Row::kNames : TextBuilder::Row::kCells);
      if (i % kRowsBetweenLooks == 0) GROVE_RETURN_IF_ERROR(budget.check());
    }
    text.end_table();
    return {};
  }
};

}  // namespace

std::unique_ptr<DocumentReader> open_csv_reader() { return std::make_unique<CsvReader>(); }

}  // namespace grove::document
