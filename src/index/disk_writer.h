#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "index/index_writer.h"
#include "index/manifest.h"
#include "index/segment/memory_segment.h"
#include "index/segment/segment.h"
#include "index/vector/vector_file.h"

namespace grove::index {

/// A builder that writes a file of its own in the index's folder.
class DiskSegmentBuilder final : public SegmentBuilder {
 public:
  DiskSegmentBuilder(SegmentPaths paths, std::uint64_t id, std::unique_ptr<MemorySegment> memory, const FileCalls& calls)
      : paths_(std::move(paths)), id_(id), calls_(calls), memory_(std::move(memory)) {}

  DiskSegmentBuilder(const DiskSegmentBuilder&) = delete;
  DiskSegmentBuilder& operator=(const DiskSegmentBuilder&) = delete;
  /// Removes what it wrote, if nobody took it.
  ~DiskSegmentBuilder() override;

  void add(const IndexFile& file) override;
  std::size_t memory_bytes() const override { return memory_ ? memory_->memory_bytes() : 0; }
  std::size_t files() const override { return memory_ ? memory_->files() : written_.files; }
  Status seal(const CancelToken& cancel) override;

  std::uint64_t id() const { return id_; }
  const WrittenSegment& written() const { return written_; }
  void mark_taken() { taken_ = true; }

 private:
  SegmentPaths paths_;
  std::uint64_t id_;
  const FileCalls& calls_;
  std::unique_ptr<MemorySegment> memory_;  // until sealed
  WrittenSegment written_;
  bool taken_ = false;
};

/// Publishes generations of segments in one folder. Not thread-safe.
class DiskIndexWriter final : public IndexWriter {
 public:
  DiskIndexWriter(std::string directory, const VectorSpace& space, const IndexOptions& options);
  /// Reads the last generation; what can't be read counts as not indexed.
  Status load();

  std::vector<IndexedFile> files() const override;
  IndexCounts counts() const override;
  std::unique_ptr<SegmentBuilder> new_segment() override;
  Status take(std::unique_ptr<SegmentBuilder> builder) override;
  void remove(std::string_view path) override;
  Status publish() override;
  Status merge(bool force, const CancelToken& cancel) override;
  Status add_vectors(const EmbedFile& embed, const CancelToken& cancel) override;
  Status connect_vectors(unsigned threads, const CancelToken& cancel) override;

 private:
  /// A segment of the generation being made.
  struct Live {
    ManifestSegment entry;
    MappedFile file;
    MappedFile vector_bytes;
    Segment segment;
    std::optional<VectorFile> vectors;
    bool has_graph = false;
    std::vector<bool> dead;
    std::uint32_t dead_files = 0;
  };
  Result<Live> open_live(const ManifestSegment& entry) const;
  Status open_vectors(Live& live) const;
  /// Opens a segment that was just written.
  Result<Live> adopt(std::uint64_t id, const WrittenSegment& written) const;
  SegmentPaths paths_of(std::uint64_t id) const { return {segment_path(directory_, id), vectors_path(directory_, id)}; }
  static bool has_vectors(const Live& live, std::uint32_t file);
  bool wants_graph(const Live& live) const;
  /// Has a new file of vectors stand in for the one there is.
  Status replace_vectors(Live& live, std::uint64_t id, std::uint64_t bytes);
  /// A stretch of files of one segment to embed.
  struct Stretch {
    std::uint32_t first = 0;
    std::chrono::milliseconds longest;
  };
  /// The first file from `file` on that is alive and has no vectors.
  static std::optional<std::uint32_t> next_lacking(const Live& live, std::uint32_t file);
  /// Returns where to go on.
  Result<std::uint32_t> embed_some(Live& live, Stretch stretch, const EmbedFile& embed, const CancelToken& cancel);
  void kill(Live& live, std::uint32_t file);
  Status merge_some(const std::vector<std::size_t>& chosen, const CancelToken& cancel);
  std::vector<std::size_t> choose(bool force) const;
  Manifest next_manifest() const;
  void remove_leftovers(const Manifest& published) const;
  /// Remembers the files of a segment for removal once a generation without it is published.
  void retire(const ManifestSegment& entry);

  std::string directory_;
  VectorSpace space_;
  IndexOptions options_;
  const FileCalls& calls_;
  std::vector<Live> segments_;
  std::uint64_t generation_ = 0;
  std::uint64_t next_id_ = 1;
  bool changed_ = false;
  std::vector<std::string> retired_;
};

}  // namespace grove::index
