#pragma once

#include <sys/types.h>

#include <chrono>
#include <utility>

namespace grove::rdf {

/// A process that this one started, or none. What it is asked to do with none, it leaves: a signal never goes anywhere else.
class Child {
 public:
  Child() = default;
  explicit Child(pid_t pid) : pid_(pid > 0 ? pid : kNone) {}
  Child(Child&& other) noexcept : pid_(std::exchange(other.pid_, kNone)) {}
  Child& operator=(Child&& other) noexcept {
    std::swap(pid_, other.pid_);
    return *this;
  }
  /// Ends it and waits for its end.
  ~Child();

  explicit operator bool() const { return pid_ != kNone; }
  /// SIGKILL.
  void end() const;
  /// Waits for its end; there is none afterwards. What waitpid tells.
  int wait();
  /// Waits so long at most, and leaves it to itself where it goes on.
  void leave_after(std::chrono::milliseconds patience);

 private:
  static constexpr pid_t kNone = 0;
  pid_t pid_ = kNone;
};

}  // namespace grove::rdf
