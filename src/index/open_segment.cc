#include "index/open_segment.h"

#include <bit>

#include "index/lexical/posting_list.h"

namespace grove::index {
namespace {

Result<MappedFile> map_file(const std::string& path, std::uint64_t bytes) {
  GROVE_ASSIGN_OR_RETURN(MappedFile file, MappedFile::open(path));
  if (file.bytes().size() == bytes) return file;
  return fail(
      ErrorCode::kCorrupt,
      "cannot open index: " + path + " has " + std::to_string(file.bytes().size()) + " bytes, its manifest says " + std::to_string(bytes),
      "Run `grove index` to rebuild it from the files.");
}

}  // namespace

Result<OpenSegment> OpenSegment::open(const std::string& directory, const ManifestSegment& entry, const VectorSpace& space) {
  OpenSegment open;
  const std::string path = segment_path(directory, entry.id);
  GROVE_ASSIGN_OR_RETURN(open.file_, map_file(path, entry.bytes));
  auto segment = Segment::open(open.file_.bytes());
  if (!segment) return std::unexpected(std::move(segment).error().within("cannot open " + path));
  open.segment_ = *segment;
  GROVE_RETURN_IF_ERROR(open.open_vectors(directory, entry, space));
  if (Status buried = open.bury(entry); !buried) return std::unexpected(std::move(buried).error().within("cannot open " + path));
  return open;
}

Status OpenSegment::open_vectors(const std::string& directory, const ManifestSegment& entry, const VectorSpace& space) {
  if (entry.vectors_id == 0) return {};
  const std::string path = vectors_path(directory, entry.vectors_id);
  auto file = map_file(path, entry.vectors_bytes);
  auto vectors = file ? VectorFile::read(file->bytes(), segment_.units().size()) : std::unexpected(file.error());
  if (!vectors) {
    Error problem = std::move(vectors).error().within("cannot open " + path);
    if (space.dimensions > 0) return std::unexpected(std::move(problem));
    vectors_problem_ = std::move(problem);  // who asks for words only does not need them
    return {};
  }
  vector_bytes_ = std::move(*file);
  vectors_ = std::move(*vectors);
  is_usable_ = space.dimensions > 0 && vectors_->space() == space;
  auto graph = VectorGraph::open(vectors_->graph_bytes(), vectors_->units());
  if (graph) graph_ = *graph;
  if (graph) return {};
  Error problem = std::move(graph).error().within("cannot open " + path);
  if (is_usable_) return std::unexpected(std::move(problem));
  vectors_problem_ = std::move(problem);
  return {};
}

Status OpenSegment::bury(const ManifestSegment& entry) {
  const FileTable& files = segment_.files();
  const std::uint32_t units = segment_.units().size();
  live_files_ = files.size();
  live_units_ = units;
  if (!entry.dead_files.empty()) dead_.resize(units / 64 + 1);
  for (const std::uint32_t file : entry.dead_files) {
    if (file >= files.size()) return fail(ErrorCode::kCorrupt, "a file that the segment does not have is marked as removed");
    for (std::uint32_t unit = files.first_unit(file); unit < files.end_unit(file); ++unit)
      dead_[unit / 64] |= std::uint64_t{1} << (unit % 64);
    --live_files_;
    live_units_ -= files.end_unit(file) - files.first_unit(file);
  }
  return {};
}

std::uint32_t OpenSegment::next_dead(std::uint32_t unit) const {
  for (std::size_t word = unit / 64; word < dead_.size(); ++word) {
    const std::uint64_t before = word == unit / 64 ? (std::uint64_t{1} << (unit % 64)) - 1 : 0;
    if (const std::uint64_t rest = dead_[word] & ~before; rest != 0)
      return static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(rest));
  }
  return PostingCursor::kEnd;
}

std::array<std::uint64_t, kKindCount> OpenSegment::count_kinds() const {
  std::array<std::uint64_t, kKindCount> counts = segment_.units().count_kinds();
  for (std::uint32_t unit = next_dead(0); unit != PostingCursor::kEnd; unit = next_dead(unit + 1))
    --counts[static_cast<std::size_t>(segment_.units().kind(unit))];
  return counts;
}

std::uint32_t OpenSegment::count_live(const VectorFile& vectors) const {
  if (!has_dead()) return vectors.present();
  std::uint32_t count = 0;
  for (std::uint32_t unit = 0; unit < vectors.units(); ++unit) count += vectors.has(unit) && !is_dead(unit) ? 1 : 0;
  return count;
}

Status OpenSegment::verify() const {
  GROVE_RETURN_IF_ERROR(segment_.verify());
  if (vectors_problem_) return std::unexpected(*vectors_problem_);
  return vectors_ ? vectors_->verify() : Status{};
}

VectorHolding OpenSegment::holding() const {
  if (!vectors_) return {};
  return {vectors_->space(), count_live(*vectors_)};
}

}  // namespace grove::index
