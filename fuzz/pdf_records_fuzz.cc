#include "base/utf8.h"
#include "document/pdf/content.h"
#include "document/pdf/layout.h"
#include "fuzz/fuzz_input.h"

// Whatever a program says in the name of grove-pdf, what is laid out of it is valid UTF-8, and its places lie in it.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace grove::document;
  auto content = pdf::parse_content("grove-pdf\t1\n" + std::string(grove::fuzz::as_text(data, size)));
  if (!content) return 0;
  const grove::CancelToken never;
  const auto document = pdf::lay_out(std::move(*content), Budget({.time = std::chrono::seconds(5)}, never));
  if (!document) return 0;
  grove::fuzz::require(grove::is_valid_utf8(document->text));
  for (const Heading& heading : document->headings) grove::fuzz::require(heading.offset < document->text.size());
  for (const TextSpan table : document->tables) grove::fuzz::require(table.begin <= table.end && table.end <= document->text.size());
  std::uint64_t end = 0;
  for (const Page& page : document->pages) {
    grove::fuzz::require(page.span.begin == end && page.span.end >= end);
    end = page.span.end;
  }
  grove::fuzz::require(end == document->text.size());
  return 0;
}
