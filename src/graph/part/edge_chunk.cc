#include "graph/part/edge_chunk.h"

#include <algorithm>
#include <array>

#include "base/bytes.h"
#include "base/check.h"
#include "graph/part/layout.h"

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
  static constexpr EdgeShape of_number(std::uint64_t number) {
    EdgeShape shape;
    shape.lines = static_cast<std::uint32_t>(number % 4);
    shape.role = static_cast<Role>(number / 4 % 6);
    shape.confidence = static_cast<Confidence>(number / 24 % 3);
    shape.other_source = (number / 72 & 1U) != 0;
    shape.same_place = (number / 144 & 1U) != 0;
    return shape;
  }
};

/// The shapes of all numbers that are written.
constexpr auto kShapes = [] {
  std::array<EdgeShape, 288> shapes;
  for (std::uint64_t number = 0; number < shapes.size(); ++number) shapes[number] = EdgeShape::of_number(number);
  return shapes;
}();

std::vector<SymbolId> distinct_targets(std::span<const LocalEdge> edges) {
  std::vector<SymbolId> targets;
  for (const LocalEdge& edge : edges) targets.push_back(edge.target);
  std::ranges::sort(targets);
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

/// Reads varints where so many bytes follow that none can lead past the end: most of the time that reading a graph takes is spent here.
/// What is no varint ends after ten bytes and gives any number.
class FastReader {
 public:
  static constexpr std::size_t kLongest = 10;  // bytes of a varint

  explicit FastReader(std::string_view bytes) : at_(reinterpret_cast<const std::uint8_t*>(bytes.data())), end_(at_ + bytes.size()) {}

  bool has(std::size_t varints) const { return static_cast<std::size_t>(end_ - at_) >= varints * kLongest; }
  std::string_view rest() const { return {reinterpret_cast<const char*>(at_), static_cast<std::size_t>(end_ - at_)}; }
  /// REQUIRES: has(1).
  std::uint64_t varint() {
    std::uint64_t value = *at_++;
    if (value < 0x80) return value;
    value &= 0x7FU;
    for (std::size_t i = 1; i < kLongest; ++i) {
      const std::uint64_t byte = *at_++;
      value |= (byte & 0x7FU) << (7 * i);
      if (byte < 0x80) break;
    }
    return value;
  }
  std::int64_t svarint() { return unzigzag(varint()); }
  bool ok() const { return true; }

 private:
  const std::uint8_t *at_, *end_;
};

/// A chunk that is being read: what stands in front, then its targets, then its edges.
struct ChunkReader {
  explicit ChunkReader(std::string_view bytes) : in(bytes) {
    begin = static_cast<std::uint32_t>(in.varint());
    line = static_cast<std::uint32_t>(in.varint());
    edges = std::min<std::uint64_t>(in.varint(), kEdgesInChunk);
  }

  /// Calls `visit(number, target)` for each target.
  template <class Visit>
  void read_targets(Visit visit) {
    targets = std::min<std::uint64_t>(in.varint(), kEdgesInChunk);
    SymbolId target = 0;
    std::uint64_t i = 0;
    FastReader fast(in.raw(in.remaining()));
    for (; i < targets && fast.has(1); ++i) visit(i, target += static_cast<SymbolId>(fast.varint()));
    in = ByteReader(fast.rest());
    for (; i < targets && in.ok(); ++i) visit(i, target += static_cast<SymbolId>(in.varint()));
    targets = i;
  }

  /// Calls `visit(edge, number of its target)` for each edge, as far as the bytes are sound. REQUIRES: after the targets.
  template <class Visit>
  void read_edges(Visit visit) {
    LocalEdge last{.begin = begin, .line = line};
    std::uint64_t i = 0;
    FastReader fast(in.raw(in.remaining()));
    for (; i < edges && fast.has(kNumbersOfAnEdge); ++i)
      if (!read_edge(fast, last, visit)) return;
    in = ByteReader(fast.rest());
    for (; i < edges; ++i)
      if (!read_edge(in, last, visit)) return;
  }

  ByteReader in;
  std::uint32_t begin = 0, line = 0;  // of the first edge
  std::uint64_t edges = 0, targets = 0;

 private:
  static constexpr std::size_t kNumbersOfAnEdge = 5;

  template <class Reader, class Visit>
  bool read_edge(Reader& from, LocalEdge& last, Visit& visit) const {
    const std::uint64_t number = from.varint();
    const EdgeShape shape = number < kShapes.size() ? kShapes[number] : EdgeShape::of_number(number);
    if (shape.other_source) last.source += static_cast<std::uint32_t>(from.svarint());
    if (!shape.same_place) last.begin += static_cast<std::uint32_t>(from.varint());
    last.line += shape.lines == kManyLines ? static_cast<std::uint32_t>(from.svarint()) : shape.lines;
    const std::uint64_t target = from.varint();
    if (!from.ok() || target >= targets) return false;
    last.role = shape.role;
    last.confidence = shape.confidence;
    visit(last, target);
    return true;
  }
};

std::vector<SymbolId> read_targets(ChunkReader& chunk) {
  std::vector<SymbolId> targets;
  chunk.read_targets([&](std::uint64_t, SymbolId target) { targets.push_back(target); });
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
  ChunkReader chunk(bytes_);
  return read_targets(chunk);
}

std::vector<LocalEdge> EdgeChunk::edges() const {
  ChunkReader chunk(bytes_);
  const std::vector<SymbolId> targets = read_targets(chunk);
  std::vector<LocalEdge> edges;
  edges.reserve(chunk.edges);
  chunk.read_edges([&](const LocalEdge& edge, std::uint64_t target) {
    edges.push_back(edge);
    edges.back().target = targets[target];
  });
  return edges;
}

void EdgeChunk::add_edges_to(std::span<const SymbolId> targets, std::vector<LocalEdge>& found) const {
  ChunkReader chunk(bytes_);
  std::array<SymbolId, kEdgesInChunk> wanted;  // by the number of a target in the chunk; kNobody for others
  bool is_any = false;
  chunk.read_targets([&](std::uint64_t number, SymbolId target) {
    while (!targets.empty() && targets.front() < target) targets = targets.subspan(1);
    const bool is_wanted = !targets.empty() && targets.front() == target;
    wanted[number] = is_wanted ? target : kNobody;
    is_any = is_any || is_wanted;
  });
  if (!is_any) return;
  chunk.read_edges([&](const LocalEdge& edge, std::uint64_t number) {
    if (wanted[number] == kNobody) return;
    found.push_back(edge);
    found.back().target = wanted[number];
  });
}

}  // namespace grove::graph
