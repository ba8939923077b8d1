#pragma once

#include <atomic>
#include <chrono>
#include <memory>

#include "base/result.h"

namespace grove {

/// Asks long work to stop. Copies share one flag. Thread-safe.
class CancelToken {
 public:
  CancelToken() : flag_(std::make_shared<std::atomic<bool>>(false)) {}

  void cancel() const { flag_->store(true, std::memory_order_relaxed); }
  bool cancelled() const { return flag_->load(std::memory_order_relaxed); }
  /// An Error of code kCancelled once `cancel` was called.
  Status check() const {
    if (cancelled()) return fail(ErrorCode::kCancelled, "interrupted");
    return {};
  }
  /// For C libraries that poll a flag.
  const std::atomic<bool>* flag() const { return flag_.get(); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_;
};

}  // namespace grove
