#include "index/segment/file_table.h"

#include <algorithm>
#include <cstring>

#include "base/check.h"

namespace grove::index {
namespace {

// A row: hash (32), path offset (4), path size (4), first unit (4), language (1), zero (3).
constexpr std::size_t kPathAt = 32;
constexpr std::size_t kPathSize = 36;
constexpr std::size_t kFirstUnit = 40;
constexpr std::size_t kLanguage = 44;

}  // namespace

void FileTableWriter::add(const SegmentFileRecord& file, std::uint32_t path_at) {
  rows_.raw({reinterpret_cast<const char*>(file.hash.data()), file.hash.size()});
  rows_.fixed(path_at);
  rows_.fixed(static_cast<std::uint32_t>(file.path.size()));
  rows_.fixed(file.first_unit);
  rows_.fixed(static_cast<std::uint32_t>(file.language));
}

std::string_view FileTable::row(std::uint32_t file) const {
  GROVE_CONTRACT(file < size());
  return rows_.substr(std::size_t{file} * kRowBytes, kRowBytes);
}

template <class T>
T FileTable::field(std::uint32_t file, std::size_t offset) const {
  T value;
  std::memcpy(&value, row(file).data() + offset, sizeof(T));
  return value;
}

std::string_view FileTable::path(std::uint32_t file) const {
  const auto at = field<std::uint32_t>(file, kPathAt);
  const auto size = field<std::uint32_t>(file, kPathSize);
  if (at > heap_.size() || size > heap_.size() - at) return {};
  return heap_.substr(at, size);
}

Language FileTable::language(std::uint32_t file) const {
  const auto value = field<std::uint8_t>(file, kLanguage);
  return value < kLanguageCount ? static_cast<Language>(value) : Language::kPlainText;
}

std::uint32_t FileTable::first_unit(std::uint32_t file) const { return std::min(units_, field<std::uint32_t>(file, kFirstUnit)); }

std::uint32_t FileTable::end_unit(std::uint32_t file) const {
  return file + 1 < size() ? std::max(first_unit(file), first_unit(file + 1)) : units_;
}

SegmentFileRecord FileTable::at(std::uint32_t file) const {
  SegmentFileRecord record;
  std::memcpy(record.hash.data(), row(file).data(), record.hash.size());
  record.path = path(file);
  record.language = language(file);
  record.first_unit = first_unit(file);
  return record;
}

std::optional<std::uint32_t> FileTable::find(std::string_view wanted) const {
  std::uint32_t low = 0;
  std::uint32_t high = size();
  while (low < high) {
    const std::uint32_t middle = low + (high - low) / 2;
    const int order = path(middle).compare(wanted);
    if (order == 0) return middle;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return std::nullopt;
}

std::uint32_t FileTable::file_of(std::uint32_t unit) const {
  std::uint32_t low = 0;
  std::uint32_t high = size();
  while (high - low > 1) {
    const std::uint32_t middle = low + (high - low) / 2;
    if (first_unit(middle) <= unit)
      low = middle;
    else
      high = middle;
  }
  return low;
}

}  // namespace grove::index
