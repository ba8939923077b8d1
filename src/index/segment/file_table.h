#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/hash.h"
#include "model/language.h"

namespace grove::index {

/// What a segment holds of one file.
struct SegmentFileRecord {
  std::string_view path;
  Sha256 hash{};
  Language language = Language::kPlainText;
  std::uint32_t first_unit = 0;
};

/// Writes files in byte order of their paths, rows of 48 bytes (docs/formats/segment.md, "Files").
class FileTableWriter {
 public:
  void add(const SegmentFileRecord& file, std::uint32_t path_at);
  std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size() / 48); }
  const std::string& bytes() const { return rows_.bytes(); }

 private:
  ByteWriter rows_;
};

/// Reads them. Immutable, thread-safe; damaged rows give empty paths and clamped numbers.
class FileTable {
 public:
  FileTable() = default;
  FileTable(std::string_view rows, std::string_view heap, std::uint32_t units) : rows_(rows), heap_(heap), units_(units) {}

  std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size() / kRowBytes); }
  /// REQUIRES: file < size() for all of these.
  SegmentFileRecord at(std::uint32_t file) const;
  std::string_view path(std::uint32_t file) const;
  Language language(std::uint32_t file) const;
  /// Never behind the number of units.
  std::uint32_t first_unit(std::uint32_t file) const;
  /// Where the units of the next file begin.
  std::uint32_t end_unit(std::uint32_t file) const;
  std::optional<std::uint32_t> find(std::string_view path) const;
  /// The file that a unit belongs to. REQUIRES: there are files.
  std::uint32_t file_of(std::uint32_t unit) const;

 private:
  static constexpr std::size_t kRowBytes = 48;
  std::string_view row(std::uint32_t file) const;
  template <class T>
  T field(std::uint32_t file, std::size_t offset) const;

  std::string_view rows_;
  std::string_view heap_;
  std::uint32_t units_ = 0;
};

}  // namespace grove::index
