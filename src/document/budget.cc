#include "document/budget.h"

#include <fmt/format.h>

#include "base/text.h"

namespace grove::document {

Budget::Budget(const ReadLimits& limits, const CancelToken& cancel)
    : limits_(limits), cancel_(cancel), deadline_(std::chrono::steady_clock::now() + limits.time) {}

bool Budget::is_over() const { return cancel_.cancelled() || std::chrono::steady_clock::now() >= deadline_; }

Status Budget::check() const {
  GROVE_RETURN_IF_ERROR(cancel_.check());
  if (std::chrono::steady_clock::now() < deadline_) return {};
  return fail(ErrorCode::kTimeout, fmt::format("it takes longer than {} ms to read", limits_.time.count()));
}

Status Budget::spend(std::uint64_t bytes) {
  spent_ += bytes;
  if (spent_ > limits_.text_bytes) return std::unexpected(too_large(limits_.text_bytes));
  return check();
}

Error too_large(std::uint64_t limit) {
  return {.code = ErrorCode::kResourceLimit, .message = "it unpacks to more than " + readable_size(limit), .hint = {}};
}

}  // namespace grove::document
