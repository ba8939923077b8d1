#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "index/segment/segment_file.h"
#include "index/vector/vector_space.h"

namespace grove::index {

/// Writes the vectors of a segment's units, in their order (docs/formats/vectors.md). Belongs to one thread.
class VectorFileWriter {
 public:
  static Result<VectorFileWriter> create(const std::string& path, const VectorSpace& space, const FileCalls& calls);

  /// The next units have none.
  void add_missing(std::size_t units);
  /// The next units have these; whole rows.
  void add_rows(std::string_view rows);
  std::uint32_t present() const { return present_; }
  /// Makes the file appear, durably. Returns its size.
  Result<std::uint64_t> commit();

 private:
  VectorFileWriter(SegmentFileWriter file, const VectorSpace& space) : file_(std::move(file)), space_(space) {}
  void add_row(std::string_view row);
  void mark(bool present);

  SegmentFileWriter file_;
  VectorSpace space_;
  std::uint32_t units_ = 0;
  std::uint32_t present_ = 0;
  std::string scales_;
  std::string codes_;
  std::string presence_;
};

/// Vectors of a segment, read in place. Borrowed bytes; immutable, thread-safe; damaged bytes give wrong numbers, nothing worse.
class VectorFile {
 public:
  VectorFile() = default;
  /// Of whatever space they are. kCorrupt where tables don't fit together.
  static Result<VectorFile> read(std::string_view bytes, std::uint32_t units);
  /// The same; kConflict where the vectors are of another space.
  static Result<VectorFile> open(std::string_view bytes, const VectorSpace& space, std::uint32_t units);

  const VectorSpace& space() const { return space_; }
  std::uint32_t units() const { return units_; }
  std::uint32_t present() const { return present_; }
  bool has(std::uint32_t unit) const { return (static_cast<unsigned char>(presence_[unit / 8]) >> (unit % 8) & 1U) != 0; }
  /// 1 / length of a row; 0 for units without a vector and for zero vectors.
  float scale(std::uint32_t unit) const;
  const char* row(std::uint32_t unit) const { return rows_.data() + std::size_t{unit} * space_.row_bytes(); }
  std::string_view rows(std::uint32_t first, std::uint32_t count) const;
  /// One bit a dimension, as in VectorStorage::kBinary.
  const std::uint8_t* code(std::uint32_t unit) const;
  std::size_t code_bytes() const { return (std::size_t{space_.dimensions} + 7) / 8; }
  /// Of its graph (VectorGraph); empty where it has none.
  std::string_view graph_bytes() const { return file_.section(Section::kVectorGraph); }
  /// Where to write the same vectors with another graph.
  struct Copy {
    const std::string& path;
    std::string_view graph;
    const FileCalls& calls;
  };
  /// Writes it, durably. Returns the size of the file. kCancelled leaves nothing behind.
  Result<std::uint64_t> write_with_graph(const Copy& copy, const CancelToken& cancel) const;
  Status verify(const CancelToken& cancel = {}) const { return file_.verify(cancel); }

 private:
  SegmentFile file_;
  VectorSpace space_;
  std::uint32_t units_ = 0;
  std::uint32_t present_ = 0;
  std::string_view rows_;
  std::string_view scales_;
  std::string_view codes_;
  std::string_view presence_;
};

}  // namespace grove::index
