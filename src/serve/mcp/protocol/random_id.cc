#include "serve/mcp/protocol/random_id.h"

#include <sys/random.h>

#include <array>
#include <cstdint>

#include "base/hash.h"

namespace grove::serve::mcp {

std::string random_id() {
  std::array<std::uint8_t, 16> bytes{};
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ssize_t got = ::getrandom(bytes.data() + filled, bytes.size() - filled, 0);
    if (got > 0) filled += static_cast<std::size_t>(got);
  }
  return to_hex(bytes);
}

}  // namespace grove::serve::mcp
