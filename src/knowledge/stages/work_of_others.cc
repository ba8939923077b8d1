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

/// Chunks whose files were never here are somebody's work that nothing could make again. Of a file that has changed the name is there.
Status check_that_files_are_there(const std::string& file, const std::map<std::string, std::vector<ChunkDto>>& unread,
                                  const std::set<std::string>& here) {
  std::vector<std::string> missing;
  for (const auto& [document, chunks] : unread) {
    const std::string& path = chunks.front().provenance.source_path;
    if (!here.contains(document) && !here.contains(std::string(base_name(path)))) missing.push_back(path.empty() ? document : path);
  }
  if (missing.empty()) return {};
  const std::string others = missing.size() == 1 ? "" : " and " + std::to_string(missing.size() - 1) + " more";
  return fail(ErrorCode::kConflict, file + " has chunks of documents whose files are missing: " + missing.front() + others,
              "put the files into content/sources, or take their lines out of content/chunks.jsonl");
}

}  // namespace

Status adopt_chunks(const StageContext& context, const DocumentFolder& dtos) {
  const DatasetFolder& folder = context.folder;
  GROVE_ASSIGN_OR_RETURN(const auto unread, unread_chunks(folder.path("content/chunks.jsonl"), dtos));
  if (unread.empty()) return {};
  GROVE_ASSIGN_OR_RETURN(const std::vector<SourceFile> sources, source_files({folder.path("content/sources")}));
  std::set<std::string> here;  // documents, and names of files
  for (const SourceFile& source : sources) {
    if (source.is_link) continue;
    const auto bytes = read_file(source.path, kLargestFile);
    if (!bytes) continue;  // ingestion says so
    here.emplace(base_name(source.path));
    const std::string hash = content_hash_of(*bytes);
    const auto found = unread.find(document_id_of(hash));
    if (found == unread.end()) continue;
    here.insert(found->first);
    const auto document = context.reader.read({.bytes = *bytes, .file_name = source.path, .limits = {}}, context.run.cancel);
    GROVE_RETURN_IF_ERROR(context.run.cancel.check());
    // Its bytes are those that the chunks were made of, also where it takes another reader to make them.
    const document::Document read = document ? *document : document::Document{};
    const DocumentDto record{.document_id = found->first,
                             .source_path = source.path,
                             .source_mime = read.media_type.empty() ? found->second.front().provenance.source_mime : read.media_type,
                             .content_hash = hash,
                             .title = read.title.empty() ? fs::path(source.path).stem().string() : read.title,
                             .created_at = found->second.front().created_at};
    GROVE_RETURN_IF_ERROR(dtos.store(record, read.text, found->second));
  }
  return check_that_files_are_there(folder.path("content/chunks.jsonl"), unread, here);
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
