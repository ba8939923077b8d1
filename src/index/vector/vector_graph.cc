#include "index/vector/vector_graph.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "base/bytes.h"

namespace grove::index {
namespace {

constexpr std::size_t kHeaderWords = 4;
/// The beam among every 16th node, every 256th, …: wide enough to come near from all sides.
constexpr std::size_t kFarBeam = 150;

std::unexpected<Error> corrupt(std::string_view what) {
  return fail(ErrorCode::kCorrupt, "vector file is damaged: " + std::string(what), "Run `grove index` to rebuild it from the files.");
}

/// A node of the beam.
struct Seen {
  float cosine = 0;
  std::uint32_t node = 0;
  bool is_walked = false;
};

/// The best nodes seen so far, best first, with the first that is not walked yet.
class Beam {
 public:
  explicit Beam(std::size_t width) : width_(width) { seen_.reserve(width + 1); }

  void add(float cosine, std::uint32_t node) {
    if (seen_.size() == width_) {
      if (seen_.back().cosine >= cosine) return;
      seen_.pop_back();
    }
    const auto place = std::ranges::upper_bound(seen_, cosine, std::ranges::greater(), &Seen::cosine);
    next_ = std::min(next_, static_cast<std::size_t>(place - seen_.begin()));
    seen_.insert(place, {cosine, node, false});
  }
  /// The best node that was not walked; kNoNode where all were.
  std::uint32_t take() {
    while (next_ < seen_.size() && seen_[next_].is_walked) ++next_;
    if (next_ == seen_.size()) return VectorGraph::kNoNode;
    seen_[next_].is_walked = true;
    return seen_[next_].node;
  }
  const std::vector<Seen>& seen() const { return seen_; }

 private:
  std::size_t width_;
  std::size_t next_ = 0;
  std::vector<Seen> seen_;
};

/// One walk over a graph.
class Walk {
 public:
  Walk(const VectorGraph& graph, const VectorFile& file, const VectorProbe& probe)
      : graph_(graph), file_(file), probe_(probe), visited_(graph.nodes() / 64 + 1) {}

  /// All of every so manieth node that there are.
  void look_at_all(std::uint32_t step, Beam& beam) const {
    for (std::uint64_t node = 0; node < graph_.nodes(); node += step) {
      const auto begun = static_cast<std::uint32_t>(node);
      beam.add(cosine(begun), begun);
    }
  }

  /// From the nodes of one beam, over every so manieth node only.
  void run(const Beam& from, std::uint32_t step, Beam& beam) {
    std::ranges::fill(visited_, 0);
    for (const Seen& seen : from.seen()) {
      visit(seen.node);
      beam.add(seen.cosine, seen.node);
    }
    std::vector<std::uint32_t> fresh(graph_.degree());
    for (std::uint32_t node = beam.take(); node != VectorGraph::kNoNode; node = beam.take()) {
      std::size_t count = 0;
      for (const std::uint32_t next : graph_.links(node)) {
        if (next >= graph_.nodes()) break;
        if (next % step != 0 || !visit(next)) continue;
        prefetch(next);
        fresh[count++] = next;
      }
      for (std::size_t i = 0; i < count; ++i) beam.add(cosine(fresh[i]), fresh[i]);
    }
  }

 private:
  bool visit(std::uint32_t node) {
    std::uint64_t& word = visited_[node / 64];
    const std::uint64_t bit = std::uint64_t{1} << (node % 64);
    const bool first = (word & bit) == 0;
    word |= bit;
    return first;
  }

  float cosine(std::uint32_t node) const {
    float cosine;
    probe_.cosines(file_, graph_.unit_of(node), 1, &cosine);
    return cosine;
  }

  void prefetch(std::uint32_t node) const {
    constexpr std::size_t kLine = 64;
    const char* const row = file_.row(graph_.unit_of(node));
    for (std::size_t at = 0; at < file_.space().row_bytes(); at += kLine) __builtin_prefetch(row + at);
  }

  const VectorGraph& graph_;
  const VectorFile& file_;
  const VectorProbe& probe_;
  std::vector<std::uint64_t> visited_;
};

}  // namespace

std::uint32_t VectorGraph::first_step() const {
  std::uint32_t step = 1;
  while (nodes_ / step / kStep > kFewestNodes) step *= kStep;
  return step;
}

Result<std::optional<VectorGraph>> VectorGraph::open(std::string_view bytes, std::uint32_t units) {
  if (bytes.empty()) return std::nullopt;
  if (bytes.size() % sizeof(std::uint32_t) != 0 || bytes.size() < kHeaderWords * sizeof(std::uint32_t))
    return corrupt("its graph is cut off");
  // Sections are aligned, and words on disk are those of the machine (segment_file.cc refuses others).
  const std::span words(reinterpret_cast<const std::uint32_t*>(bytes.data()), bytes.size() / sizeof(std::uint32_t));
  VectorGraph graph;
  graph.nodes_ = words[0];
  graph.degree_ = words[1];
  const std::uint32_t twins = words[2];
  const std::uint64_t expected = kHeaderWords + std::uint64_t{graph.nodes_} * (1 + std::uint64_t{graph.degree_}) + 2 * std::uint64_t{twins};
  if (words.size() != expected || graph.degree_ == 0 || graph.nodes_ == 0 || graph.nodes_ > units)
    return corrupt("the tables of its graph do not fit each other");
  graph.units_in_file_ = units;
  graph.units_ = words.subspan(kHeaderWords, graph.nodes_);
  graph.twin_nodes_ = words.subspan(kHeaderWords + graph.nodes_, twins);
  graph.twin_units_ = words.subspan(kHeaderWords + graph.nodes_ + twins, twins);
  graph.links_ = words.subspan(kHeaderWords + graph.nodes_ + 2 * std::size_t{twins});
  return graph;
}

void search_graph(const VectorGraph& graph, const VectorFile& file, const VectorProbe& probe, std::size_t beam,
                  VectorCollector& collector) {
  Walk walk(graph, file, probe);
  std::uint32_t step = graph.first_step();
  Beam best(step == 1 ? beam : kFarBeam);
  walk.look_at_all(step, best);
  while (step > 1) {
    step /= VectorGraph::kStep;
    Beam next(step == 1 ? beam : kFarBeam);
    walk.run(best, step, next);
    best = std::move(next);
  }
  for (const Seen& seen : best.seen()) {
    if (seen.cosine < collector.least()) break;
    const auto offer = [&](std::uint32_t unit) {
      if (file.has(unit) && collector.admits(unit)) collector.offer(unit, seen.cosine);
    };
    offer(graph.unit_of(seen.node));
    graph.for_each_twin(seen.node, offer);
  }
}

}  // namespace grove::index
