#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "base/bytes.h"
#include "base/work_queue.h"
#include "index/vector/graph_partition.h"
#include "index/vector/vector_graph.h"

// build_graph: groups of near vectors, lists of neighbours from them, links from those. The constants are from docs/search-speed.md.
namespace grove::index {
namespace {

constexpr std::size_t kGroupSize = 400;
constexpr std::uint64_t kRounds = 5;
/// Neighbours of a node that are kept of all rounds.
constexpr std::size_t kNeighbours = 24;
/// Neighbours and nodes that have it as theirs, from which a node's links are chosen.
constexpr std::size_t kChoice = 48;
constexpr std::size_t kDegree = 24;
/// A link is spared where a chosen one leads there: where it is this much nearer to the target than the node is.
constexpr float kSlack = 1.3F;
/// Links of one node among every 16th, every 256th, …
constexpr std::size_t kFarLinks = 8;
constexpr std::size_t kNodesAtOnce = 1024;

struct Neighbour {
  float cosine = 0;
  std::uint32_t node = 0;
};
inline bool is_nearer(const Neighbour& a, const Neighbour& b) { return a.cosine != b.cosine ? a.cosine > b.cosine : a.node < b.node; }

/// A list of the nearest nodes for each node, best first. Different nodes' lists may be changed by different threads.
class Neighbourhoods {
 public:
  explicit Neighbourhoods(std::uint32_t nodes) : lists_(std::size_t{nodes} * kNeighbours), counts_(nodes, 0) {}

  /// Cosine below which no neighbour is taken.
  float least(std::uint32_t node) const {
    return counts_[node] < kNeighbours ? -2 : lists_[std::size_t{node} * kNeighbours + kNeighbours - 1].cosine;
  }
  /// Returns what `least` is now.
  float add(std::uint32_t node, const Neighbour& neighbour) {
    Neighbour* const list = &lists_[std::size_t{node} * kNeighbours];
    std::size_t place = counts_[node];
    if (place == kNeighbours && !is_nearer(neighbour, list[place - 1])) return list[place - 1].cosine;
    while (place > 0 && is_nearer(neighbour, list[place - 1])) --place;
    // One that is in the list already stands just before, since its cosine is the same.
    if (place > 0 && list[place - 1].node == neighbour.node) return least(node);
    const std::size_t last = std::min<std::size_t>(counts_[node], kNeighbours - 1);
    std::copy_backward(list + place, list + last, list + last + 1);
    list[place] = neighbour;
    counts_[node] = static_cast<std::uint8_t>(last + 1);
    return least(node);
  }
  std::span<const Neighbour> of(std::uint32_t node) const { return {&lists_[std::size_t{node} * kNeighbours], counts_[node]}; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(counts_.size()); }

 private:
  std::vector<Neighbour> lists_;
  std::vector<std::uint8_t> counts_;
};

/// For each node, those that have it among their neighbours.
class Followers {
 public:
  explicit Followers(const Neighbourhoods& neighbours) : firsts_(neighbours.size() + std::size_t{1}, 0) {
    for (std::uint32_t node = 0; node < neighbours.size(); ++node)
      for (const Neighbour& neighbour : neighbours.of(node)) ++firsts_[neighbour.node + 1];
    std::partial_sum(firsts_.begin(), firsts_.end(), firsts_.begin());
    nodes_.resize(firsts_.back());
    std::vector<std::uint64_t> next = firsts_;
    for (std::uint32_t node = 0; node < neighbours.size(); ++node)
      for (const Neighbour& neighbour : neighbours.of(node)) nodes_[next[neighbour.node]++] = node;
  }
  std::span<const std::uint32_t> of(std::uint32_t node) const {
    return std::span(nodes_).subspan(firsts_[node], firsts_[node + 1] - firsts_[node]);
  }

