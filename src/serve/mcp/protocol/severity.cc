#include "serve/mcp/protocol/severity.h"

#include <algorithm>
#include <array>

namespace grove::serve::mcp {
namespace {

constexpr std::array<std::string_view, 8> kNames = {"debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

}  // namespace

std::string_view severity_name(Severity level) { return kNames[static_cast<std::size_t>(level)]; }

std::optional<Severity> severity_of(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Severity>(found - kNames.begin());
}

}  // namespace grove::serve::mcp
