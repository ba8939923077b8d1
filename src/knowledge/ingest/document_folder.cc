#include "knowledge/ingest/document_folder.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "base/file.h"

namespace grove::knowledge {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

/// The records of others may lie there too: only what is named as ours is read.
bool is_document_file(const fs::path& path) { return path.extension() == ".json" && path.stem().string().starts_with("doc_"); }

}  // namespace

std::string DocumentFolder::document_path(std::string_view document_id) const {
  return root_ + "/documents/" + std::string(document_id) + ".json";
}

std::string DocumentFolder::text_path(std::string_view document_id) const {
  return root_ + "/documents/" + std::string(document_id) + ".txt";
}

std::string DocumentFolder::chunks_path(std::string_view document_id) const {
  return root_ + "/chunks/" + std::string(document_id) + ".jsonl";
}

Result<std::optional<DocumentDto>> DocumentFolder::find(std::string_view content_hash) const {
  const std::string id = document_id_of(content_hash);
  if (!exists(document_path(id)) || !exists(chunks_path(id))) return std::nullopt;
  GROVE_ASSIGN_OR_RETURN(const std::string json, read_file(document_path(id)));
  auto document = parse_document(json);
  if (!document || document->content_hash != content_hash) return std::nullopt;
  return std::move(*document);
}

Result<std::vector<DocumentDto>> DocumentFolder::list() const {
  std::vector<DocumentDto> documents;
  std::error_code error;
  for (fs::directory_iterator entry(root_ + "/documents", error), end; !error && entry != end; entry.increment(error)) {
    if (!is_document_file(entry->path())) continue;
    GROVE_ASSIGN_OR_RETURN(const std::string json, read_file(entry->path().string()));
    // Files are named by what a record calls itself: one that says another name than its own file's is no record of ours.
    if (auto document = parse_document(json); document && document->document_id == entry->path().stem().string())
      documents.push_back(std::move(*document));
  }
  if (error && error != std::errc::no_such_file_or_directory)
    return fail(ErrorCode::kIo, "cannot list " + root_ + "/documents: " + error.message());
  std::ranges::sort(documents, {}, &DocumentDto::document_id);
  return documents;
}

Status DocumentFolder::store(const DocumentDto& document, std::string_view text, const std::vector<ChunkDto>& chunks) const {
  GROVE_RETURN_IF_ERROR(create_directories(root_ + "/documents"));
  GROVE_RETURN_IF_ERROR(create_directories(root_ + "/chunks"));
  std::string lines;
  for (const ChunkDto& chunk : chunks) lines += chunk_line(chunk);
  GROVE_RETURN_IF_ERROR(write_file(text_path(document.document_id), text));
  GROVE_RETURN_IF_ERROR(write_file(chunks_path(document.document_id), lines));
  return write_file(document_path(document.document_id), document_json(document));
}

Status DocumentFolder::withdraw(std::string_view document_id) const {
  GROVE_RETURN_IF_ERROR(remove_file(document_path(document_id)));
  GROVE_RETURN_IF_ERROR(remove_file(chunks_path(document_id)));
  return remove_file(text_path(document_id));
}

}  // namespace grove::knowledge
