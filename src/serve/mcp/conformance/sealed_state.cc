#include "serve/mcp/conformance/sealed_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/hash.h"
#include "serve/mcp/protocol/random_id.h"

namespace grove::serve::mcp {
namespace {

constexpr std::size_t kBlock = 64;  // of SHA-256, in bytes
constexpr std::size_t kMacDigits = 64;
constexpr std::int64_t kGoodForSeconds = 600;

std::string with_pad(std::string key, char pad) {
  for (char& byte : key) byte = static_cast<char>(byte ^ pad);
  return key;
}

std::string bytes_of(const Sha256& digest) { return {digest.begin(), digest.end()}; }

std::string mac_of(std::string_view text) {
  // One block long.
  static const std::string kKey = random_id() + random_id();
  static_assert(kBlock == 64);
  const std::string inner = bytes_of(sha256(with_pad(kKey, 0x36) + std::string(text)));
  return to_hex(sha256(with_pad(kKey, 0x5C) + inner));
}

std::int64_t now_seconds() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  unsigned difference = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

}  // namespace

std::string sealed(std::string_view content, std::string_view purpose) {
  const std::string text = fmt::format("{}.{}", now_seconds(), content);
  return mac_of(fmt::format("{}\n{}", purpose, text)) + text;
}

std::optional<std::string> unsealed(std::string_view state, std::string_view purpose) {
  if (state.size() < kMacDigits) return std::nullopt;
  const std::string_view text = state.substr(kMacDigits);
  if (!equal_in_constant_time(mac_of(fmt::format("{}\n{}", purpose, text)), state.substr(0, kMacDigits))) return std::nullopt;
  const auto dot = text.find('.');
  std::int64_t made = 0;
  std::from_chars(text.data(), text.data() + std::min(dot, text.size()), made);
  if (dot == std::string_view::npos || now_seconds() - made > kGoodForSeconds) return std::nullopt;
  return std::string(text.substr(dot + 1));
}

}  // namespace grove::serve::mcp