 private:
  std::vector<std::uint64_t> firsts_;
  std::vector<std::uint32_t> nodes_;
};

/// Some of the nodes, and which of them are near to which. Nodes are named by their places among these.
class Level {
 public:
  Level(const DistinctVectors& vectors, std::vector<std::uint32_t> nodes, const GraphOptions& options, const CancelToken& cancel)
      : vectors_(vectors), nodes_(std::move(nodes)), options_(options), cancel_(cancel), neighbours_(size()) {
    for (std::uint64_t round = 1; round <= kRounds && !cancel_.cancelled(); ++round) compare_groups(round);
    followers_.emplace(neighbours_);
  }

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint32_t node(std::uint32_t place) const { return nodes_[place]; }

  /// Writes up to `most` links of a node and returns how many: near ones that don't lie behind one another.
  std::size_t choose_links(std::uint32_t place, std::size_t most, std::uint32_t* links) const {
    const std::vector<Neighbour> choice = choice_of(place);
    RowBlock rows(vectors_, *options_.kernels);
    rows.reserve(choice.size());
    for (const Neighbour& neighbour : choice) rows.add(nodes_[neighbour.node]);
    RowBlock chosen(vectors_, *options_.kernels);
    chosen.reserve(most);
    std::vector<bool> is_spared(choice.size(), false);
    std::vector<float> cosines;
    std::size_t count = 0;
    for (std::size_t i = 0; i < choice.size() && count < most; ++i) {
      chosen.cosines(rows, i, 0, cosines);
      is_spared[i] = std::ranges::any_of(cosines, [&](float cosine) { return (1 - cosine) * kSlack < 1 - choice[i].cosine; });
      if (is_spared[i]) continue;
      chosen.add(rows, i);
      links[count++] = nodes_[choice[i].node];
    }
    for (std::size_t i = 0; i < choice.size() && count < most / 2; ++i)
      if (is_spared[i]) links[count++] = nodes_[choice[i].node];
    return count;
  }

 private:
  void compare_groups(std::uint64_t seed) {
    const auto groups = cut_into_groups({vectors_, nodes_, *options_.kernels, kGroupSize, seed, options_.threads}, cancel_);
    parallel_for(options_.threads, groups.size(), [&](std::size_t i) {
      if (!cancel_.cancelled()) compare_all(groups[i]);
    });
  }

  /// Each node is in one group of a round, so that no two threads change one list. Each pair is compared once, from its lower node, so that
  /// it has the same cosine in every round.
  void compare_all(const std::vector<std::uint32_t>& group) {
    RowBlock rows(vectors_, *options_.kernels);
    rows.reserve(group.size());
    std::vector<float> least;
    for (const std::uint32_t place : group) {
      rows.add(nodes_[place]);
      least.push_back(neighbours_.least(place));
    }
    std::vector<float> cosines;
    for (std::size_t i = 0; i + 1 < group.size(); ++i) {
      rows.cosines(rows, i, i + 1, cosines);
      for (std::size_t j = i + 1; j < group.size(); ++j) {
        const float cosine = cosines[j - i - 1];
        if (cosine >= least[i]) least[i] = neighbours_.add(group[i], {cosine, group[j]});
        if (cosine >= least[j]) least[j] = neighbours_.add(group[j], {cosine, group[i]});
      }
    }
  }

  /// Nearest first, each once.
  std::vector<Neighbour> choice_of(std::uint32_t place) const {
    const std::span<const Neighbour> own = neighbours_.of(place);
    std::vector<Neighbour> choice(own.begin(), own.end());
    for (const std::uint32_t follower : followers_->of(place)) {
      const auto theirs = neighbours_.of(follower);
      choice.push_back({std::ranges::find(theirs, place, &Neighbour::node)->cosine, follower});
    }
    std::ranges::sort(choice, is_nearer);
    const auto repeated = std::ranges::unique(choice, {}, &Neighbour::node);
    choice.erase(repeated.begin(), repeated.end());
    if (choice.size() > kChoice) choice.resize(kChoice);
    return choice;
  }

