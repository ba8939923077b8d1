#include "index/open_segment.h"

namespace grove::index {

Result<OpenSegment> OpenSegment::open(const std::string& directory, const ManifestSegment& entry) {
  OpenSegment open;
  const std::string path = segment_path(directory, entry.id);
  GROVE_ASSIGN_OR_RETURN(open.file_, MappedFile::open(path));
  if (open.file_.bytes().size() != entry.bytes)
    return fail(ErrorCode::kCorrupt,
                "cannot open index: " + path + " has " + std::to_string(open.file_.bytes().size()) + " bytes, its manifest says " +
                    std::to_string(entry.bytes),
                "Run `grove index` to rebuild it from the files.");
  auto segment = Segment::open(open.file_.bytes());
  if (!segment) return std::unexpected(std::move(segment).error().within("cannot open " + path));
  open.segment_ = *segment;
  const FileTable& files = open.segment_.files();
  const std::uint32_t units = open.segment_.units().size();
  open.live_files_ = files.size();
  open.live_units_ = units;
  if (!entry.dead_files.empty()) open.dead_.resize(units / 64 + 1);
  for (const std::uint32_t file : entry.dead_files) {
    if (file >= files.size())
      return fail(ErrorCode::kCorrupt, "cannot open " + path + ": a file that it does not have is marked as removed");
    for (std::uint32_t unit = files.first_unit(file); unit < files.end_unit(file); ++unit)
      open.dead_[unit / 64] |= std::uint64_t{1} << (unit % 64);
    --open.live_files_;
    open.live_units_ -= files.end_unit(file) - files.first_unit(file);
  }
  return open;
}

}  // namespace grove::index
