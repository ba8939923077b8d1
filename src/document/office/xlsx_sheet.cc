#include "document/office/xlsx_sheet.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <pugixml.hpp>

#include "document/html/xml_memory.h"
#include "document/tables/csv_rows.h"

namespace grove::document {
namespace {

constexpr std::uint32_t kMostColumns = 16'384;
constexpr std::uint32_t kWidestGap = 30;  // empty cells that may be the way of a table
constexpr std::uint32_t kRowsBetweenLooks = 256;

std::string_view local_name(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  return name.substr(name.find(':') + 1);
}

pugi::xml_node child(const pugi::xml_node& parent, std::string_view name) {
  for (const pugi::xml_node& node : parent.children())
    if (local_name(node) == name) return node;
  return {};
}

/// The texts of an item (`si`, `is`): plain or in runs, without readings above characters.
std::string text_of_item(const pugi::xml_node& item) {
  std::string text;
  for (const pugi::xml_node& part : item.children()) {
    if (local_name(part) == "t") text += part.child_value();
    if (local_name(part) == "r") text += child(part, "t").child_value();
  }
  return text;
}

/// The column of a reference like "AB12", from 0; `otherwise` where there is none.
std::uint32_t column_of(std::string_view reference, std::uint32_t otherwise) {
  std::uint32_t column = 0;
  for (const char c : reference) {
    if (c < 'A' || c > 'Z') break;
    column = column * 26 + static_cast<std::uint32_t>(c - 'A' + 1);
    if (column > kMostColumns) return otherwise;
  }
  return column == 0 ? otherwise : column - 1;
}

std::string cell_text(const pugi::xml_node& cell, const XlsxParts& parts) {
  const std::string_view type = cell.attribute("t").value();
  if (type == "inlineStr") return collapsed(text_of_item(child(cell, "is")));
  const std::string value = child(cell, "v").child_value();
  if (value.empty()) return {};
  if (type == "s") {
    const std::size_t index = std::strtoull(value.c_str(), nullptr, 10);
    return index < parts.shared_strings.size() ? parts.shared_strings[index] : std::string();
  }
  if (type == "b") return value == "1" ? "TRUE" : "FALSE";
  if (type == "str" || type == "e" || type == "d") return collapsed(value);
  char* end = nullptr;
  const double number = std::strtod(value.c_str(), &end);
  if (end == value.c_str()) return collapsed(value);
  const std::size_t style = cell.attribute("s").as_uint();
  return formatted_cell(number, style < parts.formats.size() ? std::string_view(parts.formats[style]) : std::string_view(), parts.dates);
}

/// Up to so many bytes: many cells may refer to one long text. Of many empty cells in a row one is left.
std::vector<std::string> cells_of(const pugi::xml_node& row, const XlsxParts& parts, std::uint64_t most) {
  std::vector<std::string> cells;
  std::uint64_t bytes = 0;
  std::uint32_t left_out = 0;
  for (const pugi::xml_node& cell : row.children()) {
    if (local_name(cell) != "c") continue;
    const auto next = static_cast<std::uint32_t>(cells.size());
    const std::uint32_t named = column_of(cell.attribute("r").value(), next + left_out);
    std::string text = cell_text(cell, parts);
    if (text.empty() || named >= kMostColumns || named < left_out) continue;
    if (const std::uint32_t gap = named - left_out - std::min(next, named - left_out); gap > kWidestGap) left_out += gap - 1;
    const std::uint32_t column = named - left_out;
    if (cells.size() <= column) cells.resize(column + 1);
    bytes += text.size();
    cells[column] = std::move(text);
    if (bytes > most) break;
  }
  return cells;
}

bool is_shown(const pugi::xml_node& row) {
  const std::string_view hidden = row.attribute("hidden").value();
  return hidden != "1" && hidden != "true";
}

/// Writes rows as tables that end at blank rows.
class RowWriter {
 public:
  explicit RowWriter(TextBuilder& text) : text_(text) {}
  ~RowWriter() { end(); }

  void take(std::uint64_t number, const std::vector<std::string>& cells) {
    if (cells.empty()) return;
    if (open_ && number > last_ + 1) end();
    if (!open_) text_.begin_table();
    text_.row(cells, !open_ && cells.size() > 1 && names_columns(cells) ? TextBuilder::Row::kNames : TextBuilder::Row::kCells);
    open_ = true;
    last_ = number;
  }

 private:
  void end() {
    if (open_) text_.end_table();
    open_ = false;
  }

  TextBuilder& text_;
  std::uint64_t last_ = 0;
  bool open_ = false;
};

}  // namespace

Result<std::vector<std::string>> read_shared_strings(std::string text) {
  GROVE_RETURN_IF_ERROR(check_xml_memory(text));
  std::vector<std::string> strings;
  pugi::xml_document document;
  if (!document.load_buffer_inplace(text.data(), text.size(), pugi::parse_default | pugi::parse_ws_pcdata_single)) return strings;
  for (const pugi::xml_node& item : child(document, "sst").children())
    if (local_name(item) == "si") strings.push_back(collapsed(text_of_item(item)));
  return strings;
}

Result<std::vector<std::string>> read_cell_formats(std::string text) {
  GROVE_RETURN_IF_ERROR(check_xml_memory(text));
  std::vector<std::string> formats;
  pugi::xml_document document;
  if (!document.load_buffer_inplace(text.data(), text.size())) return formats;
  const pugi::xml_node sheet = child(document, "styleSheet");
  std::map<std::uint32_t, std::string> declared;
  for (const pugi::xml_node& format : child(sheet, "numFmts").children())
    declared[format.attribute("numFmtId").as_uint()] = format.attribute("formatCode").value();
  for (const pugi::xml_node& style : child(sheet, "cellXfs").children()) {
    const std::uint32_t id = style.attribute("numFmtId").as_uint();
    const auto found = declared.find(id);
    formats.push_back(found == declared.end() ? std::string(built_in_format(id)) : found->second);
  }
  return formats;
}

Status write_sheet(std::string sheet, const XlsxParts& parts, TextBuilder& text, const Budget& budget) {
  GROVE_RETURN_IF_ERROR(check_xml_memory(sheet));
  pugi::xml_document document;
  const auto parsed = document.load_buffer_inplace(sheet.data(), sheet.size(), pugi::parse_default | pugi::parse_ws_pcdata_single);
  if (!parsed) return fail(ErrorCode::kCorrupt, std::string("a sheet is no well-formed XML: ") + parsed.description());
  RowWriter rows(text);
  std::uint64_t number = 0;
  std::uint32_t seen = 0;
  for (const pugi::xml_node& row : child(child(document, "worksheet"), "sheetData").children()) {
    if (local_name(row) != "row") continue;
    number = row.attribute("r").as_ullong(number + 1);
    if (is_shown(row)) rows.take(number, cells_of(row, parts, budget.limits().text_bytes));
    if (++seen % kRowsBetweenLooks == 0) GROVE_RETURN_IF_ERROR(budget.check());
    if (text.is_full()) break;
  }
  return {};
}

}  // namespace grove::document
