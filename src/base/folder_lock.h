#pragma once

#include <string>

#include "base/descriptor.h"
#include "base/result.h"

namespace grove {

/// A folder that one at a time changes: of all processes and threads that take the lock, which leaves no file and ends with whoever holds
/// it, also by a kill. Who doesn't take it is not kept out.
class FolderLock {
 public:
  /// Waits for it. kNotFound, kIo.
  static Result<FolderLock> take(const std::string& folder);
  /// kLocked where somebody has it.
  static Result<FolderLock> try_take(const std::string& folder);

 private:
  explicit FolderLock(Descriptor folder) : folder_(std::move(folder)) {}

  Descriptor folder_;
};

}  // namespace grove
