#include "serve/mcp/protocol/revision.h"

#include <algorithm>
#include <array>

namespace grove::serve::mcp {
namespace {

constexpr std::array<std::string_view, 5> kNames = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"};

}  // namespace

std::string_view revision_name(Revision revision) { return kNames[static_cast<std::size_t>(revision)]; }

std::optional<Revision> revision_of(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Revision>(found - kNames.begin());
}

Revision negotiated(std::string_view asked) {
  const auto known = revision_of(asked);
  return known && era_of(*known) == Era::kSessions ? *known : kNewestWithSessions;
}

}  // namespace grove::serve::mcp
