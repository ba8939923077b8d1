#include "knowledge/ingest/ingest.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>

#include "base/file.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "base/unfinished_files.h"
#include "knowledge/ingest/code_points.h"
#include "knowledge/ingest/document_folder.h"
#include "knowledge/ingest/source_files.h"

namespace grove::knowledge {
namespace {

namespace fs = std::filesystem;
using State = IngestedFile::State;

constexpr std::size_t kMostChunks = 500'000;  // of one document: each takes some hundred bytes more than its text

std::optional<std::uint32_t> page_number(std::uint32_t page) { return page == 0 ? std::nullopt : std::optional(page); }

std::string stem_of(std::string_view path) {
  const std::string_view name = base_name(path);
  const std::string_view ending = extension(name);
  return std::string(ending.empty() ? name : name.substr(0, name.size() - ending.size() - 1));
}

std::vector<PageBreak> page_breaks_in(const document::Chunk& chunk, const document::Document& document, const CodePointIndex& points) {
  std::vector<PageBreak> breaks;
  for (const document::Page& page : document.pages)
    if (page.span.begin > chunk.span.begin && page.span.begin < chunk.span.end)
      breaks.push_back({.page = page.number, .page_label = page.label, .offset_start = points.at(page.span.begin)});
  return breaks;
}

ProvenanceDto provenance_of(const DocumentDto& record, const document::Document& document, const document::Chunk& chunk,
                            const CodePointIndex& points) {
  ProvenanceDto provenance{.source_path = record.source_path,
                           .source_mime = record.source_mime,
                           .page = page_number(chunk.page),
                           .page_label = chunk.page_label,
                           .section = join(chunk.section, " > "),
                           .offset_start = points.at(chunk.span.begin),
                           .offset_end = points.at(chunk.span.end),
                           .page_end = page_number(chunk.page_end),
                           .page_breaks = page_breaks_in(chunk, document, points)};
  if (chunk.table_names) {
    provenance.header_start = points.at(chunk.table_names->begin);
    provenance.header_end = points.at(chunk.table_names->end);
  }
  return provenance;
}

/// One name of a file for all that lead to it from here: `raw/a.md` and `/home/ada/raw/a.md`.
std::string place_of(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  return error ? tidy_path(path) : tidy_path(whole.string());
}

/// A heading begins a chunk: of too many, none are cut.
Result<std::vector<document::Chunk>> cut(const document::Document& document, const document::ChunkingOptions& options) {
  std::vector<document::Chunk> pieces;
  if (document.headings.size() <= kMostChunks) pieces = document::cut_into_chunks(document, options);
  if (document.headings.size() <= kMostChunks && pieces.size() <= kMostChunks) return pieces;
  return fail(ErrorCode::kResourceLimit, "it falls into more than " + std::to_string(kMostChunks) + " chunks",
              "ingest its parts, or ask for longer chunks");
}

Result<std::vector<ChunkDto>> chunks_of(const DocumentDto& record, const document::Document& document,
                                        const document::ChunkingOptions& options) {
  GROVE_ASSIGN_OR_RETURN(const auto pieces, cut(document, options));
  const CodePointIndex points(document.text);
  std::vector<ChunkDto> chunks;
  for (const document::Chunk& chunk : pieces) {
    const auto index = static_cast<std::uint32_t>(chunks.size());
    std::string text = document::text_of(document, chunk);
    ProvenanceDto provenance = provenance_of(record, document, chunk, points);
    provenance.text_snippet = snippet_of(text);
    std::string hash = text_hash_of(text);
    chunks.push_back({.document_id = record.document_id,
                      .chunk_id = chunk_id_of(record.document_id, page_number(chunk.page), index),
                      .chunk_index = index,
                      .text = std::move(text),
                      .provenance = std::move(provenance),
                      .text_hash = std::move(hash),
                      .created_at = record.created_at});
  }
  return chunks;
}

class Ingestion {
 public:
  Ingestion(const IngestRequest& request, const IngestContext& context) : request_(request), context_(context), folder_(request.out) {}

  Result<std::vector<IngestedFile>> run() {
    GROVE_ASSIGN_OR_RETURN(const std::vector<SourceFile> files, source_files(request_.paths));
    GROVE_RETURN_IF_ERROR(remove_unfinished_files(folder_.root()));
    GROVE_RETURN_IF_ERROR(load_known());
    for (std::size_t i = 0; i < files.size(); ++i) {
      GROVE_RETURN_IF_ERROR(context_.cancel.check());
      context_.progress.report({.stage = "reading", .done = i, .total = files.size(), .unit = "documents", .subject = files[i].path});
      GROVE_RETURN_IF_ERROR(take(files[i]));
    }
    GROVE_RETURN_IF_ERROR(withdraw_missing());
    return std::move(done_);
  }

 private:
  Status load_known() {
    GROVE_ASSIGN_OR_RETURN(const std::vector<DocumentDto> known, folder_.list());
    for (const DocumentDto& document : known) ids_of_place_[place_of(document.source_path)].insert(document.document_id);
    return {};
  }

  void tell(IngestedFile file) {
    if (context_.on_file) context_.on_file(file);
    done_.push_back(std::move(file));
  }

