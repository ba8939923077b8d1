#include "engine/navigation/calls.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <span>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "engine/navigation/symbol_hits.h"

namespace grove::engine {
namespace {

using graph::Declarations;
using graph::Edge;
using graph::FileId;
using graph::kNobody;
using graph::SymbolId;

/// Walks within one repository: no edge leads out of it.
class Walker {
 public:
  Walker(const GraphScope& scope, CallDirection direction) : scope_(scope), declarations_(scope.declarations()), direction_(direction) {}

  const GraphScope* scope() const { return &scope_; }

  /// The next level, in order of path and place. Empty once there is nothing new.
  std::vector<Edge> step(std::size_t room, const CancelToken& cancel) {
    std::vector<Edge> level;
    std::vector<SymbolId> next;
    for (const SymbolId symbol : frontier_) {
      if (level.size() > room || cancel.cancelled()) break;
      for (const Edge& edge : calls_of(symbol)) {
        if (!pairs_.insert({from_of(edge), edge.target}).second) continue;
        level.push_back(edge);
        const SymbolId far = direction_ == CallDirection::kCallers ? edge.source : edge.target;
        if (far != kNobody && walked_.insert(far).second) next.push_back(far);
      }
    }
    frontier_ = std::move(next);
    return ordered(std::move(level));
  }

  CallEdge shown(const Edge& edge, std::uint32_t depth) const {
    return {.repository = scope_.repository.name,
            .from = name_of_caller(edge),
            .to = shown_name(declarations_, edge.target),
            .path = std::string(declarations_.file(edge.file).path),
            .line = edge.line,
            .confidence = edge.confidence,
            .depth = depth};
  }

  /// What the next step looks at.
  const std::vector<SymbolId>& frontier() const { return frontier_; }

  /// Something has more callers than are followed.
  bool is_full() const { return full_; }

  void start_at(SymbolId symbol) {
    if (walked_.insert(symbol).second) frontier_.push_back(symbol);
  }

 private:
  std::vector<Edge> calls_of(SymbolId symbol) {
    std::vector<Edge> edges =
        direction_ == CallDirection::kCallers ? scope_.graph->first_uses_of(symbol, kMostCallEdges + 1) : scope_.graph->uses_in(symbol);
    full_ = full_ || edges.size() > kMostCallEdges;
    std::erase_if(edges, [](const Edge& edge) { return edge.role != Role::kCall; });
    return edges;
  }

  /// Who calls: a symbol, or for what stands at the top of a file that file.
  std::uint64_t from_of(const Edge& edge) const {
    return edge.source == kNobody ? std::uint64_t{edge.file} << 32U | kNobody : std::uint64_t{edge.source};
  }

  /// By path, line and names, each once: names are read only of those that share a line.
  std::vector<Edge> ordered(std::vector<Edge> level) const {
    std::unordered_map<FileId, std::uint32_t> place_of;
    std::vector<std::pair<std::string_view, FileId>> files;
    for (const Edge& edge : level)
      if (place_of.try_emplace(edge.file).second) files.emplace_back(declarations_.file(edge.file).path, edge.file);
    std::ranges::sort(files);
    for (std::uint32_t i = 0; i < files.size(); ++i) place_of[files[i].second] = i;
    std::ranges::stable_sort(level, {}, [&](const Edge& edge) { return std::pair(place_of.find(edge.file)->second, edge.line); });
    std::vector<Edge> edges;
    for (auto begin = level.begin(); begin != level.end();) {
      const auto end =
          std::find_if(begin, level.end(), [&](const Edge& edge) { return edge.file != begin->file || edge.line != begin->line; });
      if (end - begin > 1)
        add_each_once({begin, end}, edges);
      else
        edges.push_back(*begin);
      begin = end;
    }
    return edges;
  }

