#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

// The records that ingestion leaves for every later stage, as `documents/<id>.json` and `chunks/<id>.jsonl`: docs/formats/documents.md.
namespace grove::knowledge {

/// A page that begins within a chunk.
struct PageBreak {
  std::uint32_t page = 0;          ///< Physical, from 1.
  std::string page_label = {};     ///< As printed on it; empty where there is none.
  std::uint64_t offset_start = 0;  ///< Code points of the extracted text.
  friend bool operator==(const PageBreak&, const PageBreak&) = default;
};

/// Where a chunk's text stands in its document.
struct ProvenanceDto {
  std::string source_path;
  std::string source_mime;
  std::optional<std::uint32_t> page = {};  ///< The first one, physical, from 1. None: the format has no pages.
  std::string page_label = {};             ///< As printed on it; empty where there is none.
  std::string section = {};                ///< Headings, outermost first, joined by ` > `.
  std::uint64_t offset_start = 0;          ///< Code points of the extracted text (`documents/<id>.txt`).
  std::uint64_t offset_end = 0;
  std::string text_snippet = {};               ///< At most 240 code points, then `…`.
  std::optional<std::uint32_t> page_end = {};  ///< Stands in `raw`, where it is another one than `page`.
  /// Code points of the rows that name the columns of the table a chunk goes on with; they stand before its text. In `raw`.
  std::optional<std::uint64_t> header_start = {}, header_end = {};
  std::vector<PageBreak> page_breaks = {};  ///< The pages behind `page`, in order. In `raw`.

  /// The page that a place of the extracted text, within the chunk, stands on; the first one where nobody knows of breaks.
  PageBreak page_at(std::uint64_t offset) const;
};

struct ChunkDto {
  std::string document_id;
  std::string chunk_id;
  std::uint32_t chunk_index = 0;  ///< From 0.
  std::string text;
  ProvenanceDto provenance;
  std::string text_hash;
  std::string created_at;  ///< RFC 3339, UTC, with Z.
};

struct DocumentDto {
  std::string document_id;
  std::string source_path;
  std::string source_mime;
  std::string content_hash;
  std::string title;
  std::string created_at;
};

/// SHA-256 of a file's bytes in 64 hexadecimal digits.
std::string content_hash_of(std::string_view bytes);
/// `doc_` and the first 16 of those digits.
std::string document_id_of(std::string_view content_hash);
/// `{document_id}#p{page}#c{index:04d}`, `#pNA#` without a page.
std::string chunk_id_of(std::string_view document_id, std::optional<std::uint32_t> page, std::uint32_t index);
/// The document of a chunk: what stands before `#`.
std::string_view document_of(std::string_view chunk_id);
/// SHA-1 of the UTF-8 text.
std::string text_hash_of(std::string_view text);
/// Its first 240 code points, then `…` where there are more.
std::string snippet_of(std::string_view text);

/// One JSON object in two-space indentation, with a line end.
std::string document_json(const DocumentDto& document);
/// One line of JSON, with its line end.
std::string chunk_line(const ChunkDto& chunk);

/// Keys that are missing or null count as empty. kCorrupt for what is no such record.
Result<DocumentDto> parse_document(std::string_view json);
Result<ChunkDto> parse_chunk(std::string_view line);

/// All chunks of a `.jsonl` file, in the order of the file; blank lines are passed over. The message names the line at fault.
Result<std::vector<ChunkDto>> read_chunks(const std::string& path);

}  // namespace grove::knowledge
