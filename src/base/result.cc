#include "base/result.h"

namespace grove {

std::string_view code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::kInvalidArgument: return "invalid_argument";
    case ErrorCode::kNotFound: return "not_found";
    case ErrorCode::kAlreadyExists: return "already_exists";
    case ErrorCode::kConflict: return "conflict";
    case ErrorCode::kDependencyCycle: return "dependency_cycle";
    case ErrorCode::kStaleVersion: return "stale_version";
    case ErrorCode::kLocked: return "locked";
    case ErrorCode::kCancelled: return "cancelled";
    case ErrorCode::kTimeout: return "timeout";
    case ErrorCode::kResourceLimit: return "resource_limit";
    case ErrorCode::kCorrupt: return "corrupt";
    case ErrorCode::kUnavailable: return "unavailable";
    case ErrorCode::kReindexing: return "reindexing";
    case ErrorCode::kIo: return "io_error";
    case ErrorCode::kInternal: return "internal";
  }
  return "internal";
}

Error Error::within(std::string_view doing) && {
  message = std::string(doing) + ": " + message;
  return std::move(*this);
}

std::string describe(const Error& error) { return error.hint.empty() ? error.message : error.message + "; " + error.hint; }

}  // namespace grove
