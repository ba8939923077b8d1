#include "index/vector/vector_scan.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace grove::index {
namespace {

constexpr std::uint32_t kBatch = 256;

}  // namespace

VectorProbe::VectorProbe(std::span<const float> vector, const VectorKernels& kernels)
    : kernels_(kernels), floats_(vector.begin(), vector.end()), bytes_(vector.size()), code_((vector.size() + 7) / 8) {
  double squares = 0;
  float greatest = 0;
  for (float& value : floats_) {
    if (!std::isfinite(value)) value = 0;
    squares += static_cast<double>(value) * static_cast<double>(value);
    greatest = std::max(greatest, std::abs(value));
  }
  double byte_squares = 0;
  for (std::size_t d = 0; d < floats_.size(); ++d) {
    if (floats_[d] >= 0) code_[d / 8] = static_cast<std::uint8_t>(code_[d / 8] | (1U << (d % 8)));
    const long rounded = greatest > 0 ? std::lround(floats_[d] / greatest * 127) : 0;
    bytes_[d] = static_cast<std::int8_t>(rounded);
    byte_squares += static_cast<double>(rounded * rounded);
    if (squares > 0) floats_[d] = static_cast<float>(floats_[d] / std::sqrt(squares));
  }
  if (byte_squares > 0) bytes_scale_ = static_cast<float>(1 / std::sqrt(byte_squares));
}

void VectorProbe::cosines(const VectorFile& file, std::uint32_t first, std::uint32_t count, float* out) const {
  const std::size_t dimensions = floats_.size();
  if (file.space().storage == VectorStorage::kFloat32) {
    kernels_.dot_float(floats_.data(), reinterpret_cast<const float*>(file.row(first)), dimensions, count, out);
    for (std::uint32_t i = 0; i < count; ++i) out[i] *= file.scale(first + i);
    return;
  }
  if (file.space().storage == VectorStorage::kBinary) {
    std::array<std::uint32_t, kBatch> differing;
    for (std::uint32_t done = 0; done < count; done += kBatch) {
      const std::uint32_t batch = std::min(kBatch, count - done);
      kernels_.hamming(code_.data(), file.code(first + done), file.code_bytes(), batch, differing.data());
      // The share of differing signs estimates the angle (Charikar, "Similarity estimation techniques from rounding algorithms", 2002).
      for (std::uint32_t i = 0; i < batch; ++i)
        out[done + i] = file.scale(first + done + i) > 0
                            ? std::cos(std::numbers::pi_v<float> * static_cast<float>(differing[i]) / static_cast<float>(dimensions))
                            : 0;
    }
    return;
  }
  std::array<std::int32_t, kBatch> dots;
  for (std::uint32_t done = 0; done < count; done += kBatch) {
    const std::uint32_t batch = std::min(kBatch, count - done);
    const auto* rows = reinterpret_cast<const std::int8_t*>(file.row(first + done));
    kernels_.dot_int8(bytes_.data(), rows, dimensions, batch, dots.data());
    for (std::uint32_t i = 0; i < batch; ++i) out[done + i] = static_cast<float>(dots[i]) * bytes_scale_ * file.scale(first + done + i);
  }
}

void scan_vectors(const VectorFile& file, const VectorProbe& probe, VectorCollector& collector) {
  std::array<float, kBatch> cosines;
  for (std::uint32_t first = 0; first < file.units(); first += kBatch) {
    const std::uint32_t count = std::min(kBatch, file.units() - first);
    probe.cosines(file, first, count, cosines.data());
    float least = collector.least();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (cosines[i] < least || !file.has(first + i) || !collector.admits(first + i)) continue;
      collector.offer(first + i, cosines[i]);
      least = collector.least();
    }
  }
}

void scan_codes(const VectorFile& file, const VectorProbe& probe, std::size_t candidates, VectorCollector& collector) {
  // One pass counts how many units lie at each distance, so that the second needs no heap.
  std::vector<std::uint32_t> distances(file.units());
  for (std::uint32_t first = 0; first < file.units(); first += kBatch) {
    const std::uint32_t count = std::min(kBatch, file.units() - first);
    probe.kernels().hamming(probe.code(), file.code(first), file.code_bytes(), count, &distances[first]);
  }
  std::vector<std::uint32_t> at_distance(probe.dimensions() + 9, 0);
  const bool all = file.present() == file.units() && collector.admits_all();
  for (std::uint32_t unit = 0; unit < file.units(); ++unit)
    if (all || (file.has(unit) && collector.admits(unit))) ++at_distance[distances[unit]];
  std::size_t farthest = 0;
  for (std::size_t sum = at_distance[0]; sum < candidates && farthest + 1 < at_distance.size();) sum += at_distance[++farthest];
  for (std::uint32_t unit = 0; unit < file.units(); ++unit) {
    if (distances[unit] > farthest || !file.has(unit) || !collector.admits(unit)) continue;
    float cosine;
    probe.cosines(file, unit, 1, &cosine);
    if (cosine >= collector.least()) collector.offer(unit, cosine);
  }
}

}  // namespace grove::index
