#include "inference/static/weights.h"

#include <bit>
#include <cstring>

#include "base/bytes.h"

namespace grove::inference {
namespace {

constexpr std::string_view kMagic = "SEMB";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kHeaderBytes = 16;
constexpr std::uint32_t kMaxTokens = 1U << 24U;
constexpr std::uint32_t kMaxDimensions = 1U << 14U;

}  // namespace

float half_to_float(std::uint16_t half) {
  const std::uint32_t sign = (half & 0x8000U) << 16U;
  std::uint32_t exponent = (half >> 10U) & 0x1fU;
  std::uint32_t mantissa = half & 0x3ffU;
  if (exponent == 0x1fU) return std::bit_cast<float>(sign | 0x7f800000U | (mantissa << 13U));
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24F;
    return sign != 0 ? -magnitude : magnitude;
  }
  return std::bit_cast<float>(sign | ((exponent + 112U) << 23U) | (mantissa << 13U));
}

Result<StaticWeights> StaticWeights::view(std::string_view bytes) {
  ByteReader reader(bytes);
  if (reader.raw(kMagic.size()) != kMagic) return fail(ErrorCode::kCorrupt, "cannot read static model: it does not begin with SEMB");
  const auto version = reader.fixed<std::uint32_t>();
  const auto tokens = reader.fixed<std::uint32_t>();
  const auto dimensions = reader.fixed<std::uint32_t>();
  if (!reader.ok()) return fail(ErrorCode::kCorrupt, "cannot read static model: its header is cut off");
  if (version != kVersion) {
    return fail(ErrorCode::kCorrupt, "cannot read static model: version " + std::to_string(version) + " is not known");
  }
  if (tokens == 0 || tokens > kMaxTokens || dimensions == 0 || dimensions > kMaxDimensions) {
    return fail(ErrorCode::kCorrupt, "cannot read static model: its header says " + std::to_string(tokens) + " tokens of " +
                                         std::to_string(dimensions) + " dimensions");
  }
  const std::size_t expected = kHeaderBytes + 2 * std::size_t{tokens} + std::size_t{tokens} * dimensions;
  if (bytes.size() != expected) {
    return fail(ErrorCode::kCorrupt, "cannot read static model: it has " + std::to_string(bytes.size()) + " bytes where its header says " +
                                         std::to_string(expected));
  }
  StaticWeights weights;
  weights.dimensions_ = dimensions;
  weights.scales_.reserve(tokens);
  for (std::uint32_t i = 0; i < tokens; ++i) weights.scales_.push_back(half_to_float(reader.fixed<std::uint16_t>()));
  weights.rows_ = reinterpret_cast<const std::int8_t*>(bytes.data() + kHeaderBytes + 2 * std::size_t{tokens});
  return weights;
}

}  // namespace grove::inference
