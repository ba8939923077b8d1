#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/file.h"
#include "base/result.h"

namespace grove::graph {

/// Pieces of a part file (docs/formats/graph.md). The values stand on disk: append only.
enum class Section : std::uint8_t {
  kMeta = 0,
  kStrings = 1,
  kStringBlocks = 2,
  kNameBuckets = 3,
  kNameEntries = 4,
  kFiles = 5,
  kFirstSymbols = 6,
  kFilesByBaseName = 7,
  kFilesByModule = 8,
  kImports = 9,
  kShapes = 10,
  kSymbols = 11,
  kSymbolBlocks = 12,
  kPostings = 13,
  kPostingBlocks = 14,
  kEdges = 15,
  kEdgeChunks = 16,
  kFirstChunks = 17,
  kUsedSymbols = 18,
  kUses = 19,
  kUseBlocks = 20,
  kConsultedKeys = 21,
  kConsultedFiles = 22,
  kConsultedBlocks = 23,
  kReplaced = 24,
  kDegrees = 25,
  kSubtypes = 26,
  kExtensions = 27,
  kEdgeCount = 28,
};
inline constexpr std::size_t kSectionCount = 29;

/// The bytes of each section.
using Sections = std::array<std::string, kSectionCount>;

/// Writes a whole part file: header, the sections' table with checksums, and the sections. Returns its size.
Result<std::uint64_t> write_part(const std::string& path, const Sections& sections, const FileCalls& calls);

/// The sections of a part file in memory or mapped. Borrowed bytes; immutable, thread-safe.
class PartFile {
 public:
  PartFile() = default;
  /// Checks magic, version, size and the section table, reading nothing else. kCorrupt says what is wrong.
  static Result<PartFile> parse(std::string_view bytes);
  std::string_view at(Section section) const { return sections_[static_cast<std::size_t>(section)]; }
  /// Sections that were not written yet. Borrows them.
  static PartFile over(const Sections& sections);
  /// Reads everything and compares checksums.
  Status verify() const;

 private:
  std::array<std::string_view, kSectionCount> sections_;
  std::array<std::uint64_t, kSectionCount> checksums_{};
};

/// What every message about damaged bytes of a graph ends with.
std::unexpected<Error> damaged_graph(std::string what);

}  // namespace grove::graph
