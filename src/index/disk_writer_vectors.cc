// Filling in vectors behind the words.
#include <algorithm>

#include "base/check.h"
#include "index/disk_writer.h"
#include "index/segment/segment_merger.h"
#include "index/snapshot.h"

namespace grove::index {

/// Vectors that can't be read, or are of another space, are as if there were none: they are filled in again.
void DiskIndexWriter::open_vectors(Live& live) const {
  if (live.entry.vectors_id == 0 || space_.dimensions == 0) return;
  auto file = MappedFile::open(vectors_path(directory_, live.entry.vectors_id), MappedFile::Access::kRandom, calls_);
  if (!file || file->bytes().size() != live.entry.vectors_bytes) return;
  auto vectors = VectorFile::open(file->bytes(), space_, live.segment.units().size());
  if (!vectors) return;
  live.vector_bytes = std::move(*file);
  live.vectors = std::move(*vectors);
}

bool DiskIndexWriter::has_vectors(const Live& live, std::uint32_t file) {
  const std::uint32_t first = live.segment.files().first_unit(file);
  return first == live.segment.files().end_unit(file) || (live.vectors && live.vectors->has(first));
}

Status DiskIndexWriter::add_vectors(const EmbedFile& embed, const CancelToken& cancel) {
  GROVE_CONTRACT(space_.dimensions > 0);
  for (Live& live : segments_) {
    bool lacking = false;
    for (std::uint32_t file = 0; file < live.dead.size() && !lacking; ++file) lacking = !live.dead[file] && !has_vectors(live, file);
    if (!lacking) continue;
    GROVE_RETURN_IF_ERROR(embed_segment(live, embed, cancel));
    GROVE_RETURN_IF_ERROR(publish());
    GROVE_RETURN_IF_ERROR(cancel.check());
  }
  return publish();
}

/// Writes a new file of vectors for one segment: what it has, and what is embedded until the work is cancelled.
Status DiskIndexWriter::embed_segment(Live& live, const EmbedFile& embed, const CancelToken& cancel) {
  const std::uint64_t id = next_id_++;
  GROVE_ASSIGN_OR_RETURN(VectorFileWriter out, VectorFileWriter::create(vectors_path(directory_, id), space_, calls_));
  const FileTable& files = live.segment.files();
  for (std::uint32_t file = 0; file < files.size(); ++file) {
    const std::uint32_t first = files.first_unit(file);
    const std::uint32_t end = files.end_unit(file);
    if (live.vectors && has_vectors(live, file)) {
      copy_vectors(*live.vectors, first, end, out);
      continue;
    }
    std::vector<UnitView> views;
    for (std::uint32_t unit = first; unit < end; ++unit) views.push_back(view_of(live.segment, unit));
    Result<std::vector<std::int8_t>> rows = std::vector<std::int8_t>();
    if (!views.empty() && !live.dead[file] && !cancel.cancelled()) rows = embed(files.path(file), files.at(file).hash, views);
    if (rows && !rows->empty() && rows->size() == views.size() * space_.row_bytes())
      out.add_rows({reinterpret_cast<const char*>(rows->data()), rows->size()});
    else
      out.add_missing(end - first);
  }
  GROVE_ASSIGN_OR_RETURN(const std::uint64_t bytes, out.commit());
  if (live.entry.vectors_id != 0) retired_.push_back(vectors_path(directory_, live.entry.vectors_id));
  live.entry.vectors_id = id;
  live.entry.vectors_bytes = bytes;
  live.vectors.reset();
  changed_ = true;
  open_vectors(live);
  return {};
}

}  // namespace grove::index
