#include "document/testing/describe.h"

#include <fmt/format.h>

#include "base/text.h"

namespace grove::document {
namespace {

std::string span_text(TextSpan span) { return fmt::format("{}-{}", span.begin, span.end); }

}  // namespace

std::string describe(const Document& document) {
  std::string out = fmt::format("title: {}\ntype: {}\n", document.title, document.media_type);
  for (const Page& page : document.pages) out += fmt::format("page {} [{}]: {}\n", page.number, page.label, span_text(page.span));
  for (const Heading& heading : document.headings) out += fmt::format("h{} @{}: {}\n", heading.level, heading.offset, heading.title);
  for (const TextSpan table : document.tables) out += fmt::format("table: {}\n", span_text(table));
  for (const TextSpan names : document.table_names) out += fmt::format("columns: {}\n", span_text(names));
  for (const Notice& notice : document.notices) out += fmt::format("notice, page {}: {}\n", notice.page, notice.text);
  return out + "text:\n" + document.text;
}

std::string describe_chunks(const Document& document, const ChunkingOptions& options) {
  std::string out;
  for (const Chunk& chunk : cut_into_chunks(document, options)) {
    out += fmt::format("[{}] {} words", span_text(chunk.span), chunk.words);
    if (chunk.page > 0) out += fmt::format(", pages {}-{} [{}]", chunk.page, chunk.page_end, chunk.page_label);
    if (!chunk.section.empty()) out += ", " + join(chunk.section, " > ");
    out += '\n' + text_of(document, chunk) + "\n\n";
  }
  return out;
}

}  // namespace grove::document
