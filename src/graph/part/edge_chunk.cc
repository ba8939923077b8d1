#include "graph/part/edge_chunk.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/check.h"

namespace grove::graph {
namespace {

constexpr std::uint32_t kManyLines = 3;

/// What an edge has in common with many others, in one number: usual ones are small.
struct EdgeShape {
  bool same_place = false;    ///< As the edge before: another target of the same name.
  bool other_source = false;  ///< Than that of the edge before.
  Confidence confidence = Confidence::kExact;
  Role role = Role::kCall;
  std::uint32_t lines = 0;  ///< Lines below the edge before; kManyLines: the number follows.

  std::uint64_t number() const {
    const auto flags = (same_place ? 2U : 0U) + (other_source ? 1U : 0U);
    return ((flags * 3 + static_cast<std::uint64_t>(confidence)) * 6 + static_cast<std::uint64_t>(role)) * 4 + lines;
  }
  static EdgeShape of_number(std::uint64_t number) {
    EdgeShape shape;
    shape.lines = static_cast<std::uint32_t>(number % 4);
    shape.role = static_cast<Role>(number / 4 % 6);
    shape.confidence = static_cast<Confidence>(number / 24 % 3);
    shape.other_source = (number / 72 & 1U) != 0;
    shape.same_place = (number / 144 & 1U) != 0;
    return shape;
  }
};

std::vector<SymbolId> distinct_targets(std::span<const LocalEdge> edges) {
  std::vector<SymbolId> targets;
  for (const LocalEdge& edge : edges) targets.push_back(edge.target);
  std::ranges::sort(targets);
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

std::vector<SymbolId> read_targets(ByteReader& in) {
  std::vector<SymbolId> targets;
  SymbolId target = 0;
  for (std::uint64_t left = in.varint(); left > 0 && in.ok() && targets.size() < kEdgesInChunk; --left) {
    target += static_cast<SymbolId>(in.varint());
    targets.push_back(target);
  }
  return targets;
}

}  // namespace

std::string encode_chunk(std::span<const LocalEdge> edges) {
  GROVE_CONTRACT(!edges.empty() && edges.size() <= kEdgesInChunk);
  const std::vector<SymbolId> targets = distinct_targets(edges);
  ByteWriter out;
  out.varint(edges.front().begin);
  out.varint(edges.front().line);
  out.varint(edges.size());
  out.varint(targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) out.varint(targets[i] - (i == 0 ? 0 : targets[i - 1]));
  LocalEdge last{.source = kNobody, .begin = edges.front().begin, .line = edges.front().line};
  for (const LocalEdge& edge : edges) {
    const std::uint32_t lines = edge.line - last.line;
    const bool first = &edge == edges.data();
    const EdgeShape shape{.same_place = !first && edge.begin == last.begin && edge.line == last.line,
                          .other_source = edge.source != last.source,
                          .confidence = edge.confidence,
                          .role = edge.role,
                          .lines = std::min(lines, kManyLines)};
    out.varint(shape.number());
    if (shape.other_source) out.svarint(std::int64_t{edge.source + 1} - std::int64_t{last.source + 1});
    if (!shape.same_place) out.varint(edge.begin - last.begin);
    if (shape.lines == kManyLines) out.svarint(static_cast<std::int32_t>(lines));
    out.varint(static_cast<std::uint64_t>(std::ranges::lower_bound(targets, edge.target) - targets.begin()));
    last = edge;
  }
  return std::move(out).bytes();
}

std::uint32_t EdgeChunk::first_begin() const { return static_cast<std::uint32_t>(ByteReader(bytes_).varint()); }

std::vector<SymbolId> EdgeChunk::targets() const {
  ByteReader in(bytes_);
  for (int skipped = 0; skipped < 3; ++skipped) in.varint();
  return read_targets(in);
}

std::vector<LocalEdge> EdgeChunk::edges() const {
  ByteReader in(bytes_);
  LocalEdge last;
  last.begin = static_cast<std::uint32_t>(in.varint());
  last.line = static_cast<std::uint32_t>(in.varint());
  const std::uint64_t count = std::min<std::uint64_t>(in.varint(), kEdgesInChunk);
  const std::vector<SymbolId> targets = read_targets(in);
  std::vector<LocalEdge> edges;
  edges.reserve(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const EdgeShape shape = EdgeShape::of_number(in.varint());
    if (shape.other_source) last.source += static_cast<std::uint32_t>(in.svarint());
    if (!shape.same_place) last.begin += static_cast<std::uint32_t>(in.varint());
    last.line += shape.lines == kManyLines ? static_cast<std::uint32_t>(in.svarint()) : shape.lines;
    const std::uint64_t target = in.varint();
    if (!in.ok() || target >= targets.size()) return edges;
    last.target = targets[target];
    last.role = shape.role;
    last.confidence = shape.confidence;
    edges.push_back(last);
  }
  return edges;
}

}  // namespace grove::graph
