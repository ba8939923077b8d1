#pragma once

#include <memory>
#include <string>

#include "base/result.h"

namespace grove::corpus {

/// Held by the one process that writes a repository. Freed by the destructor and by the end of the process, however it ends.
class WriterLock {
 public:
  /// kLocked, naming the holder's pid and what it is doing, where another process (or thread) has it.
  static Result<std::unique_ptr<WriterLock>> acquire(const std::string& directory, const std::string& doing);
  virtual ~WriterLock() = default;
};

}  // namespace grove::corpus
