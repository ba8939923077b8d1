// Filling in vectors behind the words.
#include <algorithm>

#include "base/check.h"
#include "base/clock.h"
#include "index/disk_writer.h"
#include "index/segment/segment_merger.h"
#include "index/snapshot.h"

namespace grove::index {
namespace {

constexpr int kWorkPerSave = 20;

}  // namespace

/// Vectors that are damaged, or of another space, are as if there were none: they are filled in again. A writer without a space of its own
/// keeps those that it finds.
Status DiskIndexWriter::open_vectors(Live& live) const {
  if (live.entry.vectors_id == 0) return {};
  auto file = MappedFile::open(vectors_path(directory_, live.entry.vectors_id), MappedFile::Access::kRandom, calls_);
  if (!file && file.error().code == ErrorCode::kUnavailable) return std::unexpected(std::move(file).error());
  if (!file || file->bytes().size() != live.entry.vectors_bytes) return {};
  const std::uint32_t units = live.segment.units().size();
  auto vectors = space_.dimensions == 0 ? VectorFile::read(file->bytes(), units) : VectorFile::open(file->bytes(), space_, units);
  if (!vectors) return {};
  const auto graph = VectorGraph::open(vectors->graph_bytes(), units);
  live.has_graph = graph && *graph;
  live.vector_bytes = std::move(*file);
  live.vectors = std::move(*vectors);
  return {};
}

bool DiskIndexWriter::has_vectors(const Live& live, std::uint32_t file) {
  const std::uint32_t first = live.segment.files().first_unit(file);
  return first == live.segment.files().end_unit(file) || (live.vectors && live.vectors->has(first));
}

std::optional<std::uint32_t> DiskIndexWriter::next_lacking(const Live& live, std::uint32_t file) {
  for (; file < live.dead.size(); ++file)
    if (!live.dead[file] && !has_vectors(live, file)) return file;
  return std::nullopt;
}

Status DiskIndexWriter::add_vectors(const EmbedFile& embed, const CancelToken& cancel) {
  GROVE_CONTRACT(space_.dimensions > 0);
  for (Live& live : segments_) {
    std::chrono::milliseconds longest = options_.vectors_unsaved;
    for (std::optional<std::uint32_t> next = next_lacking(live, 0); next; next = next_lacking(live, *next)) {
      const Stopwatch watch;
      GROVE_ASSIGN_OR_RETURN(next, embed_some(live, {*next, longest}, embed, cancel));
      GROVE_RETURN_IF_ERROR(publish());
      GROVE_RETURN_IF_ERROR(cancel.check());
      // A save copies the segment's vectors: it may cost a twentieth of the work that it saves.
      const auto saving = std::chrono::milliseconds(static_cast<std::int64_t>(watch.milliseconds())) - longest;
      longest = std::max(options_.vectors_unsaved, saving * kWorkPerSave);
    }
  }
  return publish();
}

/// Writes a new file of vectors for one segment: what it has, and what is embedded until the time is over or the work is cancelled.
Result<std::uint32_t> DiskIndexWriter::embed_some(Live& live, Stretch stretch, const EmbedFile& embed, const CancelToken& cancel) {
  const std::uint64_t id = next_id_++;
  GROVE_ASSIGN_OR_RETURN(VectorFileWriter out, VectorFileWriter::create(vectors_path(directory_, id), space_, calls_));
  const FileTable& files = live.segment.files();
  const Stopwatch watch;
  std::uint32_t next = files.size();
  bool any = false;
  for (std::uint32_t file = 0; file < files.size(); ++file) {
    const std::uint32_t first = files.first_unit(file);
    const std::uint32_t end = files.end_unit(file);
    if (live.vectors && has_vectors(live, file)) {
      copy_vectors(*live.vectors, first, end, out);
      continue;
    }
    const bool over = cancel.cancelled() || (file > stretch.first && watch.milliseconds() >= static_cast<double>(stretch.longest.count()));
    if (over) next = std::min(next, file);
    std::vector<UnitView> views;
    Result<std::vector<std::int8_t>> rows = std::vector<std::int8_t>();
    if (!over && file >= stretch.first && !live.dead[file] && first < end) {
      for (std::uint32_t unit = first; unit < end; ++unit) views.push_back(view_of(live.segment, unit));
      rows = embed(files.path(file), files.at(file).hash, views);
    }
    const bool usable = rows && !rows->empty() && rows->size() == views.size() * space_.row_bytes();
    if (usable)
      out.add_rows({reinterpret_cast<const char*>(rows->data()), rows->size()});
    else
      out.add_missing(end - first);
    any = any || usable;
  }
  if (!any) return next;  // nothing to keep: what stands there stays
  GROVE_ASSIGN_OR_RETURN(const std::uint64_t bytes, out.commit());
  GROVE_RETURN_IF_ERROR(replace_vectors(live, id, bytes));
  return next;
}

Status DiskIndexWriter::replace_vectors(Live& live, std::uint64_t id, std::uint64_t bytes) {
  if (live.entry.vectors_id != 0) retired_.push_back(vectors_path(directory_, live.entry.vectors_id));
  live.entry.vectors_id = id;
  live.entry.vectors_bytes = bytes;
  live.vectors.reset();
  live.has_graph = false;
  changed_ = true;
  return open_vectors(live);
}

bool DiskIndexWriter::wants_graph(const Live& live) const {
  return space_.dimensions > 0 && live.vectors && !live.has_graph && live.vectors->present() >= options_.graph_from;
}

Status DiskIndexWriter::connect_vectors(unsigned threads, const CancelToken& cancel) {
  for (Live& live : segments_) {
    if (!wants_graph(live) || !live.vectors->verify(cancel)) continue;
    GROVE_ASSIGN_OR_RETURN(const std::string graph, build_graph(*live.vectors, {.threads = threads}, cancel));
    if (graph.empty()) continue;  // zero vectors only
    const std::uint64_t id = next_id_++;
    const std::string path = vectors_path(directory_, id);
    GROVE_ASSIGN_OR_RETURN(const std::uint64_t bytes, live.vectors->write_with_graph({path, graph, calls_}, cancel));
    GROVE_RETURN_IF_ERROR(replace_vectors(live, id, bytes));
    GROVE_RETURN_IF_ERROR(publish());
  }
  return cancel.check();
}

}  // namespace grove::index
