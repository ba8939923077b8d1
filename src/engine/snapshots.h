#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "base/result.h"
#include "engine/data_directory.h"
#include "engine/file_mark.h"
#include "index/index_writer.h"
#include "index/unit_index.h"

namespace grove::engine {

/// Keeps the last published index of each repository open, and opens the next one as soon as any process has published it. Who holds a
/// snapshot keeps it. Thread-safe.
class Snapshots {
 public:
  explicit Snapshots(const DataDirectory& directory) : directory_(directory) {}

  /// With the vectors of `space`; where none is asked for, with whatever vectors it was opened before. kNotFound where nothing was
  /// published yet.
  Result<std::shared_ptr<const index::UnitIndex>> current(const std::string& id, const std::optional<index::VectorSpace>& space);
  void forget(const std::string& id);

 private:
  struct Open {
    FileMark manifest;  // of what it was opened from, or of an older one
    std::uint64_t generation = 0;
    index::VectorSpace space;
    std::shared_ptr<const index::UnitIndex> index;
  };
  const DataDirectory& directory_;
  std::mutex mutex_;
  std::map<std::string, Open> open_;
};

}  // namespace grove::engine
