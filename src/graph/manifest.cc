#include "graph/manifest.h"

#include <algorithm>
#include <filesystem>

#include "base/bytes.h"
#include "base/hash.h"
#include "graph/part/part_file.h"

namespace grove::graph {
namespace {

constexpr std::string_view kMagic = "GROVEGMF";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint64_t kMaxBytes = 1U << 20U;

}  // namespace

std::string manifest_path(const std::string& directory) { return directory + "/manifest"; }

Result<Manifest> decode_manifest(std::string_view bytes) {
  ByteReader in(bytes);
  if (in.raw(kMagic.size()) != kMagic) return damaged_graph("its manifest does not begin as one");
  if (in.fixed<std::uint32_t>() != kVersion) return damaged_graph("its manifest is of another format version");
  const auto checksum = in.fixed<std::uint64_t>();
  if (!in.ok() || checksum != hash64(bytes.substr(bytes.size() - in.remaining())))
    return damaged_graph("its manifest has the wrong checksum");
  Manifest manifest;
  manifest.generation = in.varint();
  manifest.next_id = in.varint();
  manifest.resolver_version = static_cast<std::uint32_t>(in.varint());
  manifest.edges = in.varint();
  for (std::uint64_t left = in.varint(); left > 0 && in.ok(); --left) {
    ManifestPart part;
    part.id = in.varint();
    part.bytes = in.varint();
    manifest.parts.push_back(part);
  }
  if (!in.ok() || !in.empty()) return damaged_graph("its manifest has the wrong length");
  return manifest;
}

Result<Manifest> read_manifest(const std::string& directory) {
  GROVE_ASSIGN_OR_RETURN(const std::string bytes, read_file(manifest_path(directory), kMaxBytes));
  return decode_manifest(bytes);
}

Status write_manifest(const std::string& directory, const Manifest& manifest, const FileCalls& calls) {
  ByteWriter body;
  body.varint(manifest.generation);
  body.varint(manifest.next_id);
  body.varint(manifest.resolver_version);
  body.varint(manifest.edges);
  body.varint(manifest.parts.size());
  for (const ManifestPart& part : manifest.parts) {
    body.varint(part.id);
    body.varint(part.bytes);
  }
  ByteWriter out;
  out.raw(kMagic);
  out.fixed(kVersion);
  out.fixed(hash64(body.bytes()));
  out.raw(body.bytes());
  return write_file(manifest_path(directory), out.bytes(), Durability::kDisk, calls);
}

std::string part_path(const std::string& directory, std::uint64_t id) {
  const std::string digits = std::to_string(id);
  return directory + "/" + std::string(digits.size() < 8 ? 8 - digits.size() : 0, '0') + digits + ".graph";
}

void remove_unnamed(const std::string& directory, const Manifest& manifest) {
  std::error_code error;
  std::vector<std::string> unwanted;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    const std::string path = entry.path().string();
    const std::string name = entry.path().filename().string();
    const bool named = std::ranges::any_of(manifest.parts, [&](const ManifestPart& part) { return part_path(directory, part.id) == path; });
    const bool ours = name.find(".graph") != std::string::npos || name.starts_with("manifest.tmp-");
    if (ours && !named) unwanted.push_back(path);
  }
  for (const std::string& path : unwanted) static_cast<void>(remove_file(path));  // what stays is removed the next time
}

}  // namespace grove::graph
