#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/file.h"
#include "base/result.h"
#include "index/scoring.h"
#include "index/unit_index.h"
#include "index/vector/vector_graph.h"
#include "index/vector/vector_space.h"
#include "model/facts.h"
#include "model/file.h"

namespace grove::index {

/// A file to make searchable. Everything is borrowed for the duration of the call.
struct IndexFile {
  std::string_view path;
  Sha256 hash{};
  const Facts& facts;
  std::string_view text;                 ///< The decoded text the facts were read from.
  std::span<const std::int8_t> vectors;  ///< A row a unit, stored as the space says (int8: scaled to ±127); empty where they come later.
};

/// Collects files into one new segment in memory. Belongs to one thread; the writer takes the finished ones.
class SegmentBuilder {
 public:
  virtual ~SegmentBuilder() = default;
  virtual void add(const IndexFile& file) = 0;
  virtual std::size_t memory_bytes() const = 0;
  virtual std::size_t files() const = 0;
  /// Sorts and writes the segment in the calling thread, so that `take` has little left to do. Optional; after it nothing may be added.
  /// A failure, kCancelled included, leaves no file.
  virtual Status seal(const CancelToken& cancel) = 0;
};

/// What a published index holds of a file; to find out what to add and remove.
struct IndexedFile {
  std::string path;
  Sha256 hash{};
  bool has_vectors = false;  ///< Of the writer's vector space.
};

/// How many files an index holds, without listing them.
struct IndexCounts {
  std::uint64_t files = 0;
  std::uint64_t without_vectors = 0;  ///< Of them: lacking vectors of the writer's space; 0 for a space without dimensions.
  std::uint64_t unconnected = 0;      ///< Units in segments that `connect_vectors` would give a graph.
};

/// How an index is built.
struct IndexOptions {
  Scoring scoring;                        ///< What impacts are computed with; segments made with another scoring count as not indexed.
  const FileCalls* calls = nullptr;       ///< How files are written; null: the machine's calls.
  std::uint32_t graph_from = kGraphFrom;  ///< Vectors from which a segment gets a graph.
  std::chrono::milliseconds vectors_unsaved{10'000};  ///< Work of about this long may be lost when embedding is killed.
};

/// Publishes generations of one repository's index (docs/formats/segment.md). Needs the repository's writer lock. Not thread-safe, but
/// builders may fill in other threads. A kill at any moment leaves the last published generation intact.
class IndexWriter {
 public:
  /// Opens the last valid generation; damaged or foreign files are dropped, so that what they held counts as not indexed.
  static Result<std::unique_ptr<IndexWriter>> open(const std::string& directory, const VectorSpace& space);
  /// The same with another scoring or other system calls.
  static Result<std::unique_ptr<IndexWriter>> open_with(const std::string& directory, const VectorSpace& space,
                                                        const IndexOptions& options);
  virtual ~IndexWriter() = default;

  virtual std::vector<IndexedFile> files() const = 0;
  virtual IndexCounts counts() const = 0;
  virtual std::unique_ptr<SegmentBuilder> new_segment() = 0;
  /// Writes a builder's segment to disk; visible after `publish`. A file added again replaces its older self.
  virtual Status take(std::unique_ptr<SegmentBuilder> builder) = 0;
  virtual void remove(std::string_view path) = 0;
  /// Makes everything taken and removed so far visible at once: writes the manifest and swaps it in. Costs nothing where a generation is
  /// published and nothing changed since.
  virtual Status publish() = 0;
  /// Merges segments where that pays (tiered); `force` into one. Publishes.
  virtual Status merge(bool force, const CancelToken& cancel) = 0;
  /// Adds vectors to the units of files that lack them; `embed` gets the path and the unit ranges, and returns rows, or an error to skip
  /// the file. Publishes now and then, so that little is lost and much is found early; also what was there before a cancel.
  using EmbedFile =
      std::function<Result<std::vector<std::int8_t>>(std::string_view path, const Sha256& hash, std::span<const UnitView> units)>;
  virtual Status add_vectors(const EmbedFile& embed, const CancelToken& cancel) = 0;
  /// Gives large segments the graph that finds near vectors faster; publishes. For the end of a run: a segment's graph is as good as its
  /// vectors were complete, and a merge drops it.
  virtual Status connect_vectors(unsigned threads, const CancelToken& cancel) = 0;
};

/// The last published generation, for reading. kNotFound where nothing was published. `space` empty: without vectors.
Result<std::shared_ptr<const UnitIndex>> open_index(const std::string& directory, const VectorSpace& space);

/// The generation that `open_index` would open; 0 where nothing was published. Reads a few bytes.
Result<std::uint64_t> published_generation(const std::string& directory);

/// Reads all of an index and compares checksums: kCorrupt names the first damaged file.
Status verify_index(const std::string& directory);

}  // namespace grove::index
