#include "knowledge/stages/work_of_others.h"

#include <filesystem>
#include <map>
#include <set>
#include <system_error>

#include "base/file.h"
#include "base/text.h"
#include "knowledge/facts/statements.h"
#include "knowledge/ingest/source_files.h"

namespace grove::knowledge {
namespace {

namespace fs = std::filesystem;

bool exists(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

/// The chunks of documents that `dtos` hasn't, by document.
Result<std::map<std::string, std::vector<ChunkDto>>> unread_chunks(const std::string& file, const DocumentFolder& dtos) {
  std::map<std::string, std::vector<ChunkDto>> unread;
  if (!exists(file)) return unread;
  GROVE_ASSIGN_OR_RETURN(std::vector<ChunkDto> chunks, read_chunks(file));
  for (ChunkDto& chunk : chunks) unread[chunk.document_id].push_back(std::move(chunk));
  std::erase_if(unread, [&](const auto& document) { return exists(dtos.document_path(document.first)); });
  return unread;
}

}  // namespace

Status adopt_chunks(const StageContext& context, const DocumentFolder& dtos) {
  const DatasetFolder& folder = context.folder;
  GROVE_ASSIGN_OR_RETURN(const auto unread, unread_chunks(folder.path("content/chunks.jsonl"), dtos));
  if (unread.empty()) return {};
  GROVE_ASSIGN_OR_RETURN(const std::vector<SourceFile> sources, source_files({folder.path("content/sources")}));
  for (const SourceFile& source : sources) {
    const auto bytes = read_file(source.path);
    if (!bytes) continue;  // ingestion says so, here and below
    const std::string hash = content_hash_of(*bytes);
    const auto found = unread.find(document_id_of(hash));
    if (found == unread.end()) continue;
    const auto document = context.reader.read({.bytes = *bytes, .file_name = source.path, .limits = {}}, context.run.cancel);
    GROVE_RETURN_IF_ERROR(context.run.cancel.check());
    if (!document) continue;
    const DocumentDto record{.document_id = found->first,
                             .source_path = source.path,
                             .source_mime = document->media_type,
                             .content_hash = hash,
                             .title = document->title.empty() ? fs::path(source.path).stem().string() : document->title,
                             .created_at = found->second.front().created_at};
    GROVE_RETURN_IF_ERROR(dtos.store(record, document->text, found->second));
  }
  return {};
}

Status forget_unanswered(const DatasetFolder& folder, const DatasetChunks& all, const std::string& step, const std::string& answers) {
  GROVE_ASSIGN_OR_RETURN(auto steps, folder.steps());
  const auto found = steps.find(step);
  if (found == steps.end()) return {};
  GROVE_ASSIGN_OR_RETURN(const std::string lines, folder.text(answers));
  std::set<std::string> answered;
  for (const std::string_view line : split(lines, '\n')) {
    if (trim(line).empty()) continue;
    auto id = chunk_id_of_line(line);
    if (!id) return std::unexpected(std::move(id).error().within("cannot read " + folder.path(answers)));
    answered.insert(*std::move(id));
  }
  std::set<std::string> unanswered;
  for (const ChunkDto& chunk : all.chunks)
    if (!answered.contains(chunk.chunk_id)) unanswered.insert(chunk.document_id);
  const auto is_unanswered = [&](const std::string& document) { return unanswered.contains(document); };
  return std::erase_if(found->second.documents, is_unanswered) == 0 ? Status{} : folder.write_step(step, found->second);
}

}  // namespace grove::knowledge
