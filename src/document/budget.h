#pragma once

#include <chrono>
#include <cstdint>

#include "base/cancel.h"
#include "base/result.h"
#include "document/document_reader.h"

namespace grove::document {

/// What reading one document has cost so far, held against its limits. Belongs to one thread.
class Budget {
 public:
  Budget(const ReadLimits& limits, const CancelToken& cancel);

  const ReadLimits& limits() const { return limits_; }
  /// kCancelled, or kTimeout past the time limit.
  Status check() const;
  /// The same, and kResourceLimit once more bytes than `text_bytes` were unpacked.
  Status spend(std::uint64_t bytes);
  bool is_over() const;

 private:
  ReadLimits limits_;
  CancelToken cancel_;
  std::chrono::steady_clock::time_point deadline_;
  std::uint64_t spent_ = 0;
};

/// kResourceLimit: the text of a document, or what is unpacked on the way to it, is larger than that.
Error too_large(std::uint64_t limit);

}  // namespace grove::document
