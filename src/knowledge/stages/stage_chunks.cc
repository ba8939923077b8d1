#include "knowledge/stages/stage_chunks.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "base/file.h"
#include "base/hash.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "knowledge/facts/statements.h"
#include "knowledge/ingest/document_folder.h"
#include "knowledge/ingest/ingest.h"
#include "knowledge/ingest/source_files.h"
#include "knowledge/stages/work_of_others.h"

namespace grove::knowledge {
namespace {

constexpr std::string_view kSources = "content/sources";
constexpr std::string_view kDtos = ".grove/dto";
constexpr std::string_view kChunks = "content/chunks.jsonl";
constexpr std::string_view kPending = "content/chunks.pending.jsonl";
constexpr std::size_t kCardDigits = 16;

/// A path within the dataset: what is written has to be the same wherever the dataset lies.
std::string within(const std::string& path, const std::string& root) {
  const auto relative = std::filesystem::path(path).lexically_relative(tidy_path(root));
  return relative.empty() ? path : relative.generic_string();
}

std::string lines_of(const std::vector<ChunkDto>& chunks) {
  std::string lines;
  for (const ChunkDto& chunk : chunks) lines += chunk_line(chunk);
  return lines;
}

/// Where a document lies that was read when this folder was called otherwise: by another path to it, in another place, or the one that it
/// was copied from.
std::string path_in(const DatasetFolder& folder, const std::string& path) {
  const std::string sources = tidy_path(folder.path(kSources)) + '/';
  if (path.starts_with(sources)) return path;
  const std::string below = '/' + std::string(kSources) + '/';
  const std::string whole = '/' + path;
  std::string found = path;
  for (std::size_t at = whole.find(below); at != std::string::npos; at = whole.find(below, at + 1)) {
    found = sources + whole.substr(at + below.size());
    std::error_code ignored;
    if (std::filesystem::exists(found, ignored)) break;
  }
  return found;
}

/// Documents are known by their paths, so that those that are gone or have changed can be withdrawn. A dataset may have moved since.
Status follow_moves(const DatasetFolder& folder, const DocumentFolder& dtos) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<DocumentDto> documents, dtos.list());
  for (DocumentDto document : documents) {
    std::string path = path_in(folder, tidy_path(document.source_path));
    if (path == document.source_path) continue;
    document.source_path = std::move(path);
    GROVE_RETURN_IF_ERROR(write_file(dtos.document_path(document.document_id), document_json(document)));
  }
  return {};
}

bool is_gone(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::status(path, ignored).type() == std::filesystem::file_type::not_found;
}

/// A folder that is gone as a whole was moved or not copied along, rather than all documents withdrawn.
Status check_sources(const DatasetFolder& folder, const DocumentFolder& dtos) {
  const std::string sources = folder.path(kSources);
  if (!is_gone(sources)) return {};
  GROVE_ASSIGN_OR_RETURN(const std::vector<DocumentDto> documents, dtos.list());
  if (documents.empty()) return create_directories(sources);
  return fail(ErrorCode::kConflict, fmt::format("{} is gone, with the files of {} documents", sources, documents.size()),
              "put it back; to withdraw all documents, make it an empty folder");
}

/// Takes the chunks of documents that are about to be withdrawn out of content/chunks.jsonl first. Were they there still after a kill, they
/// would be taken for the work of others.
Status forget_chunks_of_gone(const DatasetFolder& folder, const DocumentFolder& dtos) {
  GROVE_ASSIGN_OR_RETURN(const std::vector<DocumentDto> documents, dtos.list());
  std::set<std::string> gone;
  for (const DocumentDto& document : documents)
    if (is_gone(document.source_path)) gone.insert(document.document_id);
  if (gone.empty()) return {};
  GROVE_ASSIGN_OR_RETURN(const std::string text, folder.text(kChunks));
  std::string left;
  for (const std::string_view line : split(text, '\n')) {
    if (trim(line).empty()) continue;
    const auto id = chunk_id_of_line(line);
    if (!id || !gone.contains(std::string(document_of(*id)))) left.append(line).push_back('\n');
  }
  return folder.write(std::string(kChunks), left);
}

Status ingest_sources(const StageContext& context, StageReport& report) {
  const DatasetFolder& folder = context.folder;
  const DocumentFolder dtos(folder.path(kDtos));
  GROVE_RETURN_IF_ERROR(check_sources(folder, dtos));
  GROVE_RETURN_IF_ERROR(folder.write(".grove/.gitignore", "*\n"));
  GROVE_RETURN_IF_ERROR(follow_moves(folder, dtos));
  GROVE_RETURN_IF_ERROR(forget_chunks_of_gone(folder, dtos));
  GROVE_RETURN_IF_ERROR(adopt_chunks(context, dtos));
  const IngestRequest request{.paths = {folder.path(kSources)}, .out = dtos.root()};
  const IngestContext ingesting{
      .reader = context.reader, .clock = context.clock, .progress = context.run.progress, .cancel = context.run.cancel};
  GROVE_ASSIGN_OR_RETURN(const std::vector<IngestedFile> files, ingest_documents(request, ingesting));
  for (const IngestedFile& file : files) {
    if (file.state == IngestedFile::State::kFailed) {
      ++report.unread;
      report.notes.push_back(describe(file.error));
    }
    if (file.state == IngestedFile::State::kWithdrawn) ++report.withdrawn;
    for (const document::Notice& notice : file.notices)
      report.notes.push_back(within(file.source_path, folder.root()) + ": " + notice.text);
  }
  return {};
}

}  // namespace

