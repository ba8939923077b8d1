#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace grove::serve::mcp {

/// Severities of RFC 5424, least severe first.
enum class Severity : std::uint8_t { kDebug, kInfo, kNotice, kWarning, kError, kCritical, kAlert, kEmergency };
std::string_view severity_name(Severity level);
std::optional<Severity> severity_of(std::string_view name);

}  // namespace grove::serve::mcp
