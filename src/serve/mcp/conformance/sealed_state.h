#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace grove::serve::mcp {

/// State that a client carries for us between two requests and must not be able to forge: signed (HMAC-SHA-256, RFC 2104) with a key of
/// this process, bound to what it was made for, and good for ten minutes.
std::string sealed(std::string_view content, std::string_view purpose);
/// The content; nothing where it was forged, is of another purpose, another process, or too old.
std::optional<std::string> unsealed(std::string_view state, std::string_view purpose);

}  // namespace grove::serve::mcp
