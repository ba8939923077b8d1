#pragma once

#include <string>

#include "base/result.h"

namespace grove::corpus {

/// A file in a repository's folder that says: a run began to change what is derived from its files, and has not come to its end. It
/// outlives the process, so that what a killed run left is not taken for the whole. Only whoever holds the writer lock raises and lowers
/// it; where nobody holds the lock and it is up, that run was interrupted.
class UnfinishedMark {
 public:
  /// Before the first change. Nothing happens where it is up.
  static Status raise(const std::string& directory);
  /// Once corpus, index and symbol graph agree. Nothing happens where it is down.
  static Status lower(const std::string& directory);
  /// Thread-safe, costs one call of the system.
  static bool is_up(const std::string& directory);
};

}  // namespace grove::corpus
