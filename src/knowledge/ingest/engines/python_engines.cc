#include "knowledge/ingest/engines/python_engines.h"

#include <nlohmann/json.hpp>

#include "document/html/markup_tree.h"
#include "document/html/table_rows.h"
#include "knowledge/ingest/engines/external_program.h"
#include "knowledge/ingest/engines/paged_text.h"

namespace grove::knowledge {
namespace {

using document::TextBuilder;
using Json = nlohmann::json;

constexpr std::uint64_t kDeepestLevel = 9;

// The one-shot protocol: the document's path is the argument, stdout is one JSON list and nothing else.
constexpr std::string_view kUnstructuredProgram = R"(
import json, sys
out, sys.stdout = sys.stdout, sys.stderr
from unstructured.partition.auto import partition
json.dump([element.to_dict() for element in partition(filename=sys.argv[1])], out)
)";
constexpr std::string_view kLlamaIndexProgram = R"(
import json, sys
out, sys.stdout = sys.stdout, sys.stderr
from llama_index.core import SimpleDirectoryReader
documents = SimpleDirectoryReader(input_files=[sys.argv[1]]).load_data()
json.dump([{"text": d.text, "metadata": {k: str(v) for k, v in d.metadata.items()}} for d in documents], out)
)";

std::string text_of(const Json& item, const char* key) {
  const auto found = item.find(key);
  return found != item.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::uint64_t number_of(const Json& item, const char* key) {
  const auto found = item.find(key);
  return found != item.end() && found->is_number_unsigned() ? found->get<std::uint64_t>() : 0;
}

const Json& metadata_of(const Json& item) {
  static const Json kNone = Json::object();
  const auto found = item.find("metadata");
  return found != item.end() && found->is_object() ? *found : kNone;
}

Result<Json> parse_list(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  if (!json.is_array()) return fail(ErrorCode::kCorrupt, "what the engine answered is no list of elements");
  return json;
}

/// A table that came as HTML, else its text.
Status write_table(const Json& element, TextBuilder& text, const document::Budget& budget) {
  const std::string html = text_of(metadata_of(element), "text_as_html");
  if (html.empty()) {
    text.paragraph(text_of(element, "text"));
    return {};
  }
  GROVE_ASSIGN_OR_RETURN(const document::MarkupTree tree, document::MarkupTree::parse_html(html, budget));
  text.begin_table();
  for (const document::TableRows::Row& row : document::rows_of(tree, tree.find("table")).rows)
    text.row(row.cells, row.names_columns ? TextBuilder::Row::kNames : TextBuilder::Row::kCells);
  text.end_table();
  return {};
}

Status write_element(const Json& element, PagedText& out, const document::Budget& budget) {
  const std::string type = text_of(element, "type");
  if (type == "Header" || type == "Footer" || type == "PageBreak" || type == "PageNumber") return {};
  out.go_to(number_of(metadata_of(element), "page_number"));
  const std::string text = text_of(element, "text");
  if (type == "Table") return write_table(element, out.text, budget);
  if (type == "Title") {
    const std::uint64_t depth = std::min(number_of(metadata_of(element), "category_depth"), kDeepestLevel - 1);
    out.text.heading(static_cast<std::uint32_t>(depth) + 1, text);
  } else if (type == "ListItem") {
    out.text.begin_item("-");
    out.text.text(text);
    out.text.end_item();
  } else {
    out.text.paragraph(text);
  }
  return {};
}

void take_title(document::Document& document) {
  if (!document.headings.empty()) document.title = document.headings.front().title;
}

/// Runs a program of Python on a document and reads what it answers.
class PythonReader final : public document::DocumentReader {
 public:
  using Read = Result<document::Document> (*)(std::string_view json, const document::Budget& budget);
  PythonReader(std::string_view name, std::string_view program, Read read) : name_(name), program_(program), read_(read) {}

  std::string_view name() const override { return name_; }

  Result<document::Document> read(const document::ReadRequest& request, const CancelToken& cancel) const override {
    GROVE_ASSIGN_OR_RETURN(const WorkFolder folder, WorkFolder::make());
    GROVE_ASSIGN_OR_RETURN(const std::string path, folder.place(request));
    GROVE_ASSIGN_OR_RETURN(const std::string json, run_engine({"python3", "-c", std::string(program_), path}, request.limits, cancel));
    const document::Budget budget(request.limits, cancel);
    GROVE_ASSIGN_OR_RETURN(document::Document document, read_(json, budget));
    document.media_type = document::detect_media_type(request.bytes, request.file_name);
    return document;
  }

 private:
  std::string_view name_;
  std::string_view program_;
  Read read_;
};

}  // namespace

bool has_python_module(std::string_view module, const CancelToken& cancel) {
  constexpr const char* kLook = "import importlib.util, sys\nsys.exit(0 if importlib.util.find_spec(sys.argv[1]) else 1)";
  return succeeds({"python3", "-c", kLook, std::string(module)}, cancel);
}

std::unique_ptr<document::DocumentReader> open_unstructured() {
  return std::make_unique<PythonReader>("unstructured", kUnstructuredProgram, read_unstructured_elements);
}

std::unique_ptr<document::DocumentReader> open_llamaindex() {
  return std::make_unique<PythonReader>("llamaindex", kLlamaIndexProgram, read_llamaindex_documents);
}

Result<document::Document> read_unstructured_elements(std::string_view json, const document::Budget& budget) {
  GROVE_ASSIGN_OR_RETURN(const Json elements, parse_list(json));
  PagedText out(budget);
  for (const Json& element : elements)
    if (element.is_object()) GROVE_RETURN_IF_ERROR(write_element(element, out, budget));
  GROVE_ASSIGN_OR_RETURN(document::Document document, out.text.take());
  take_title(document);
  return document;
}

Result<document::Document> read_llamaindex_documents(std::string_view json, const document::Budget& budget) {
  GROVE_ASSIGN_OR_RETURN(const Json documents, parse_list(json));
  TextBuilder text(budget);
  for (const Json& document : documents) {
    if (!document.is_object()) continue;
    const std::string label = text_of(metadata_of(document), "page_label");
    if (!label.empty()) text.begin_page(label);
    text.gap(TextBuilder::Gap::kParagraph);
    text.verbatim(text_of(document, "text"));
  }
  return text.take();
}

}  // namespace grove::knowledge
