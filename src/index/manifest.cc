#include "index/manifest.h"

#include "base/bytes.h"
#include "base/hash.h"

namespace grove::index {
namespace {

constexpr std::string_view kMagic = "GROVEMAN";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30U;

std::string numbered(std::uint64_t id) {
  std::string digits = std::to_string(id);
  return std::string(digits.size() < 8 ? 8 - digits.size() : 0, '0') + digits;
}

void encode_segment(const ManifestSegment& segment, ByteWriter& out) {
  out.varint(segment.id);
  out.varint(segment.bytes);
  out.varint(segment.files);
  out.varint(segment.units);
  out.varint(segment.dead_units);
  out.varint(segment.vectors_id);
  out.varint(segment.vectors_bytes);
  out.varint(segment.dead_files.size());
  std::uint32_t previous = 0;
  for (const std::uint32_t file : segment.dead_files) {
    out.varint(file - previous);
    previous = file;
  }
}

/// False where its dead files do not ascend: one that stood there twice would be counted twice.
bool decode_segment(ByteReader& in, ManifestSegment& segment) {
  segment.id = in.varint();
  segment.bytes = in.varint();
  segment.files = static_cast<std::uint32_t>(in.varint());
  segment.units = static_cast<std::uint32_t>(in.varint());
  segment.dead_units = static_cast<std::uint32_t>(in.varint());
  segment.vectors_id = in.varint();
  segment.vectors_bytes = in.varint();
  std::uint64_t file = 0;
  for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    const std::uint64_t gap = in.varint();
    if (gap > UINT32_MAX - file || (gap == 0 && !segment.dead_files.empty())) return false;
    file += gap;
    segment.dead_files.push_back(static_cast<std::uint32_t>(file));
  }
  return true;
}

std::unexpected<Error> corrupt(std::string what) {
  return fail(ErrorCode::kCorrupt, "index manifest is damaged: " + std::move(what), "Run `grove index` to rebuild it from the files.");
}

}  // namespace

std::string encode_manifest(const Manifest& manifest) {
  ByteWriter body;
  body.fixed(manifest.generation);
  body.varint(manifest.next_id);
  body.varint(manifest.segments.size());
  for (const ManifestSegment& segment : manifest.segments) encode_segment(segment, body);
  ByteWriter out;
  out.raw(kMagic);
  out.fixed(kVersion);
  out.fixed(hash64(body.bytes()));
  out.raw(body.bytes());
  return std::move(out).bytes();
}

Result<Manifest> decode_manifest(std::string_view bytes) {
  ByteReader in(bytes);
  if (in.raw(kMagic.size()) != kMagic) return corrupt("it does not begin as one");
  const auto version = in.fixed<std::uint32_t>();
  if (version != kVersion) return corrupt("it has format version " + std::to_string(version) + ", this program reads 1");
  const auto checksum = in.fixed<std::uint64_t>();
  if (!in.ok() || checksum != hash64(bytes.substr(bytes.size() - in.remaining()))) return corrupt("its checksum is wrong");
  Manifest manifest;
  manifest.generation = in.fixed<std::uint64_t>();
  manifest.next_id = in.varint();
  for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    if (!decode_segment(in, manifest.segments.emplace_back())) return corrupt("files that a segment lost are out of order");
  }
  if (!in.ok() || !in.empty()) return corrupt("its length is wrong");
  return manifest;
}

Result<Manifest> read_manifest(const std::string& directory, const FileCalls& calls) {
  GROVE_ASSIGN_OR_RETURN(const std::string bytes, read_file(manifest_path(directory), kMaxBytes, calls));
  return decode_manifest(bytes);
}

Status write_manifest(const std::string& directory, const Manifest& manifest, const FileCalls& calls) {
  return write_file(manifest_path(directory), encode_manifest(manifest), Durability::kDisk, calls);
}

std::string manifest_path(const std::string& directory) { return directory + "/manifest"; }
std::string segment_path(const std::string& directory, std::uint64_t id) { return directory + "/" + numbered(id) + ".seg"; }
std::string vectors_path(const std::string& directory, std::uint64_t id) { return directory + "/" + numbered(id) + ".vec"; }

}  // namespace grove::index
