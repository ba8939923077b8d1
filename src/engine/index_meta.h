#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "engine/answers.h"
#include "index/index_writer.h"

namespace grove::engine {

/// Keeps `index_meta.json` in the data directory current: which provider, model and dimensions the vectors of each repository are of, for
/// people and for programs that know the file. It is written and never read. Thread-safe.
class IndexMeta {
 public:
  explicit IndexMeta(std::string directory) : path_(std::move(directory) + "/index_meta.json") {}

  /// Writes it where it would say something else than it did. Nobody depends on it: that it can't be written is no failure.
  void write(const std::vector<RepositoryState>& repositories, const index::VectorSpace& present);

 private:
  const std::string path_;
  std::mutex mutex_;
  std::string written_;
};

/// What it says: `{"version": 1, "provider", "model", "dimension", "repositories": {NAME: {"provider", "model", "dimension", "vectors",
/// "units", "complete"}}}`. At the top the present model, left out where there is none; of a repository the model in use where it has
/// vectors of it, else that with the most.
std::string index_meta_text(const std::vector<RepositoryState>& repositories, const index::VectorSpace& present);

}  // namespace grove::engine
