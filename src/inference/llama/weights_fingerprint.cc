#include "inference/llama/weights_fingerprint.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/hash.h"

namespace grove::inference {

Result<std::string> weights_fingerprint(const std::string& path, std::uint64_t header_bytes) {
  constexpr std::uint64_t kSamples = 256;
  constexpr std::uint64_t kSampleBytes = 4096;
  GROVE_ASSIGN_OR_RETURN(const MappedFile file, MappedFile::open(path));
  const std::string_view bytes = file.bytes();
  const std::string_view rest = bytes.substr(std::min<std::uint64_t>(header_bytes, bytes.size()));
  std::uint64_t hash = hash64(bytes.substr(0, bytes.size() - rest.size()), bytes.size());
  const std::uint64_t step = rest.size() / kSamples + 1;
  for (std::uint64_t at = 0; at < rest.size(); at += step) hash = hash64(rest.substr(at, std::min(step, kSampleBytes)), hash);
  return fmt::format("{:016x}", hash);
}

}  // namespace grove::inference
