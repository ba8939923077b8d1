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
using graph::web::CodeOwner;

/// Walks within one repository: no edge leads out of it.
class Walker {
 public:
  Walker(const GraphScope& scope, const CallWalk& walk)
      : scope_(scope), declarations_(scope.declarations()), direction_(walk.direction), requests_(walk.requests) {}

  const GraphScope* scope() const { return &scope_; }

  /// The next level, in order of path and place. Empty once there is nothing new.
  std::vector<Edge> step(std::size_t room, const CancelToken& cancel) {
    std::vector<Edge> level;
    std::vector<CodeOwner> next;
    for (const CodeOwner& one : frontier_) {
      if (level.size() > room || cancel.cancelled()) break;
      if (one.function == kNobody) continue;  // nothing calls a handler without a name but requests
      for (const Edge& edge : calls_of(one.function)) {
        const CodeOwner caller = caller_of(edge);
        if (!pairs_.insert({key_of(edge, caller), edge.target}).second) continue;
        level.push_back(edge);
        const CodeOwner far = direction_ == CallDirection::kCallers ? caller : CodeOwner{.function = edge.target};
        if (far.is_known() && walked_.insert(far).second) next.push_back(far);
      }
    }
    frontier_ = std::move(next);
    return ordered(std::move(level));
  }

  CallEdge shown(const Edge& edge, std::uint32_t depth) const { return shown(edge, name_of_caller(edge), depth); }
  CallEdge shown(const Edge& edge, std::string from, std::uint32_t depth) const {
    return {.repository = scope_.repository.name,
            .from = std::move(from),
            .to = shown_name(declarations_, edge.target),
            .path = std::string(declarations_.file(edge.file).path),
            .line = edge.line,
            .confidence = edge.confidence,
            .depth = depth};
  }

  /// What a handler without a name answers, if one calls; nothing for what has a name.
  std::span<const std::string> requests_answered_by_caller(const Edge& edge) const {
    const CodeOwner caller = caller_of(edge);
    return caller.body == kNone ? std::span<const std::string>() : requests_.names_of(scope_, caller);
  }

  /// What the next step looks at.
  const std::vector<CodeOwner>& frontier() const { return frontier_; }

  /// Something has more callers than are followed.
  bool is_full() const { return full_; }

  void start_at(const CodeOwner& one) {
    if (walked_.insert(one).second) frontier_.push_back(one);
  }

 private:
  /// Who calls: a symbol, or the handler without a name that the call stands in; nobody for what stands at the top of a file.
  CodeOwner caller_of(const Edge& edge) const {
    if (direction_ == CallDirection::kCallers && requests_.handler_around)
      if (const CodeOwner handler = requests_.handler_around(scope_, edge); handler.is_known()) return handler;
    return {.function = edge.source};
  }

  std::vector<Edge> calls_of(SymbolId symbol) {
    std::vector<Edge> edges =
        direction_ == CallDirection::kCallers ? scope_.graph->first_uses_of(symbol, kMostCallEdges + 1) : scope_.graph->uses_in(symbol);
    full_ = full_ || edges.size() > kMostCallEdges;
    std::erase_if(edges, [](const Edge& edge) { return edge.role != Role::kCall; });
    return edges;
  }

  /// Of who calls: a symbol, a handler without a name, or for what stands at the top of a file that file.
  static std::uint64_t key_of(const Edge& edge, const CodeOwner& caller) {
    if (caller.function != kNobody) return caller.function;
    constexpr std::uint64_t kHandler = std::uint64_t{1} << 63U;
    return caller.is_known() ? kHandler | caller.body : std::uint64_t{edge.file} << 32U | kNobody;
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
    if (const auto requests = requests_answered_by_caller(edge); !requests.empty()) return requests.front();
    if (edge.source != kNobody) return shown_name(declarations_, edge.source);
    const graph::DeclaredFile file = declarations_.file(edge.file);
    return std::string(file.module.empty() ? file.path : file.module);
  }

  const GraphScope& scope_;
  const Declarations& declarations_;
  CallDirection direction_;
  const AnsweredRequests& requests_;
  bool full_ = false;
  std::vector<CodeOwner> frontier_;
  struct OwnerHash {
    std::size_t operator()(const CodeOwner& one) const { return (std::uint64_t{one.body} << 32U | one.function) * 0x9E3779B97F4A7C15ULL; }
  };
  std::unordered_set<CodeOwner, OwnerHash> walked_;
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
      walkers.emplace_back(*meaning.scope, walk);
      found = std::prev(walkers.end());
    }
    for (const SymbolId start : call_starts(meaning, walk.direction, walk.types)) found->start_at({.function = start});
  }
  const auto walker_of = [&](const GraphScope& scope) -> Walker& {
    const auto found = std::ranges::find(walkers, &scope, &Walker::scope);
    return found != walkers.end() ? *found : walkers.emplace_back(scope, walk);
  };
  const auto add = [&](auto&& make) {
    if (calls.total++ < walk.limit) calls.edges.push_back(make());
  };
  bool full = false;
  for (std::uint32_t depth = 1; depth <= walk.depth && !full; ++depth) {
    std::vector<ReceivedRequest> received;
    if (walk.requests.received)
      for (const Walker& walker : walkers)
        for (const CodeOwner& answers : walker.frontier())
          for (ReceivedRequest& one : walk.requests.received(*walker.scope(), answers)) received.push_back(std::move(one));
    for (Walker& walker : walkers) {
      for (const Edge& edge : walker.step(kMostCallEdges - std::min(kMostCallEdges, calls.total), cancel))
        if (const auto requests = walker.requests_answered_by_caller(edge); requests.empty())
          add([&] { return walker.shown(edge, depth); });
        else
          for (const std::string& request : requests) add([&] { return walker.shown(edge, request, depth); });
      full = full || walker.is_full() || calls.total > kMostCallEdges;
    }
    for (ReceivedRequest& one : received) {
      one.edge.depth = depth;
      add([&] { return std::move(one.edge); });
      if (one.from.is_known()) walker_of(*one.sender).start_at(one.from);
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
