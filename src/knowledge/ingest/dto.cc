#include "knowledge/ingest/dto.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/hash.h"
#include "base/sha1.h"
#include "base/text.h"
#include "base/utf8.h"

namespace grove::knowledge {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kDocumentIdDigits = 16;
constexpr std::size_t kSnippetCodePoints = 240;

std::string dump(const Json& json, int indent) { return json.dump(indent, ' ', false, Json::error_handler_t::replace) + '\n'; }

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json raw_of(const ProvenanceDto& provenance) {
  Json raw = Json::object();
  if (provenance.page_end && provenance.page_end != provenance.page) raw["page_end"] = *provenance.page_end;
  for (const PageBreak& each : provenance.page_breaks)
    raw["pages"].push_back({{"page", each.page}, {"page_label", text_or_null(each.page_label)}, {"offset_start", each.offset_start}});
  if (provenance.header_start && provenance.header_end)
    raw["table_header"] = {{"offset_start", *provenance.header_start}, {"offset_end", *provenance.header_end}};
  return raw;
}

Json provenance_json(const ProvenanceDto& provenance) {
  return {{"source_path", provenance.source_path},
          {"source_mime", provenance.source_mime},
          {"page", provenance.page ? Json(*provenance.page) : Json(nullptr)},
          {"page_label", text_or_null(provenance.page_label)},
          {"section", text_or_null(provenance.section)},
          {"offset_start", provenance.offset_start},
          {"offset_end", provenance.offset_end},
          {"text_snippet", provenance.text_snippet},
          {"raw", raw_of(provenance)}};
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

template <class Number>
std::optional<Number> number_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  if (found == object.end() || !found->is_number_integer() || *found < 0) return std::nullopt;
  if (found->get<std::uint64_t>() > std::numeric_limits<Number>::max()) return std::nullopt;
  return found->get<Number>();
}

const Json& object_of(const Json& object, const char* key) {
  static const Json kNone = Json::object();
  const auto found = object.find(key);
  return found != object.end() && found->is_object() ? *found : kNone;
}

/// Some programs count from 0 and mean that there is no page.
std::optional<std::uint32_t> page_of(const Json& object, const char* key) {
  const auto page = number_of<std::uint32_t>(object, key);
  return page == 0U ? std::nullopt : page;
}

std::vector<PageBreak> page_breaks_of(const Json& raw) {
  std::vector<PageBreak> breaks;
  const auto pages = raw.find("pages");
  if (pages == raw.end() || !pages->is_array()) return breaks;
  for (const Json& each : *pages) {
    const auto page = each.is_object() ? page_of(each, "page") : std::nullopt;
    const auto offset = each.is_object() ? number_of<std::uint64_t>(each, "offset_start") : std::nullopt;
    if (page && offset) breaks.push_back({.page = *page, .page_label = text_of(each, "page_label"), .offset_start = *offset});
  }
  return breaks;
}

ProvenanceDto provenance_of(const Json& json) {
  const Json& raw = object_of(json, "raw");
  const Json& header = object_of(raw, "table_header");
  return {.source_path = text_of(json, "source_path"),
          .source_mime = text_of(json, "source_mime"),
          .page = page_of(json, "page"),
          .page_label = text_of(json, "page_label"),
          .section = text_of(json, "section"),
          .offset_start = number_of<std::uint64_t>(json, "offset_start").value_or(0),
          .offset_end = number_of<std::uint64_t>(json, "offset_end").value_or(0),
          .text_snippet = text_of(json, "text_snippet"),
          .page_end = page_of(raw, "page_end"),
          .header_start = number_of<std::uint64_t>(header, "offset_start"),
          .header_end = number_of<std::uint64_t>(header, "offset_end"),
          .page_breaks = page_breaks_of(raw)};
}

Result<Json> parse_object(std::string_view text) {
  Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return fail(ErrorCode::kCorrupt, "it is no JSON");
  if (!json.is_object()) return fail(ErrorCode::kCorrupt, "it is no JSON object");
  return json;
}

}  // namespace

