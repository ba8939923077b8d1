#pragma once

#include <cstdint>
#include <string>

namespace grove {

/// Unix milliseconds as `2026-05-04T12:30:00Z` (RFC 3339, UTC).
std::string rfc3339(std::int64_t unix_ms);

}  // namespace grove
