#include "apps/grove/commands/kb/chunk_files.h"

#include <fmt/format.h>

#include <set>

#include "base/file.h"
#include "base/text.h"

namespace grove::cli {

using knowledge::ChunkDto;
using knowledge::DocumentDto;

Status require(const Invocation& invocation, std::initializer_list<std::string_view> options) {
  for (const std::string_view option : options)
    if (!invocation.has(option))
      return fail(ErrorCode::kInvalidArgument, fmt::format("`grove {}` needs --{}", invocation.command->name, option),
                  fmt::format("`grove {} --help` says more.", invocation.command->name));
  return {};
}

Result<std::vector<ChunkDto>> chunks_of(const Invocation& invocation) {
  std::vector<std::string> files = invocation.list("chunks");
  files.insert(files.end(), invocation.arguments.begin(), invocation.arguments.end());
  std::vector<ChunkDto> chunks;
  for (const std::string& file : files) {
    GROVE_ASSIGN_OR_RETURN(const std::vector<ChunkDto> read, knowledge::read_chunks(file));
    chunks.insert(chunks.end(), read.begin(), read.end());
  }
  std::set<std::string_view> ids;
  for (const ChunkDto& chunk : chunks)
    if (!ids.insert(chunk.chunk_id).second)
      return fail(ErrorCode::kInvalidArgument, fmt::format("two chunks are called {}", chunk.chunk_id));
  return chunks;
}

std::vector<DocumentDto> documents_of(const Invocation& invocation, const std::vector<ChunkDto>& chunks) {
  std::set<std::string> ids;
  for (const ChunkDto& chunk : chunks) ids.insert(chunk.document_id);
  std::vector<std::string> files = invocation.list("chunks");
  files.insert(files.end(), invocation.arguments.begin(), invocation.arguments.end());
  std::vector<DocumentDto> documents;
  for (const std::string& file : files) {
    const std::string folder = std::string(parent_path(file));
    for (const std::string& id : ids) {
      const auto text = read_file((folder.empty() ? ".." : folder + "/..") + "/documents/" + id + ".json");
      if (!text) continue;
      auto document = knowledge::parse_document(*text);
      if (document && document->document_id == id) documents.push_back(std::move(*document));
    }
  }
  return documents;
}

knowledge::CardScope card_scope(const Invocation& invocation) {
  return invocation.has("slim-card") ? knowledge::CardScope::kSlim : knowledge::CardScope::kWhole;
}

Status write_result(const std::string& path, std::string_view text) {
  const std::string folder(parent_path(path));
  if (!folder.empty()) GROVE_RETURN_IF_ERROR(create_directories(folder));
  return write_file(path, text);
}

}  // namespace grove::cli
