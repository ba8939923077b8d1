#include "knowledge/ingest/engines/docling.h"

#include <nlohmann/json.hpp>
#include <set>

#include "base/file.h"
#include "base/text.h"
#include "knowledge/ingest/engines/external_program.h"
#include "knowledge/ingest/engines/paged_text.h"

namespace grove::knowledge {
namespace {

using document::TextBuilder;
using Json = nlohmann::json;

constexpr int kDeepest = 100;

std::string text_of(const Json& item, const char* key) {
  const auto found = item.find(key);
  return found != item.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint64_t number_of(const Json& item, const char* key) {
  const auto found = item.find(key);
  return found != item.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

/// Writes the items of a document in the order in which its body refers to them.
class BodyWriter {
 public:
  BodyWriter(const Json& document, PagedText& out) : document_(document), out_(out) {}

  void write_children(const Json& item, int depth) {
    const auto children = item.find("children");
    if (children == item.end() || !children->is_array() || depth > kDeepest) return;
    for (const Json& child : *children) {
      const Json* const target = child.is_object() ? find(text_of(child, "$ref")) : nullptr;
      if (target != nullptr && seen_.insert(target).second && !out_.text.is_full()) write(*target, depth + 1);
    }
  }

 private:
  /// "#/texts/3"
  const Json* find(const std::string& reference) const {
    if (!reference.starts_with("#/")) return nullptr;
    const Json::json_pointer pointer = Json::json_pointer(reference.substr(1));
    return document_.contains(pointer) && document_.at(pointer).is_object() ? &document_.at(pointer) : nullptr;
  }

  void write(const Json& item, int depth) {
    const std::string label = text_of(item, "label");
    if (label == "page_header" || label == "page_footer" || text_of(item, "content_layer") == "furniture") return;
    if (const auto places = item.find("prov");
        places != item.end() && places->is_array() && !places->empty() && places->front().is_object())
      out_.go_to(number_of(places->front(), "page_no"));
    if (label == "table" || label == "document_index") {
      write_table(item);
    } else {
      write_text(item, label);
    }
    write_children(item, depth);
  }

  void write_text(const Json& item, const std::string& label) {
    const std::string text = text_of(item, "text");
    if (label == "title") return out_.text.heading(1, text);
    if (label == "section_header")
      return out_.text.heading(static_cast<std::uint32_t>(std::min<std::uint64_t>(number_of(item, "level"), 8)) + 1, text);
    if (label == "list_item") {
      const std::string marker = text_of(item, "marker");
      out_.text.begin_item(marker.empty() ? "-" : marker);
      out_.text.text(text);
      return out_.text.end_item();
    }
    if (label != "code") return out_.text.paragraph(text);
    out_.text.gap(TextBuilder::Gap::kParagraph);
    out_.text.verbatim(text);
    out_.text.gap(TextBuilder::Gap::kParagraph);
  }

  void write_table(const Json& item) {
    static const Json::json_pointer kGrid("/data/grid");
    if (!item.contains(kGrid) || !item.at(kGrid).is_array()) return;
    out_.text.begin_table();
    for (const Json& row : item.at(kGrid)) {
      if (!row.is_array()) continue;
      std::vector<std::string> cells;
      bool names = !row.empty();
      for (const Json& cell : row) {
        cells.push_back(cell.is_object() ? document::collapsed(text_of(cell, "text")) : std::string());
        names = names && cell.is_object() && cell.value("column_header", Json()) == true;
      }
      out_.text.row(cells, names ? TextBuilder::Row::kNames : TextBuilder::Row::kCells);
    }
    out_.text.end_table();
  }

  const Json& document_;
  PagedText& out_;
  std::set<const Json*> seen_;  // each item is written once, whatever refers to it
};

class DoclingReader final : public document::DocumentReader {
 public:
  std::string_view name() const override { return "docling"; }

  Result<document::Document> read(const document::ReadRequest& request, const CancelToken& cancel) const override {
    GROVE_ASSIGN_OR_RETURN(const WorkFolder folder, WorkFolder::make());
    GROVE_ASSIGN_OR_RETURN(const std::string path, folder.place(request));
    GROVE_ASSIGN_OR_RETURN(const std::string said,
                           run_engine({"docling", "--to", "json", "--image-export-mode", "placeholder", "--output", folder.path(), path},
                                      request.limits, cancel));
    auto json = read_file(folder.path() + "/document.json", 4 * request.limits.text_bytes);
    if (!json) return fail(ErrorCode::kUnavailable, "docling left no document behind", "see what `docling --to json` says of it");
    const document::Budget budget(request.limits, cancel);
    GROVE_ASSIGN_OR_RETURN(document::Document document, read_docling_document(*json, budget));
    document.media_type = document::detect_media_type(request.bytes, request.file_name);
    return document;
  }
};

}  // namespace

bool has_docling(const CancelToken& cancel) { return succeeds({"docling", "--version"}, cancel); }

std::unique_ptr<document::DocumentReader> open_docling() { return std::make_unique<DoclingReader>(); }

Result<document::Document> read_docling_document(std::string_view text, const document::Budget& budget) {
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || !json.contains("body") || !json["body"].is_object())
      return fail(ErrorCode::kCorrupt, "what docling answered is no document");
    PagedText out(budget);
    BodyWriter(json, out).write_children(json["body"], 0);
    GROVE_ASSIGN_OR_RETURN(document::Document document, out.text.take());
    for (const document::Heading& heading : document.headings)
      if (document.title.empty() && heading.level == 1) document.title = heading.title;
    return document;
  } catch (const Json::exception& error) {
    return fail(ErrorCode::kCorrupt, std::string("what docling answered can't be read: ") + error.what());
  }
}

}  // namespace grove::knowledge
