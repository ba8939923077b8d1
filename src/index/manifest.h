#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"

namespace grove::index {

/// A segment as the manifest names it.
struct ManifestSegment {
  std::uint64_t id = 0;
  std::uint64_t bytes = 0;  ///< Size of its file; another size means a damaged one.
  std::uint32_t files = 0;
  std::uint32_t units = 0;
  std::vector<std::uint32_t> dead_files;  ///< Ordinals, ascending.
  std::uint32_t dead_units = 0;           ///< In those files.
  std::uint64_t vectors_id = 0;           ///< Of its file of vectors; 0 where there is none.
  std::uint64_t vectors_bytes = 0;
};

/// What one generation consists of (docs/formats/manifest.md).
struct Manifest {
  std::uint64_t generation = 0;
  std::uint64_t next_id = 1;  ///< Above every id in use.
  std::vector<ManifestSegment> segments;
};

std::string encode_manifest(const Manifest& manifest);
/// kCorrupt for bytes that are no whole manifest of this version.
Result<Manifest> decode_manifest(std::string_view bytes);

/// kNotFound where nothing was published.
Result<Manifest> read_manifest(const std::string& directory, const FileCalls& calls = system_calls());
/// Swaps the manifest in, durably.
Status write_manifest(const std::string& directory, const Manifest& manifest, const FileCalls& calls);

std::string manifest_path(const std::string& directory);
std::string segment_path(const std::string& directory, std::uint64_t id);
std::string vectors_path(const std::string& directory, std::uint64_t id);

}  // namespace grove::index
