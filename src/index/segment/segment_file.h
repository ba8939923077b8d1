#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/cancel.h"
#include "base/file.h"
#include "base/result.h"

namespace grove::index {

/// Parts of a segment file. The values stand on disk: append only.
enum class Section : std::uint8_t {
  kMeta = 0,
  kPostings = 1,
  kTerms = 2,
  kTermIndex = 3,
  kSymbols = 4,
  kFiles = 5,
  kUnits = 6,
  kUnitGroups = 7,
  kUnitKinds = 8,
  kStrings = 9,
  kVectorSpace = 10,
  kVectorRows = 11,
  kVectorCodes = 12,
  kVectorScales = 13,
  kVectorPresence = 14,
  kVectorGraph = 15,
};
inline constexpr std::size_t kSectionCount = 16;

/// Which file it is; two bytes of the magic differ.
enum class SegmentFileType : std::uint8_t { kSegment, kVectors };

/// XXH3 chained over pieces of 1 MiB, each seeded with the one before: can be made while writing.
class SectionChecksum {
 public:
  void add(std::string_view bytes);
  std::uint64_t finish();

 private:
  std::string piece_;
  std::uint64_t seed_ = 0;
};

/// Writes sections one after the other, then their table. Belongs to one thread; appears under its name on `commit`.
class SegmentFileWriter {
 public:
  static Result<SegmentFileWriter> create(const std::string& path, SegmentFileType type, const FileCalls& calls);

  /// Starts a section, ending the one before. REQUIRES: each at most once.
  void begin(Section section);
  /// Appends to the section; a failure is kept and returned by `commit`.
  void append(std::string_view bytes);
  void add(Section section, std::string_view bytes) { begin(section), append(bytes); }
  /// Writes the table and makes the file appear, durably. Returns its size.
  Result<std::uint64_t> commit();

 private:
  SegmentFileWriter(AtomicFile file, SegmentFileType type) : file_(std::move(file)), type_(type) {}
  void end_section();

  struct Entry {
    Section section;
    std::uint64_t offset;
    std::uint64_t size;
    std::uint64_t checksum;
  };
  AtomicFile file_;
  SegmentFileType type_;
  std::vector<Entry> entries_;
  SectionChecksum checksum_;
  Status status_;
};

/// The sections of a file in memory or mapped. Borrowed bytes; immutable, thread-safe.
class SegmentFile {
 public:
  /// Checks size, magic, version and the section table, reading nothing else. kCorrupt says what is wrong.
  static Result<SegmentFile> parse(std::string_view bytes, SegmentFileType type);
  std::string_view section(Section section) const { return sections_[static_cast<std::size_t>(section)]; }
  /// Reads everything and compares checksums. kCorrupt names the section; kCancelled.
  Status verify(const CancelToken& cancel = {}) const;

 private:
  std::array<std::string_view, kSectionCount> sections_;
  std::array<std::uint64_t, kSectionCount> checksums_{};
};

}  // namespace grove::index