Result<DatasetChunks> refresh_chunks(const StageContext& context, StageReport& report) {
  GROVE_RETURN_IF_ERROR(ingest_sources(context, report));
  const DatasetFolder& folder = context.folder;
  const DocumentFolder dtos(folder.path(kDtos));
  DatasetChunks all;
  GROVE_ASSIGN_OR_RETURN(all.documents, dtos.list());
  for (DocumentDto& document : all.documents) document.source_path = within(document.source_path, folder.root());
  std::ranges::sort(all.documents, {}, [](const DocumentDto& document) { return std::pair(document.source_path, document.document_id); });
  for (const DocumentDto& document : all.documents) {
    GROVE_ASSIGN_OR_RETURN(std::vector<ChunkDto> chunks, read_chunks(dtos.chunks_path(document.document_id)));
    for (ChunkDto& chunk : chunks) chunk.provenance.source_path = document.source_path;
    std::ranges::move(chunks, std::back_inserter(all.chunks));
    all.ids.insert(document.document_id);
  }
  report.documents = all.documents.size();
  GROVE_RETURN_IF_ERROR(folder.write(std::string(kChunks), lines_of(all.chunks)));
  return all;
}

Result<Pending> pending_of(const StageContext& context, const DatasetChunks& all, const Step& step, StageReport& report) {
  GROVE_ASSIGN_OR_RETURN(const auto steps, context.folder.steps());
  const auto found = steps.find(step.name);
  std::set<std::string> done;
  const bool again =
      context.depth == StageContext::Depth::kFull || found == steps.end() || (!step.card.empty() && found->second.card != step.card);
  if (!again) done.insert(found->second.documents.begin(), found->second.documents.end());
  Pending pending;
  std::ranges::set_difference(all.ids, done, std::inserter(pending.documents, pending.documents.end()));
  for (const ChunkDto& chunk : all.chunks)
    if (pending.documents.contains(chunk.document_id)) pending.chunks.push_back(chunk);
  GROVE_RETURN_IF_ERROR(context.folder.write_lines(std::string(kPending), lines_of(pending.chunks)));
  const std::size_t shown = std::min(pending.chunks.size(), context.limit.value_or(pending.chunks.size()));
  for (std::size_t i = shown; i < pending.chunks.size(); ++i) pending.left.insert(pending.chunks[i].document_id);
  report.left = pending.chunks.size() - shown;
  pending.chunks.resize(shown);
  report.pending = pending.documents.size(), report.chunks = shown;
  return pending;
}

Result<std::string> merged_lines(const StageContext& context, const DatasetChunks& all,
                                 const std::vector<std::pair<std::string, std::string>>& added, const std::string& file) {
  std::map<std::string, std::string> lines;
  GROVE_ASSIGN_OR_RETURN(const std::string before, context.folder.text(file));
  for (const std::string_view line : split(before, '\n')) {
    if (trim(line).empty()) continue;
    auto id = chunk_id_of_line(line);
    if (!id) return std::unexpected(std::move(id).error().within("cannot read " + context.folder.path(file)));
    lines[*id] = line;
  }
  for (const auto& [id, line] : added) lines[id] = line;
  std::string out;
  for (const ChunkDto& chunk : all.chunks)
    if (const auto found = lines.find(chunk.chunk_id); found != lines.end()) out += found->second + '\n';
  return out;
}

Status finish_step(const StageContext& context, const DatasetChunks& all, const StepEnd& end) {
  const auto& [step, card] = end.step;
  std::set<std::string> done = all.ids;
  for (const Failure& failure : end.failures) done.erase(std::string(document_of(failure.chunk_id)));
  for (const std::string& document : end.pending.left) done.erase(document);
  StepState state{.documents = {done.begin(), done.end()}, .updated = rfc3339(unix_ms(context.clock)), .card = card};
  GROVE_ASSIGN_OR_RETURN(auto steps, context.folder.steps());
  const StepState& before = steps[step];
  if (before.documents == state.documents && before.card == state.card) state.updated = before.updated;
  GROVE_RETURN_IF_ERROR(context.folder.write_step(step, state));
  std::vector<ChunkDto> left;
  std::ranges::copy_if(all.chunks, std::back_inserter(left), [&](const ChunkDto& chunk) { return !done.contains(chunk.document_id); });
  return context.folder.write_lines(std::string(kPending), lines_of(left));
}

std::string card_hash(const SchemaCard& card) {
  SchemaCard timeless = card;
  timeless.version.clear();
  return to_hex(sha256(schema_card_json(timeless))).substr(0, kCardDigits);
}

Result<SchemaCard> write_card(const DatasetFolder& folder, const std::string& name, SchemaCard card) {
  GROVE_ASSIGN_OR_RETURN(const std::string text, folder.text(name));
  if (const auto before = parse_schema_card(text, name); before && card_hash(*before) == card_hash(card)) card.version = before->version;
  GROVE_RETURN_IF_ERROR(folder.write(name, schema_card_json(card)));
  return card;
}

}  // namespace grove::knowledge
