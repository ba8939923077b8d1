#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"

namespace grove::corpus {

/// Held by the one process that writes a repository. Freed by the destructor and by the end of the process, however it ends: what an ended
/// process left in the file (pid, host, since when, what it did; a line each) is for people and harmless.
class WriterLock {
 public:
  /// `doing` reads on from "process 7 is": "indexing shop". kLocked, naming the holder's pid and what it is doing, where another process
  /// (or thread) has it: that is not waited for.
  static Result<std::unique_ptr<WriterLock>> acquire(const std::string& directory, const std::string& doing,
                                                     const std::string& file = "writer.lock");
  /// Who has it, as "process 7 is indexing shop since …"; nothing where nobody does. Asks the lock itself, whatever an ended process left
  /// in the file; the next moment may differ.
  static std::optional<std::string> holder(const std::string& directory);
  virtual ~WriterLock() = default;
};

}  // namespace grove::corpus
