#include "ingest/vectors.h"

#include <fmt/format.h>
#include <string>
#include <vector>

#include "ingest/passages.h"
#include "ingest/stage_progress.h"
#include "source/decode.h"

namespace grove::ingest {
namespace {

Result<std::string> unchanged_text(const VectorRequest& request, std::string_view path, const Sha256& hash) {
  GROVE_ASSIGN_OR_RETURN(std::string bytes, request.source.read(path));
  if (sha256(bytes) != hash) return fail(ErrorCode::kConflict, fmt::format("cannot embed {}: it changed meanwhile", path), "index again");
  source::DecodedFile decoded = source::decode_file(path, std::move(bytes));
  if (decoded.state != FileState::kIndexed) return fail(ErrorCode::kConflict, fmt::format("cannot embed {}: {}", path, decoded.reason));
  return std::move(decoded.text);
}

Result<std::vector<std::int8_t>> embed_file(const VectorRequest& request, std::string_view path, const Sha256& hash,
                                            const CancelToken& cancel) {
  GROVE_ASSIGN_OR_RETURN(const std::optional<corpus::CorpusFile> file, request.corpus.file(path));
  if (!file || !file->has_facts) return fail(ErrorCode::kNotFound, fmt::format("cannot embed {}: it has no facts", path));
  GROVE_ASSIGN_OR_RETURN(const std::string text, unchanged_text(request, path, hash));
  GROVE_ASSIGN_OR_RETURN(const Facts facts, request.corpus.facts(file->facts_key()));
  return embed_units({request.repository, path, facts, text}, request.embedder, cancel);
}

}  // namespace

Status fill_in_vectors(const VectorRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  const std::uint64_t missing = request.index.counts().without_vectors;
  if (missing == 0) return {};
  StageProgress stage(progress, "embedding", request.repository, missing);
  const auto embed = [&](std::string_view path, const Sha256& hash,
                         std::span<const index::UnitView> units) -> Result<std::vector<std::int8_t>> {
    stage.advance();
    GROVE_ASSIGN_OR_RETURN(std::vector<std::int8_t> rows, embed_file(request, path, hash, cancel));
    if (rows.size() != units.size() * request.embedder.info().dimensions)
      return fail(ErrorCode::kConflict, fmt::format("cannot embed {}: index and corpus differ about its units", path), "index again");
    return rows;
  };
  return request.index.add_vectors(embed, cancel);
}

}  // namespace grove::ingest
