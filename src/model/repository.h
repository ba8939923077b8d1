#pragma once

#include <cstdint>
#include <string>

namespace grove {

/// A registered repository: a folder, or a clone of a Git remote in the data directory.
struct Repository {
  std::string id = {};             ///< Folder name under `repos/`; never changes.
  std::string name = {};           ///< What people call it; unique.
  std::string root = {};           ///< Absolute path of the folder that is indexed.
  std::string url = {};            ///< Of the Git remote; empty for plain folders. Never holds a password or token.
  std::string branch = {};         ///< Asked for; empty for the remote's default.
  std::string subpath = {};        ///< Folder inside the clone that is indexed; empty for all.
  std::string commit = {};         ///< Checked-out commit at the last index run; empty outside Git.
  std::int64_t added_at_ms = 0;    ///< Unix time.
  std::int64_t indexed_at_ms = 0;  ///< 0 before the first complete run.
};

}  // namespace grove