  const DistinctVectors& vectors_;
  std::vector<std::uint32_t> nodes_;
  const GraphOptions& options_;
  const CancelToken& cancel_;
  Neighbourhoods neighbours_;
  std::optional<Followers> followers_;
};

/// The links of all nodes. Those of every 16th node among themselves come first, of every 256th before them, and so on: near nodes know
/// only each other, so that a walk needs those to come from one crowd into the next (the layers of HNSW, in one graph).
class Builder {
 public:
  Builder(const DistinctVectors& vectors, const GraphOptions& options, const CancelToken& cancel)
      : vectors_(vectors),
        options_(options),
        cancel_(cancel),
        links_(std::size_t{vectors.size()} * kDegree, VectorGraph::kNoNode),
        counts_(vectors.size(), 0) {}

  std::vector<std::uint32_t> links() {
    std::vector<std::uint32_t> steps;
    for (std::uint32_t step = 1; vectors_.size() / step > VectorGraph::kFewestNodes; step *= VectorGraph::kStep) steps.push_back(step);
    if (steps.empty()) steps.push_back(1);
    for (auto step = steps.rbegin(); step != steps.rend() && !cancel_.cancelled(); ++step) link(*step);
    return std::move(links_);
  }

 private:
  void link(std::uint32_t step) {
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t node = 0; node < vectors_.size(); node += step) nodes.push_back(node);
    const Level level(vectors_, std::move(nodes), options_, cancel_);
    const std::size_t tasks = (level.size() + kNodesAtOnce - 1) / kNodesAtOnce;
    parallel_for(options_.threads, tasks, [&](std::size_t task) {
      const std::size_t end = std::min<std::size_t>(level.size(), (task + 1) * kNodesAtOnce);
      for (std::size_t place = task * kNodesAtOnce; place < end && !cancel_.cancelled(); ++place)
        link_node(level, static_cast<std::uint32_t>(place), step);
    });
  }

  void link_node(const Level& level, std::uint32_t place, std::uint32_t step) {
    const std::uint32_t node = level.node(place);
    std::uint8_t& count = counts_[node];
    const std::size_t room = kDegree - count;
    const std::size_t most = step == 1 ? room : std::min(kFarLinks, room / 2);
    std::array<std::uint32_t, kDegree> chosen;
    const std::size_t found = level.choose_links(place, most, chosen.data());
    std::uint32_t* const links = &links_[std::size_t{node} * kDegree];
    for (std::size_t i = 0; i < found; ++i)
      if (std::find(links, links + count, chosen[i]) == links + count) links[count++] = chosen[i];
  }

  const DistinctVectors& vectors_;
  const GraphOptions& options_;
  const CancelToken& cancel_;
  std::vector<std::uint32_t> links_;
  std::vector<std::uint8_t> counts_;
};

void append(std::string& bytes, std::span<const std::uint32_t> words) {
  bytes.append(reinterpret_cast<const char*>(words.data()), words.size_bytes());
}

}  // namespace

Result<std::string> build_graph(const VectorFile& file, const GraphOptions& options, const CancelToken& cancel) {
  const DistinctVectors vectors(file);
  if (vectors.size() == 0) return std::string();
  const std::vector<std::uint32_t> links = Builder(vectors, options, cancel).links();
  GROVE_RETURN_IF_ERROR(cancel.check());
  std::vector<std::uint32_t> twin_nodes;
  std::vector<std::uint32_t> twin_units;
  for (const DistinctVectors::Twin& twin : vectors.twins()) {
    twin_nodes.push_back(twin.node);
    twin_units.push_back(twin.unit);
  }
  const std::uint32_t header[] = {vectors.size(), static_cast<std::uint32_t>(kDegree), static_cast<std::uint32_t>(twin_nodes.size()), 0};
  std::string bytes;
  bytes.reserve(sizeof(header) + (links.size() + vectors.size() + 2 * twin_nodes.size()) * sizeof(std::uint32_t));
  append(bytes, header);
  append(bytes, vectors.units());
  append(bytes, twin_nodes);
  append(bytes, twin_units);
  append(bytes, links);
  return bytes;
}

}  // namespace grove::index
