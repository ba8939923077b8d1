#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

/// What libFuzzer calls with each input; each target defines it once.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace grove::fuzz {

inline std::string_view as_text(const std::uint8_t* data, std::size_t size) { return {reinterpret_cast<const char*>(data), size}; }

/// Ends the process when a property of the target doesn't hold, which is how a fuzzer learns of it.
inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace grove::fuzz
