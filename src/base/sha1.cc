#include "base/sha1.h"

#include <openssl/evp.h>

#include <array>
#include <cstdint>

#include "base/check.h"
#include "base/hash.h"

namespace grove {

std::string sha1_hex(std::string_view bytes) {
  std::array<std::uint8_t, 20> digest{};
  unsigned int size = 0;
  GROVE_CHECK(EVP_Digest(bytes.data(), bytes.size(), digest.data(), &size, EVP_sha1(), nullptr) == 1 && size == digest.size());
  return to_hex(digest);
}

}  // namespace grove
