#include "index/vector/graph_partition.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <unordered_map>

#include "base/hash.h"
#include "base/work_queue.h"

namespace grove::index {
namespace {

constexpr std::size_t kMostLeaders = 64;
/// Followers that one task of a thread looks after.
constexpr std::size_t kStretch = 4096;

using Group = std::vector<std::uint32_t>;

class Cutter {
 public:
  Cutter(const PartitionRequest& request, const CancelToken& cancel) : request_(request), cancel_(cancel) {}

  void cut(Group group, std::uint64_t seed) {
    if (group.size() <= request_.largest || cancel_.cancelled()) {
      if (!group.empty()) groups_.push_back(std::move(group));
      return;
    }
    std::vector<Group> parts = follow(group, choose_leaders(group, seed));
    const bool all_in_one = std::ranges::any_of(parts, [&](const Group& part) { return part.size() == group.size(); });
    if (all_in_one) return slice(group);
    group = {};
    for (std::size_t part = 0; part < parts.size(); ++part) cut(std::move(parts[part]), mixed(seed, part + 1));
  }

  std::vector<Group> take() { return std::move(groups_); }

 private:
  static std::uint64_t mixed(std::uint64_t seed, std::uint64_t value) {
    return hash64({reinterpret_cast<const char*>(&value), sizeof(value)}, seed);
  }

  /// One of each stretch, so that they are spread over the files.
  RowBlock choose_leaders(const Group& group, std::uint64_t seed) const {
    const std::size_t leaders = std::clamp<std::size_t>(group.size() * 2 / request_.largest, 2, kMostLeaders);
    const std::size_t stretch = group.size() / leaders;
    RowBlock block(request_.vectors, request_.kernels);
    for (std::size_t i = 0; i < leaders; ++i) block.add(request_.nodes[group[i * stretch + mixed(seed, i) % stretch]]);
    return block;
  }

  std::vector<Group> follow(const Group& group, const RowBlock& leaders) const {
    std::vector<std::uint8_t> leader_of(group.size());
    const std::size_t tasks = (group.size() + kStretch - 1) / kStretch;
    parallel_for(request_.threads, tasks, [&](std::size_t task) {
      if (cancel_.cancelled()) return;
      RowBlock own(request_.vectors, request_.kernels);
      RowBlock theirs = leaders;
      std::vector<float> cosines;
      for (std::size_t i = task * kStretch; i < std::min(group.size(), (task + 1) * kStretch); ++i) {
        own.clear();
        own.add(request_.nodes[group[i]]);
        theirs.cosines(own, 0, 0, cosines);
        leader_of[i] = static_cast<std::uint8_t>(std::ranges::max_element(cosines) - cosines.begin());
      }
    });
    std::vector<Group> parts(leaders.size());
    for (std::size_t i = 0; i < group.size(); ++i) parts[leader_of[i]].push_back(group[i]);
    return parts;
  }

  /// Vectors that no leader tells apart are as good together as in any order.
  void slice(const Group& group) {
    for (std::size_t first = 0; first < group.size(); first += request_.largest) {
      const std::size_t end = std::min(group.size(), first + request_.largest);
      groups_.emplace_back(group.begin() + static_cast<std::ptrdiff_t>(first), group.begin() + static_cast<std::ptrdiff_t>(end));
    }
  }

  const PartitionRequest& request_;
  const CancelToken& cancel_;
  std::vector<Group> groups_;
};

/// A row as int8 with the greatest component at ±127.
void quantise(std::span<const float> row, std::int8_t* out) {
  float greatest = 0;
  for (const float value : row)
    if (std::isfinite(value)) greatest = std::max(greatest, std::abs(value));
  for (std::size_t d = 0; d < row.size(); ++d)
    out[d] = static_cast<std::int8_t>(greatest > 0 && std::isfinite(row[d]) ? std::lround(row[d] / greatest * 127) : 0);
}

float length_reciprocal(const std::int8_t* row, std::size_t dimensions) {
  std::int64_t squares = 0;
  for (std::size_t d = 0; d < dimensions; ++d) squares += row[d] * row[d];
  return squares > 0 ? static_cast<float>(1 / std::sqrt(static_cast<double>(squares))) : 0;
}

}  // namespace

DistinctVectors::DistinctVectors(const VectorFile& file) : file_(file) {
  std::unordered_map<std::uint64_t, std::uint32_t> known;
  known.reserve(file.present());
  const auto row = [&](std::uint32_t unit) { return std::string_view(file.row(unit), file.space().row_bytes()); };
  for (std::uint32_t unit = 0; unit < file.units(); ++unit) {
    if (!file.has(unit) || file.scale(unit) <= 0) continue;
    const auto [entry, fresh] = known.try_emplace(hash64(row(unit)), size());
    if (fresh || row(units_[entry->second]) != row(unit))
      units_.push_back(unit);
    else
      twins_.push_back({entry->second, unit});
  }
  std::ranges::stable_sort(twins_, {}, &Twin::node);
}

float DistinctVectors::copy(std::uint32_t node, std::int8_t* out) const {
  const std::uint32_t unit = units_[node];
  switch (file_.space().storage) {
    case VectorStorage::kFloat32: {
      std::vector<float> row(dimensions());
      std::memcpy(row.data(), file_.row(unit), dimensions() * sizeof(float));
      quantise(row, out);
      return length_reciprocal(out, dimensions());
    }
    case VectorStorage::kBinary:
      for (std::size_t d = 0; d < dimensions(); ++d) out[d] = (file_.code(unit)[d / 8] >> (d % 8) & 1U) != 0 ? 1 : -1;
      return length_reciprocal(out, dimensions());
    case VectorStorage::kInt8: break;
  }
  std::memcpy(out, file_.row(unit), dimensions());
  return file_.scale(unit);
}

void RowBlock::add(std::uint32_t node) {
  rows_.resize(rows_.size() + vectors_.dimensions());
  scales_.push_back(vectors_.copy(node, rows_.data() + rows_.size() - vectors_.dimensions()));
}

void RowBlock::add(const RowBlock& other, std::size_t row) {
  const auto first = other.rows_.begin() + static_cast<std::ptrdiff_t>(row * vectors_.dimensions());
  rows_.insert(rows_.end(), first, first + static_cast<std::ptrdiff_t>(vectors_.dimensions()));
  scales_.push_back(other.scales_[row]);
}

void RowBlock::cosines(const RowBlock& from, std::size_t row, std::size_t first, std::vector<float>& out) const {
  const std::size_t dimensions = vectors_.dimensions();
  const std::size_t count = size() - first;
  dots_.resize(count);
  out.resize(count);
  kernels_.dot_int8(from.rows_.data() + row * dimensions, rows_.data() + first * dimensions, dimensions, count, dots_.data());
  for (std::size_t i = 0; i < count; ++i) out[i] = static_cast<float>(dots_[i]) * from.scales_[row] * scales_[first + i];
}

std::vector<std::vector<std::uint32_t>> cut_into_groups(const PartitionRequest& request, const CancelToken& cancel) {
  Group all(request.nodes.size());
  std::iota(all.begin(), all.end(), 0U);
  Cutter cutter(request, cancel);
  cutter.cut(std::move(all), request.seed);
  return cutter.take();
}

}  // namespace grove::index
