#pragma once

#include <string>

#include "base/result.h"

namespace grove::corpus {

/// Says to every process that a repository has changes which its corpus doesn't know yet. Only whoever watches the repository raises it.
/// A lock on the file `pending` in `directory`, so that it goes down when its process ends, however it ends. Belongs to one thread.
class PendingMark {
 public:
  /// Down. `directory` has to exist.
  static Result<PendingMark> open(const std::string& directory);
  PendingMark(PendingMark&& other) noexcept;
  PendingMark& operator=(PendingMark&&) = delete;
  ~PendingMark();

  void raise();
  void lower();
  bool is_up() const { return is_up_; }

  /// Whether anybody has raised the one of `directory`. False where nobody ever watched it. Thread-safe, never waits.
  static bool is_raised(const std::string& directory);

 private:
  explicit PendingMark(int file) : file_(file) {}

  int file_;
  bool is_up_ = false;
};

}  // namespace grove::corpus
