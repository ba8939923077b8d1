#include "graph/part/part_file.h"

#include "base/bytes.h"
#include "base/hash.h"

namespace grove::graph {
namespace {

constexpr std::string_view kMagic = "GROVEGRP";
constexpr std::uint32_t kFormatVersion = 2;
constexpr std::size_t kHeaderBytes = 24;  // magic, version, number of sections, checksum of the table
constexpr std::size_t kEntryBytes = 24;   // offset, size, checksum
constexpr std::size_t kAlignment = 8;

std::size_t aligned(std::size_t size) { return (size + kAlignment - 1) / kAlignment * kAlignment; }

}  // namespace

std::unexpected<Error> damaged_graph(std::string what) {
  return fail(ErrorCode::kCorrupt, "the symbol graph is damaged: " + std::move(what), "Run `grove index` to make it anew.");
}

Result<std::uint64_t> write_part(const std::string& path, const Sections& sections, const FileCalls& calls) {
  ByteWriter table;
  std::size_t offset = kHeaderBytes + kSectionCount * kEntryBytes;
  for (const std::string& section : sections) {
    table.fixed(std::uint64_t{offset});
    table.fixed(std::uint64_t{section.size()});
    table.fixed(hash64(section));
    offset += aligned(section.size());
  }
  ByteWriter head;
  head.raw(kMagic);
  head.fixed(kFormatVersion);
  head.fixed(static_cast<std::uint32_t>(kSectionCount));
  head.fixed(hash64(table.bytes(), offset));
  GROVE_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::create(path, calls));
  GROVE_RETURN_IF_ERROR(file.append(head.bytes()));
  GROVE_RETURN_IF_ERROR(file.append(table.bytes()));
  for (const std::string& section : sections) {
    GROVE_RETURN_IF_ERROR(file.append(section));
    GROVE_RETURN_IF_ERROR(file.append(std::string(aligned(section.size()) - section.size(), '\0')));
  }
  GROVE_RETURN_IF_ERROR(file.commit(Durability::kDisk));
  return offset;
}

PartFile PartFile::over(const Sections& sections) {
  PartFile file;
  for (std::size_t i = 0; i < kSectionCount; ++i) file.sections_[i] = sections[i];
  return file;
}

Result<PartFile> PartFile::parse(std::string_view bytes) {
  ByteReader head(bytes);
  if (head.raw(kMagic.size()) != kMagic) return damaged_graph("a part does not begin as one");
  if (head.fixed<std::uint32_t>() != kFormatVersion) return damaged_graph("a part is of another format version");
  const auto count = head.fixed<std::uint32_t>();
  const auto checksum = head.fixed<std::uint64_t>();
  if (!head.ok() || count != kSectionCount) return damaged_graph("a part has another number of sections");
  const std::string_view table = head.raw(count * kEntryBytes);
  if (!head.ok() || checksum != hash64(table, bytes.size())) return damaged_graph("a part's table or size is wrong");
  PartFile file;
  ByteReader rows(table);
  for (std::size_t i = 0; i < count; ++i) {
    const auto offset = rows.fixed<std::uint64_t>();
    const auto size = rows.fixed<std::uint64_t>();
    file.checksums_[i] = rows.fixed<std::uint64_t>();
    if (offset > bytes.size() || size > bytes.size() - offset) return damaged_graph("a section lies outside its part");
    file.sections_[i] = bytes.substr(offset, size);
  }
  return file;
}

Status PartFile::verify() const {
  for (std::size_t i = 0; i < kSectionCount; ++i)
    if (hash64(sections_[i]) != checksums_[i]) return damaged_graph("section " + std::to_string(i) + " has the wrong checksum");
  return {};
}

}  // namespace grove::graph
