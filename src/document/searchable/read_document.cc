#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "document/chunking.h"
#include "document/searchable/searchable_text.h"

namespace grove::document {
namespace {

using namespace std::string_view_literals;

/// Passages that are found are shorter than chunks that models read: one of them is one screen, and says one thing.
constexpr ChunkingOptions kPassages{.target_words = 180, .overlap_words = 0};

constexpr std::size_t kPdfMarkWithin = 1024;  // bytes (ISO 32000-1, implementation note 13)

std::uint32_t line_feeds(std::string_view text) { return static_cast<std::uint32_t>(std::ranges::count(text, '\n')); }

/// Puts the passages' texts one after the other.
class Writer {
 public:
  explicit Writer(SearchableText& out) : out_(out) {}

  void add(const Document& document, Chunk chunk) {
    const std::string text = text_of(document, chunk);
    if (!out_.text.empty()) {
      out_.text += "\n\n";
      line_ += 2;
    }
    Piece piece{.span = {.begin = out_.text.size(), .end = out_.text.size() + text.size()}};
    piece.lines = {line_, line_ + line_feeds(text)};
    line_ = piece.lines.last;
    out_.text += text;
    piece.document = out_.title;
    piece.section = std::move(chunk.section);
    piece.page = chunk.page;
    piece.page_end = chunk.page_end;
    piece.page_label = std::move(chunk.page_label);
    out_.pieces.push_back(std::move(piece));
  }

 private:
  SearchableText& out_;
  std::uint32_t line_ = 1;
};

/// Why a document without text has none.
std::string why_empty(const Document& document) {
  if (document.pages.empty()) return "there is no text in it";
  return fmt::format("none of its {} {} holds text: they seem to be scanned pictures", document.pages.size(),
                     document.pages.size() == 1 ? "page" : "pages");
}

/// The first of some notices as one sentence.
std::string told(const std::vector<Notice>& notices) {
  constexpr std::size_t kTold = 3;
  std::vector<std::string> first;
  for (std::size_t i = 0; i < std::min(notices.size(), kTold); ++i) first.push_back(notices[i].text);
  if (notices.size() > kTold) first.push_back(fmt::format("{} more", notices.size() - kTold));
  return join(first, "; ");
}

}  // namespace

Language recognise_searchable(std::string_view path, std::string_view bytes) {
  if (bytes.starts_with("%PDF-")) return Language::kDocument;
  if (!has_document_name(path)) return Language::kPlainText;
  const std::string ending = to_lower_ascii(extension(path));
  if (ending == "jsonl" || ending == "ndjson") return is_dataset(bytes) ? Language::kDataset : Language::kPlainText;
  const bool late_mark = ending == "pdf" && bytes.substr(0, kPdfMarkWithin).find("%PDF-") != std::string_view::npos;
  const bool archive = bytes.starts_with("PK\3\4"sv) && !detect_media_type(bytes, path).empty();
  return late_mark || archive ? Language::kDocument : Language::kPlainText;
}

Result<SearchableText> read_searchable_document(const DocumentReader& reader, const ReadRequest& request, const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(Document document, reader.read(request, cancel));
  SearchableText found;
  found.media_type = document.media_type;
  found.title = document.title.empty() ? std::string(base_name(request.file_name)) : document.title;
  Writer writer(found);
  for (Chunk& chunk : cut_into_chunks(document, kPassages)) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    writer.add(document, std::move(chunk));
  }
  if (found.pieces.empty()) return fail(ErrorCode::kInvalidArgument, why_empty(document));
  found.remark = told(document.notices);
  return found;
}

}  // namespace grove::document
