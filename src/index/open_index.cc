#include "index/index_writer.h"
#include "index/snapshot.h"

namespace grove::index {
namespace {

constexpr int kOpenAttempts = 10;

}  // namespace

Result<std::shared_ptr<const UnitIndex>> open_index(const std::string& directory, const VectorSpace& space) {
  for (int attempt = 1;; ++attempt) {
    GROVE_ASSIGN_OR_RETURN(const Manifest manifest, read_manifest(directory));
    auto snapshot = Snapshot::open(directory, manifest, space);
    if (snapshot) return std::shared_ptr<const UnitIndex>(std::move(*snapshot));
    Error problem = std::move(snapshot).error();
    // A writer may have published and removed a segment meanwhile. Otherwise one is gone that the manifest names.
    if (problem.code == ErrorCode::kNotFound && attempt < kOpenAttempts) continue;
    if (problem.code == ErrorCode::kNotFound)
      return fail(ErrorCode::kCorrupt, std::move(problem.message), "Run `grove index` to rebuild it from the files.");
    return std::unexpected(std::move(problem));
  }
}

Result<std::uint64_t> published_generation(const std::string& directory) {
  auto manifest = read_manifest(directory);
  if (manifest) return manifest->generation;
  if (manifest.error().code == ErrorCode::kNotFound) return 0;
  return std::unexpected(std::move(manifest).error());
}

Status verify_index(const std::string& directory) {
  GROVE_ASSIGN_OR_RETURN(const Manifest manifest, read_manifest(directory));
  for (const ManifestSegment& entry : manifest.segments) {
    GROVE_ASSIGN_OR_RETURN(const OpenSegment open, OpenSegment::open(directory, entry, {}));
    if (Status status = open.verify(); !status)
      return std::unexpected(std::move(status).error().within("cannot trust " + segment_path(directory, entry.id)));
  }
  return {};
}

}  // namespace grove::index
