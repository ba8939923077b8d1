#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace grove::serve::mcp {

/// Revisions of the protocol, oldest first.
enum class Revision : std::uint8_t { k2024_11_05, k2025_03_26, k2025_06_18, k2025_11_25, k2026_07_28 };
inline constexpr Revision kNewestWithSessions = Revision::k2025_11_25;
inline constexpr Revision kNewest = Revision::k2026_07_28;

/// With a handshake and sessions, or with everything in each request.
enum class Era : std::uint8_t { kSessions, kStateless };
constexpr Era era_of(Revision revision) { return revision >= Revision::k2026_07_28 ? Era::kStateless : Era::kSessions; }

/// "2025-11-25"
std::string_view revision_name(Revision revision);
std::optional<Revision> revision_of(std::string_view name);

/// What `initialize` answers to a version asked for: the same where it has sessions, else the newest that has. Never an error, since
/// clients leave by themselves when they can't go on.
Revision negotiated(std::string_view asked);

/// JSON-RPC batches may be sent.
constexpr bool has_batches(Revision revision) { return revision <= Revision::k2025_03_26; }

}  // namespace grove::serve::mcp