  Status take(const SourceFile& source) {
    IngestedFile file{.source_path = source.path};
    if (source.is_link) return give_up(std::move(file), not_followed());
    auto bytes = read_file(source.path, kLargestFile);
    if (!bytes) return give_up(std::move(file), std::move(bytes.error()));
    file.content_hash = content_hash_of(*bytes);
    file.document_id = document_id_of(file.content_hash);
    const bool is_no_document = document::detect_media_type(*bytes, source.path).empty();
    if (is_no_document && source.named == SourceFile::Named::kByFolder) return withdraw_all_but(file.document_id, source.path);
    GROVE_ASSIGN_OR_RETURN(const auto known, folder_.find(file.content_hash));
    if (known && request_.known == IngestRequest::Known::kSkipped && still_there(*known, source.path)) return skip(std::move(file), *known);
    GROVE_RETURN_IF_ERROR(read(std::move(file), *bytes));
    return withdraw_others(source.path);
  }

  /// Whether the record names a file that is there; else it is written again, with this one.
  static bool still_there(const DocumentDto& known, const std::string& path) {
    std::error_code ignored;
    return place_of(known.source_path) == place_of(path) || fs::is_regular_file(known.source_path, ignored);
  }

  Status skip(IngestedFile file, const DocumentDto& known) {
    file.state = State::kSkipped;
    file.title = known.title;
    file.media_type = known.source_mime;
    present_[file.source_path] = file.document_id;
    const std::string path = file.source_path;
    tell(std::move(file));
    return withdraw_others(path);
  }

  /// Whoever made a folder could have a link of it lead to a file of whoever ingests it.
  static Error not_followed() {
    return {.code = ErrorCode::kInvalidArgument,
            .message = "it is a symbolic link that leads out of the folder",
            .hint = "put a copy there, or name the file itself"};
  }

  Status give_up(IngestedFile file, Error error) {
    if (error.code == ErrorCode::kCancelled) return std::unexpected(std::move(error));
    file.state = State::kFailed;
    file.error = std::move(error).within("cannot ingest " + file.source_path);
    tell(std::move(file));
    return {};
  }

  /// What it said with other bytes, it says no longer.
  Status give_up_content(IngestedFile file, Error error) {
    const std::string path = file.source_path, id = file.document_id;
    GROVE_RETURN_IF_ERROR(give_up(std::move(file), std::move(error)));
    return withdraw_all_but(id, path);
  }

  Status withdraw_all_but(const std::string& id, const std::string& path) {
    std::set<std::string>& ids = ids_of_place_[place_of(path)];
    for (const std::string& other : ids)
      if (other != id) GROVE_RETURN_IF_ERROR(withdraw(other, path));
    std::erase_if(ids, [&](const std::string& other) { return other != id; });
    return {};
  }

  Status read(IngestedFile file, std::string_view bytes) {
    auto document = context_.reader.read({.bytes = bytes, .file_name = file.source_path, .limits = request_.limits}, context_.cancel);
    if (!document) return give_up_content(std::move(file), std::move(document.error()));
    const DocumentDto record{.document_id = file.document_id,
                             .source_path = file.source_path,
                             .source_mime = document->media_type,
                             .content_hash = file.content_hash,
                             .title = document->title.empty() ? stem_of(file.source_path) : document->title,
                             .created_at = rfc3339(unix_ms(context_.clock))};
    auto chunks = chunks_of(record, *document, request_.chunking);
    if (!chunks) return give_up_content(std::move(file), std::move(chunks.error()));
    GROVE_RETURN_IF_ERROR(folder_.store(record, document->text, *chunks));
    file.title = record.title;
    file.media_type = record.source_mime;
    file.words = split_words(document->text).size();
    file.pages = static_cast<std::uint32_t>(document->pages.size());
    file.chunks = static_cast<std::uint32_t>(chunks->size());
    file.notices = std::move(document->notices);
    present_[file.source_path] = file.document_id;
    tell(std::move(file));
    return {};
  }

  /// What the file said before it had this content.
  Status withdraw_others(const std::string& path) {
    const auto present = present_.find(path);
    if (present == present_.end()) return {};
    GROVE_RETURN_IF_ERROR(withdraw_all_but(present->second, path));
    ids_of_place_[place_of(path)].insert(present->second);
    return {};
  }

  /// But not content that was found under another name in this run.
  Status withdraw(const std::string& id, const std::string& path) {
    const bool elsewhere = std::ranges::any_of(present_, [&](const auto& found) { return found.second == id; });
    if (elsewhere) return {};
    GROVE_RETURN_IF_ERROR(folder_.withdraw(id));
    tell({.state = State::kWithdrawn, .source_path = path, .document_id = id});
    return {};
  }

  Status withdraw_missing() {
    for (const std::string& folder : request_.paths) {
      std::error_code ignored;
      if (!fs::is_directory(folder, ignored)) continue;
      const std::string below = place_of(folder + "/");
      for (const auto& [place, ids] : ids_of_place_) {
        // What may not be looked at isn't known to be gone.
        if (!place.starts_with(below) || fs::status(place, ignored).type() != fs::file_type::not_found) continue;
        for (const std::string& id : ids) {
          GROVE_RETURN_IF_ERROR(withdraw(id, tidy_path(folder + '/' + place.substr(below.size()))));
        }
      }
    }
    return {};
  }

  const IngestRequest& request_;
  const IngestContext& context_;
  DocumentFolder folder_;
  std::map<std::string, std::set<std::string>> ids_of_place_;  // as recorded
  std::map<std::string, std::string> present_;                 // path and id of what was found now
  std::vector<IngestedFile> done_;
};

}  // namespace

Result<std::vector<IngestedFile>> ingest_documents(const IngestRequest& request, const IngestContext& context) {
  return Ingestion(request, context).run();
}

}  // namespace grove::knowledge
