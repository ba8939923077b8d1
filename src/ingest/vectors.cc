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

struct FileToEmbed {
  std::string text;
  Facts facts;
};

Result<FileToEmbed> read_again(const VectorRequest& request, std::string_view path, const Sha256& hash) {
  GROVE_ASSIGN_OR_RETURN(const std::optional<corpus::CorpusFile> file, request.corpus.file(path));
  if (!file || !file->has_facts) return fail(ErrorCode::kNotFound, fmt::format("cannot embed {}: it has no facts", path));
  FileToEmbed found;
  GROVE_ASSIGN_OR_RETURN(found.text, unchanged_text(request, path, hash));
  GROVE_ASSIGN_OR_RETURN(found.facts, request.corpus.facts(file->facts_key()));
  return found;
}

/// Embeds files one after the other, until the embedder fails.
class Filler {
 public:
  Filler(const VectorRequest& request, StageProgress& stage, const CancelToken& cancel)
      : request_(request), stage_(stage), cancel_(cancel) {}

  Result<std::vector<std::int8_t>> embed(std::string_view path, const Sha256& hash, std::span<const index::UnitView> units) {
    stage_.advance();
    if (cancel_.cancelled()) stop_.cancel();
    GROVE_ASSIGN_OR_RETURN(const FileToEmbed file, read_again(request_, path, hash));
    auto rows = embed_units({request_.repository, path, file.facts, file.text}, request_.embedder, cancel_);
    if (!rows) {
      note(rows.error());
      return rows;
    }
    if (rows->size() != units.size() * request_.embedder.info().dimensions)
      return fail(ErrorCode::kConflict, fmt::format("cannot embed {}: index and corpus differ about its units", path), "index again");
    return rows;
  }

  /// Cancelled once nothing more is to be embedded.
  const CancelToken& stop() const { return stop_; }
  std::optional<Error>& problem() { return problem_; }

 private:
  /// What the embedder says of one text is about that file; all else would befall the next one too.
  void note(const Error& error) {
    if (error.code != ErrorCode::kInvalidArgument) stop_.cancel();
    if (error.code != ErrorCode::kCancelled && (!problem_ || error.code != ErrorCode::kInvalidArgument)) problem_ = error;
  }

  const VectorRequest& request_;
  StageProgress& stage_;
  const CancelToken& cancel_;
  const CancelToken stop_;
  std::optional<Error> problem_;
};

}  // namespace

Result<std::optional<Error>> fill_in_vectors(const VectorRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  const std::uint64_t missing = request.index.counts().without_vectors;
  if (missing == 0) return std::nullopt;
  StageProgress stage(progress, "embedding", request.repository, missing);
  Filler filler(request, stage, cancel);
  const Status added = request.index.add_vectors(
      [&](std::string_view path, const Sha256& hash, std::span<const index::UnitView> units) { return filler.embed(path, hash, units); },
      filler.stop());
  GROVE_RETURN_IF_ERROR(cancel.check());
  if (!added && added.error().code != ErrorCode::kCancelled) return std::unexpected(added.error());
  return std::move(filler.problem());
}

}  // namespace grove::ingest
