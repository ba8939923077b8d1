#include "ingest/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "inference/pricing.h"
#include "inference/text_layout.h"
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
  if (is_extracted(file->record.language)) {
    GROVE_ASSIGN_OR_RETURN(const auto stored, request.texts.get(hash));
    found.text = stored->text();
  } else {
    GROVE_ASSIGN_OR_RETURN(found.text, unchanged_text(request, path, hash));
  }
  GROVE_ASSIGN_OR_RETURN(found.facts, request.corpus.facts(file->facts_key()));
  return found;
}

/// Files that are embedded together: each with its passages, which view into it.
class Gathering {
 public:
  Status add(const VectorRequest& request, const std::string& path, const Sha256& hash) {
    GROVE_ASSIGN_OR_RETURN(FileToEmbed file, read_again(request, path, hash));
    Member& member = members_.emplace_back(path, std::move(file));
    member.passages.emplace(Passages::Origin{request.repository, member.path, member.file.facts, member.file.text});
    units_ += member.passages->all().size();
    return {};
  }
  std::size_t units() const { return units_; }
  std::size_t files() const { return members_.size(); }

  /// The rows of each file, by path. All or nothing.
  using Rows = std::unordered_map<std::string, std::vector<std::int8_t>>;
  Result<Rows> embed(inference::Embedder& embedder, const CancelToken& cancel) const {
    std::vector<inference::Passage> all;
    for (const Member& member : members_) all.insert(all.end(), member.passages->all().begin(), member.passages->all().end());
    GROVE_ASSIGN_OR_RETURN(const std::vector<std::int8_t> rows, embed_passages(all, embedder, cancel));
    Rows of_files;
    auto next = rows.begin();
    for (const Member& member : members_) {
      const auto end = next + static_cast<std::ptrdiff_t>(member.passages->all().size() * embedder.info().dimensions);
      of_files[member.path].assign(next, end);
      next = end;
    }
    return of_files;
  }

 private:
  struct Member {
    Member(std::string name, FileToEmbed read) : path(std::move(name)), file(std::move(read)) {}
    std::string path;
    FileToEmbed file;
    std::optional<Passages> passages;
  };
  std::deque<Member> members_;  // nothing moves: passages view into them
  std::size_t units_ = 0;
};

/// Files without vectors, in the index's order.
std::vector<index::IndexedFile> files_to_embed(const index::IndexWriter& index) {
  std::vector<index::IndexedFile> files = index.files();
  std::erase_if(files, [](const index::IndexedFile& file) { return file.has_vectors; });
  return files;
}

/// Embeds files one after the other, small ones with those that follow, until the embedder fails.
class Filler {
 public:
  Filler(const VectorRequest& request, StageProgress& stage, const CancelToken& cancel)
      : request_(request), stage_(stage), cancel_(cancel), waiting_(files_to_embed(request.index)) {
    for (std::size_t i = 0; i < waiting_.size(); ++i) places_[waiting_[i].path] = i;
  }

  Result<std::vector<std::int8_t>> embed(std::string_view path, const Sha256& hash, std::span<const index::UnitView> units) {
    stage_.advance();
    if (cancel_.cancelled()) stop_.cancel();
    auto rows = rows_of(std::string(path), hash);
    if (rows && rows->size() != units.size() * request_.embedder.info().dimensions)
      return fail(ErrorCode::kConflict, fmt::format("cannot embed {}: index and corpus differ about its units", path), "index again");
    return rows;
  }

  /// Cancelled once nothing more is to be embedded.
  const CancelToken& stop() const { return stop_; }
  std::optional<Error>& problem() { return problem_; }

 private:
  using Row = std::vector<std::int8_t>;

  Result<Row> rows_of(const std::string& path, const Sha256& hash) {
    if (auto ready = ready_.extract(path)) return std::move(ready.mapped());
    Gathering gathering;
    GROVE_RETURN_IF_ERROR(gathering.add(request_, path, hash));
    gather_more(path, gathering);
    auto rows = gathering.embed(request_.embedder, cancel_);
    const bool by_one_of_many = !rows && gathering.files() > 1 && rows.error().code == ErrorCode::kInvalidArgument;
    if (by_one_of_many) {
      alone_until_ = std::max(alone_until_, places_[path] + gathering.files() + 1);
      Gathering alone;
      GROVE_RETURN_IF_ERROR(alone.add(request_, path, hash));
      rows = alone.embed(request_.embedder, cancel_);
    }
    if (!rows) {
      note(rows.error());
      return std::unexpected(rows.error());
    }
    ready_.merge(*rows);
    return std::move(ready_.extract(path).mapped());
  }

  /// Files that follow, as long as there is room. One that can't be read is told when its turn comes.
  void gather_more(const std::string& path, Gathering& gathering) {
    const auto place = places_.find(path);
    if (place == places_.end() || place->second < alone_until_) return;
    const std::size_t room = request_.embedder.passages_at_once();
    for (std::size_t i = place->second + 1; i < waiting_.size() && gathering.units() < room && !cancel_.cancelled(); ++i) {
      if (!ready_.contains(waiting_[i].path)) static_cast<void>(gathering.add(request_, waiting_[i].path, waiting_[i].hash));
    }
  }

  /// What the embedder says of one text is about that file; all else would befall the next one too.
  void note(const Error& error) {
    if (error.code != ErrorCode::kInvalidArgument) stop_.cancel();
    if (error.code != ErrorCode::kCancelled && (!problem_ || error.code != ErrorCode::kInvalidArgument)) problem_ = error;
  }

  const VectorRequest& request_;
  StageProgress& stage_;
  const CancelToken& cancel_;
  const CancelToken stop_;
  const std::vector<index::IndexedFile> waiting_;
  std::unordered_map<std::string, std::size_t> places_;
  Gathering::Rows ready_;
  std::size_t alone_until_ = 0;  // files of a gathering that was refused are embedded one by one
  std::optional<Error> problem_;
};

}  // namespace

Result<EmbeddingEstimate> estimate_vectors(const VectorRequest& request, ProgressSink& progress, const CancelToken& cancel) {
  constexpr std::size_t kLongestText = 16'000;  // more is cut by every server
  const std::vector<index::IndexedFile> files = files_to_embed(request.index);
  EmbeddingEstimate estimate;
  estimate.provider = request.embedder.info().provider;
  estimate.model = request.embedder.info().model;
  StageProgress stage(progress, "estimating", request.repository, files.size());
  for (const index::IndexedFile& file : files) {
    GROVE_RETURN_IF_ERROR(cancel.check());
    stage.advance();
    const auto read = read_again(request, file.path, file.hash);
    if (!read) continue;  // it won't be embedded either
    ++estimate.files;
    const Passages passages({request.repository, file.path, read->facts, read->text});
    for (const inference::Passage& passage : passages.all()) {
      if (passage.code.empty()) continue;
      ++estimate.units;
      estimate.tokens += inference::estimated_tokens(std::min(inference::lay_out(passage).size(), kLongestText));
    }
  }
  return estimate;
}

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
