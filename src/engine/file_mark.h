#pragma once

#include <cstdint>
#include <string>

namespace grove::engine {

/// What a file that is only ever replaced whole was when it was looked at: as long as its mark is the same, so is the file. Costs one call
/// of the system.
struct FileMark {
  std::uint64_t device = 0, inode = 0;  ///< 0 where there is no such file.
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;

  bool is_there() const { return inode != 0; }
  friend bool operator==(const FileMark&, const FileMark&) = default;
};
FileMark mark_of(const std::string& path);

}  // namespace grove::engine