PageBreak ProvenanceDto::page_at(std::uint64_t offset) const {
  PageBreak found{.page = page.value_or(0), .page_label = page_label, .offset_start = offset_start};
  for (const PageBreak& each : page_breaks)
    if (each.offset_start <= offset) found = each;
  return found;
}

std::string content_hash_of(std::string_view bytes) { return to_hex(sha256(bytes)); }

std::string document_id_of(std::string_view content_hash) { return "doc_" + std::string(content_hash.substr(0, kDocumentIdDigits)); }

std::string chunk_id_of(std::string_view document_id, std::optional<std::uint32_t> page, std::uint32_t index) {
  return fmt::format("{}#p{}#c{:04}", document_id, page ? std::to_string(*page) : "NA", index);
}

std::string_view document_of(std::string_view chunk_id) { return chunk_id.substr(0, chunk_id.find('#')); }

std::string text_hash_of(std::string_view text) { return sha1_hex(text); }

std::string snippet_of(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t points = 0; end < text.size(); ++points) {
    if (points == kSnippetCodePoints) return std::string(text.substr(0, end)) + "…";
    end += code_point_at(text, end).size;
  }
  return std::string(text);
}

std::string document_json(const DocumentDto& document) {
  return dump({{"document_id", document.document_id},
               {"source_path", document.source_path},
               {"source_mime", document.source_mime},
               {"content_hash", document.content_hash},
               {"title", document.title},
               {"created_at", document.created_at},
               {"chunks", Json::array()}},
              2);
}

std::string chunk_line(const ChunkDto& chunk) {
  return dump({{"document_id", chunk.document_id},
               {"chunk_id", chunk.chunk_id},
               {"chunk_index", chunk.chunk_index},
               {"text", chunk.text},
               {"provenance", provenance_json(chunk.provenance)},
               {"text_hash", chunk.text_hash},
               {"created_at", chunk.created_at}},
              -1);
}

Result<DocumentDto> parse_document(std::string_view json_text) {
  GROVE_ASSIGN_OR_RETURN(const Json json, parse_object(json_text));
  DocumentDto document{.document_id = text_of(json, "document_id"),
                       .source_path = text_of(json, "source_path"),
                       .source_mime = text_of(json, "source_mime"),
                       .content_hash = text_of(json, "content_hash"),
                       .title = text_of(json, "title"),
                       .created_at = text_of(json, "created_at")};
  if (document.document_id.empty()) return fail(ErrorCode::kCorrupt, "it has no `document_id`");
  return document;
}

Result<ChunkDto> parse_chunk(std::string_view line) {
  GROVE_ASSIGN_OR_RETURN(const Json json, parse_object(line));
  ChunkDto chunk{.document_id = text_of(json, "document_id"),
                 .chunk_id = text_of(json, "chunk_id"),
                 .chunk_index = number_of<std::uint32_t>(json, "chunk_index").value_or(0),
                 .text = text_of(json, "text"),
                 .provenance = provenance_of(object_of(json, "provenance")),
                 .text_hash = text_of(json, "text_hash"),
                 .created_at = text_of(json, "created_at")};
  if (chunk.document_id.empty()) return fail(ErrorCode::kCorrupt, "it has no `document_id`");
  if (chunk.chunk_id.empty()) return fail(ErrorCode::kCorrupt, "it has no `chunk_id`");
  return chunk;
}

Result<std::vector<ChunkDto>> read_chunks(const std::string& path) {
  GROVE_ASSIGN_OR_RETURN(const std::string text, read_file(path));
  std::vector<ChunkDto> chunks;
  std::size_t number = 0;
  for (const std::string_view line : split(text, '\n')) {
    ++number;
    if (trim(line).empty()) continue;
    auto chunk = parse_chunk(line);
    if (!chunk) return std::unexpected(std::move(chunk.error()).within(fmt::format("cannot read {}, line {}", path, number)));
    chunks.push_back(std::move(*chunk));
  }
  return chunks;
}

}  // namespace grove::knowledge
