#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace grove::inference {

/// Tells files of weights apart without reading gigabytes: a hash of the size, of all `header_bytes` and of samples all over the rest, as
/// 16 hexadecimal digits. kIo.
Result<std::string> weights_fingerprint(const std::string& path, std::uint64_t header_bytes);

}  // namespace grove::inference