  /// A call that may mean several overloads reads the same for each: the surest stands for all.
  void add_each_once(std::span<const Edge> of_line, std::vector<Edge>& edges) const {
    struct Named {
      std::string from, to;
      Edge edge;
    };
    std::vector<Named> named;
    for (const Edge& edge : of_line) named.push_back({name_of_caller(edge), shown_name(declarations_, edge.target), edge});
    std::ranges::sort(named, {}, [](const Named& one) { return std::tie(one.from, one.to, one.edge.confidence); });
    const auto again = std::ranges::unique(named, {}, [](const Named& one) { return std::tie(one.from, one.to); });
    named.erase(again.begin(), again.end());
    for (const Named& one : named) edges.push_back(one.edge);
  }

  std::string name_of_caller(const Edge& edge) const {
    if (edge.source != kNobody) return shown_name(declarations_, edge.source);
    const graph::DeclaredFile file = declarations_.file(edge.file);
    return std::string(file.module.empty() ? file.path : file.module);
  }

  const GraphScope& scope_;
  const Declarations& declarations_;
  CallDirection direction_;
  bool full_ = false;
  std::vector<SymbolId> frontier_;
  std::unordered_set<SymbolId> walked_;
  /// Who calls and whom.
  using Pair = std::pair<std::uint64_t, SymbolId>;
  struct PairHash {
    std::size_t operator()(const Pair& pair) const { return (pair.first ^ std::uint64_t{pair.second} << 17U) * 0x9E3779B97F4A7C15ULL; }
  };
  std::unordered_set<Pair, PairHash> pairs_;
};

}  // namespace

std::vector<SymbolId> call_starts(const Meaning& meaning, CallDirection direction, CallRequest::Types types) {
  const Declarations& declarations = meaning.scope->declarations();
  std::vector<SymbolId> starts = {meaning.symbol};
  if (!is_type(declarations.symbol(meaning.symbol).kind)) return starts;
  for (const SymbolId member : declarations.members(meaning.symbol)) {
    const Kind kind = declarations.symbol(member).kind;
    const bool is_narrow = direction == CallDirection::kCallers && types == CallRequest::Types::kMade;
    const bool counts = is_narrow ? kind == Kind::kConstructor : is_callable(kind);
    if (counts) starts.push_back(member);
  }
  return starts;
}

Status walk_calls(const CallWalk& walk, const CancelToken& cancel, Calls& calls) {
  std::deque<Walker> walkers;  // one a repository
  for (const Meaning& meaning : walk.from) {
    auto found = std::ranges::find(walkers, meaning.scope, &Walker::scope);
    if (found == walkers.end()) {
      walkers.emplace_back(*meaning.scope, walk.direction);
      found = std::prev(walkers.end());
    }
    for (const SymbolId start : call_starts(meaning, walk.direction, walk.types)) found->start_at(start);
  }
  const auto walker_of = [&](const GraphScope& scope) -> Walker& {
    const auto found = std::ranges::find(walkers, &scope, &Walker::scope);
    return found != walkers.end() ? *found : walkers.emplace_back(scope, walk.direction);
  };
  const auto add = [&](auto&& make) {
    if (calls.total++ < walk.limit) calls.edges.push_back(make());
  };
  bool full = false;
  for (std::uint32_t depth = 1; depth <= walk.depth && !full; ++depth) {
    std::vector<ReceivedRequest> received;
    if (walk.requests)
      for (const Walker& walker : walkers)
        for (const SymbolId symbol : walker.frontier())
          for (ReceivedRequest& one : walk.requests(*walker.scope(), symbol)) received.push_back(std::move(one));
    for (Walker& walker : walkers) {
      for (const Edge& edge : walker.step(kMostCallEdges - std::min(kMostCallEdges, calls.total), cancel))
        add([&] { return walker.shown(edge, depth); });
      full = full || walker.is_full() || calls.total > kMostCallEdges;
    }
    for (ReceivedRequest& one : received) {
      one.edge.depth = depth;
      add([&] { return std::move(one.edge); });
      if (one.from != kNobody) walker_of(*one.sender).start_at(one.from);
    }
    GROVE_RETURN_IF_ERROR(cancel.check());
  }
  if (full) {
    calls.total = std::min(calls.total, kMostCallEdges);
    calls.edges.resize(std::min(calls.edges.size(), kMostCallEdges));
    calls.warnings.push_back(fmt::format("only the nearest {} calls were followed", calls.total));
  }
  return {};
}

}  // namespace grove::engine
