#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/file.h"
#include "base/result.h"
#include "index/index_writer.h"
#include "index/segment/file_table.h"
#include "index/segment/term_accumulator.h"
#include "index/segment/unit_table.h"
#include "index/segment/unit_texts.h"

namespace grove::index {

/// What a sealed segment is made of, for the manifest.
struct WrittenSegment {
  std::uint64_t bytes = 0;
  std::uint64_t vectors_bytes = 0;  ///< Of its file of vectors; 0 where none was written.
  std::uint32_t files = 0;
  std::uint32_t units = 0;
};

/// Where a segment is written.
struct SegmentPaths {
  std::string segment;
  std::string vectors;
};

/// A segment being collected in memory. Not thread-safe.
class MemorySegment {
 public:
  MemorySegment(const Scoring& scoring, const VectorSpace& space) : scoring_(scoring), space_(space), terms_(scoring) {}

  void add(const IndexFile& file);
  std::size_t files() const { return files_.size(); }
  std::size_t memory_bytes() const;
  /// Sorts everything and writes it as a segment file. Of a path added twice the last stays.
  /// The file of vectors is written only if some file came with vectors. kCancelled and other
  /// failures may leave the first of the two files.
  Result<WrittenSegment> write(const SegmentPaths& paths, const FileCalls& calls, const CancelToken& cancel) const;

 private:
  static constexpr std::size_t kNoRows = static_cast<std::size_t>(-1);
  struct File {
    std::string path;
    Sha256 hash{};
    Language language = Language::kPlainText;
    std::uint32_t first_unit = 0;
    std::uint32_t units = 0;
    std::size_t first_row = kNoRows;  // in rows_, in bytes
  };
  struct NamedPlace {
    TermId name = 0;
    std::uint32_t unit = 0;
    std::int32_t offset = 0;
    Kind kind = Kind::kFunction;
    bool declaration = false;
  };
  /// Places of units and files in the written segment.
  struct Order {
    std::vector<std::uint32_t> files;  // indexes of files that stay, by path
    std::vector<std::uint32_t> units;  // new ordinal of each unit; kNone where its file was replaced
    bool moved = false;                // some unit's ordinal changed
  };

  void add_units(const IndexFile& file);
  void add_words(const IndexFile& file, const std::vector<UnitPiece>& pieces);
  void add_names(const IndexFile& file, const std::vector<UnitPiece>& pieces);
  void count_text(std::string_view text, Field field);
  void count_unit_names(const Facts& facts, const Unit& unit, std::string_view text);
  Order order() const;
  std::vector<TermId> sorted_terms() const;
  Status write_terms(const Order& order, class SegmentAssembler& out, const CancelToken& cancel) const;
  Status write_files(const Order& order, class SegmentAssembler& out, const CancelToken& cancel) const;
  Result<std::uint64_t> write_vectors(const Order& order, const std::string& path, const FileCalls& calls, const CancelToken& cancel) const;

  Scoring scoring_;
  VectorSpace space_;
  TermAccumulator terms_;
  std::vector<File> files_;
  UnitTableWriter units_;
  StringHeap heap_;
  std::vector<NamedPlace> names_;
  std::vector<TermId> path_terms_;
  std::string rows_;
};

}  // namespace grove::index
