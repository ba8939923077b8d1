#include "index/segment/segment_file.h"

#include "base/bytes.h"
#include "base/hash.h"

namespace grove::index {
namespace {

constexpr std::uint32_t kFormatVersion = 2;
constexpr std::size_t kPieceBytes = std::size_t{1} << 20U;
constexpr std::size_t kVerifyBytes = 16 * kPieceBytes;  // between two looks whether to stop
constexpr std::size_t kAlignment = 64;
constexpr std::size_t kHeaderBytes = 16;
constexpr std::size_t kEntryBytes = 32;
constexpr std::size_t kTrailerBytes = 32;

std::string_view magic_of(SegmentFileType type) { return type == SegmentFileType::kSegment ? "GROVESEG" : "GROVEVEC"; }

std::unexpected<Error> corrupt(std::string what) {
  return fail(ErrorCode::kCorrupt, "segment file is damaged: " + std::move(what), "Run `grove index` to rebuild it from the files.");
}

}  // namespace

void SectionChecksum::add(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view head = bytes.substr(0, kPieceBytes - piece_.size());
    piece_.append(head);
    bytes.remove_prefix(head.size());
    if (piece_.size() < kPieceBytes) return;
    seed_ = hash64(piece_, seed_);
    piece_.clear();
  }
}

std::uint64_t SectionChecksum::finish() {
  const std::uint64_t sum = piece_.empty() ? seed_ : hash64(piece_, seed_);
  piece_.clear();
  seed_ = 0;
  return sum;
}

Result<SegmentFileWriter> SegmentFileWriter::create(const std::string& path, SegmentFileType type, const FileCalls& calls) {
  GROVE_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::create(path, calls));
  SegmentFileWriter writer(std::move(file), type);
  ByteWriter header;
  header.raw(magic_of(type));
  header.fixed(kFormatVersion);
  header.fixed(std::uint32_t{0});
  writer.status_ = writer.file_.append(header.bytes());
  return writer;
}

void SegmentFileWriter::begin(Section section) {
  end_section();
  const std::size_t padding = (kAlignment - file_.size() % kAlignment) % kAlignment;
  if (status_) status_ = file_.append(std::string(padding, '\0'));
  entries_.push_back({section, file_.size(), 0, 0});
}

void SegmentFileWriter::append(std::string_view bytes) {
  if (!status_) return;
  checksum_.add(bytes);
  status_ = file_.append(bytes);
}

void SegmentFileWriter::end_section() {
  if (entries_.empty()) return;
  entries_.back().size = file_.size() - entries_.back().offset;
  entries_.back().checksum = checksum_.finish();
}

Result<std::uint64_t> SegmentFileWriter::commit() {
  end_section();
  GROVE_RETURN_IF_ERROR(std::move(status_));
  ByteWriter table;
  for (const Entry& entry : entries_) {
    table.fixed(static_cast<std::uint64_t>(entry.section));
    table.fixed(entry.offset);
    table.fixed(entry.size);
    table.fixed(entry.checksum);
  }
  ByteWriter trailer;
  trailer.fixed(static_cast<std::uint32_t>(entries_.size()));
  trailer.fixed(kFormatVersion);
  trailer.fixed(file_.size() + table.size() + kTrailerBytes);
  trailer.fixed(hash64(table.bytes(), file_.size() + table.size() + kTrailerBytes));
  trailer.raw(magic_of(type_));
  GROVE_RETURN_IF_ERROR(file_.append(table.bytes()));
  GROVE_RETURN_IF_ERROR(file_.append(trailer.bytes()));
  const std::uint64_t size = file_.size();
  GROVE_RETURN_IF_ERROR(file_.commit(Durability::kDisk));
  return size;
}

Result<SegmentFile> SegmentFile::parse(std::string_view bytes, SegmentFileType type) {
  if (bytes.size() < kHeaderBytes + kTrailerBytes) return corrupt("it is too short");
  if (!bytes.starts_with(magic_of(type)) || !bytes.ends_with(magic_of(type))) return corrupt("its ends are not those of a segment");
  ByteReader trailer(bytes.substr(bytes.size() - kTrailerBytes));
  const auto count = trailer.fixed<std::uint32_t>();
  const auto version = trailer.fixed<std::uint32_t>();
  if (version != kFormatVersion)
    return corrupt("it has format version " + std::to_string(version) + ", this program reads " + std::to_string(kFormatVersion));
  if (trailer.fixed<std::uint64_t>() != bytes.size()) return corrupt("its size is not what it says");
  if (count > kSectionCount || count * kEntryBytes > bytes.size() - kHeaderBytes - kTrailerBytes) return corrupt("too many sections");
  const std::string_view table = bytes.substr(bytes.size() - kTrailerBytes - count * kEntryBytes, count * kEntryBytes);
  if (trailer.fixed<std::uint64_t>() != hash64(table, bytes.size())) return corrupt("its section table has the wrong checksum");

  SegmentFile file;
  ByteReader reader(table);
  const std::size_t end = bytes.size() - kTrailerBytes - table.size();
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto section = reader.fixed<std::uint64_t>();
    const auto offset = reader.fixed<std::uint64_t>();
    const auto size = reader.fixed<std::uint64_t>();
    const auto checksum = reader.fixed<std::uint64_t>();
    if (section >= kSectionCount || offset > end || size > end - offset) return corrupt("a section lies outside the file");
    file.sections_[section] = bytes.substr(offset, size);
    file.checksums_[section] = checksum;
  }
  return file;
}

Status SegmentFile::verify(const CancelToken& cancel) const {
  for (std::size_t i = 0; i < kSectionCount; ++i) {
    SectionChecksum checksum;
    for (std::size_t at = 0; at < sections_[i].size(); at += kVerifyBytes) {
      GROVE_RETURN_IF_ERROR(cancel.check());
      checksum.add(sections_[i].substr(at, kVerifyBytes));
    }
    if (checksum.finish() != checksums_[i]) return corrupt("section " + std::to_string(i) + " has the wrong checksum");
  }
  return {};
}

}  // namespace grove::index
