#include <array>
#include <memory>

#include "base/utf8.h"
#include "document/chunking.h"
#include "document/document_reader.h"
#include "document/epub/epub_reader.h"
#include "document/html/html_reader.h"
#include "document/markdown/markdown_reader.h"
#include "document/office/docx_reader.h"
#include "document/office/pptx_reader.h"
#include "document/office/xlsx_reader.h"
#include "document/plain/text_reader.h"
#include "document/tables/csv_reader.h"
#include "fuzz/fuzz_input.h"

namespace {

using namespace grove::document;

/// The reader that the first byte chooses.
std::unique_ptr<DocumentReader> reader_for(std::uint8_t choice) {
  constexpr std::array kOpeners = {open_markdown_reader, open_html_reader, open_text_reader, open_csv_reader,
                                   open_epub_reader,     open_docx_reader, open_pptx_reader, open_xlsx_reader};
  return kOpeners[choice % kOpeners.size()]();
}

void check_document(const Document& document) {
  grove::fuzz::require(grove::is_valid_utf8(document.text));
  for (const Heading& heading : document.headings) grove::fuzz::require(heading.offset <= document.text.size());
  for (const TextSpan table : document.tables) grove::fuzz::require(table.begin <= table.end && table.end <= document.text.size());
  for (const Chunk& chunk : cut_into_chunks(document, {.target_words = 20, .overlap_words = 5})) {
    grove::fuzz::require(chunk.span.begin < chunk.span.end && chunk.span.end <= document.text.size());
    grove::fuzz::require(grove::is_valid_utf8(text_of(document, chunk)));
  }
}

}  // namespace

// Whatever the bytes, each reader of documents refuses them or leaves valid UTF-8 whose places lie in it, and so do its chunks. The first
// byte chooses the reader.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes = grove::fuzz::as_text(data + 1, size - 1);
  const ReadLimits limits{.text_bytes = std::uint64_t{1} << 22U, .time = std::chrono::seconds(5)};
  grove::fuzz::require(detect_media_type(bytes, "fuzzed").size() < 100);
  if (const auto document = reader_for(data[0])->read({.bytes = bytes, .file_name = "fuzzed", .limits = limits}, {}))
    check_document(*document);
  return 0;
}
