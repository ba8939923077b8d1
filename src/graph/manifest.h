#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace grove::graph {

struct ManifestPart {
  std::uint64_t id = 0;
  std::uint64_t bytes = 0;  ///< Size of its file; another size means a damaged one.
};

/// What one generation of a graph consists of.
struct Manifest {
  std::uint64_t generation = 0;
  std::uint64_t next_id = 1;
  std::uint32_t resolver_version = 0;
  std::uint64_t edges = 0;          ///< Of live files.
  std::vector<ManifestPart> parts;  ///< Oldest first.
};

/// kCorrupt for bytes that are no whole manifest of this version.
Result<Manifest> decode_manifest(std::string_view bytes);
/// kNotFound where nothing was published.
Result<Manifest> read_manifest(const std::string& directory);
/// Swaps the manifest in, durably.
Status write_manifest(const std::string& directory, const Manifest& manifest, const FileCalls& calls);
std::string manifest_path(const std::string& directory);
std::string part_path(const std::string& directory, std::uint64_t id);
/// Removes the parts that a manifest doesn't name, and what a killed writer left.
void remove_unnamed(const std::string& directory, const Manifest& manifest);

}  // namespace grove::graph
