#include "graph/web/routing/mounted_handlers.h"

#include <algorithm>
#include <utility>

#include "graph/web/route_text.h"

namespace grove::graph::web {
namespace {

constexpr int kDeepest = 6;
constexpr int kMostAbove = 12;
constexpr LibraryName kStripPrefix{"net/http", "StripPrefix"};

bool takes_handlers(std::string_view name) { return name == "Handle" || name == "Handler"; }

}  // namespace

bool MountedHandlers::note(const SourceFiles::Place& call, RouterId above) {
  const CallChains& calls = files_.calls(call.file);
  if (files_.family(call.file) != Family::kGo || !takes_handlers(calls.name(call.call))) return false;
  const Arguments passed = files_.arguments(call);
  if (passed.size() == 0) return false;
  // What wraps a router has it answer where all paths below come to it: elsewhere it may only be told it.
  const std::string path = passed.size() > 1 && texts_.is_text(passed.at(0)) ? texts_.one(passed.at(0)) : std::string();
  const bool takes_all = path.ends_with('/') || path.ends_with('*') || calls.before(call.call, "PathPrefix") != kNoCall;
  Passed found = routers_in(passed.at(passed.size() - 1), takes_all, 0);
  if (found.routers.empty()) return false;
  kept_.push_back({.above = above, .passed = std::move(found)});
  return true;
}

bool MountedHandlers::is_passed(const SourceFiles::Place& call) {
  const CallChains& calls = files_.calls(call.file);
  if (calls.name(call.call) != kStripPrefix.name) return false;
  for (const CallNumber around : files_.calls_around(call.file, files_.reference(call).begin))
    if (takes_handlers(calls.name(around)) && !routers_.asked({.file = call.file, .call = around}).empty()) return true;
  return false;
}

MountedHandlers::Passed MountedHandlers::routers_in(const Site& value, bool may_be_wrapped, int depth) {
  Passed found;
  if (value.expression == kNone || depth > kDeepest) return found;
  const Expression& expression = value.facts->expressions[value.expression];
  const bool is_call = expression.kind == Expression::Kind::kCall;
  const Arguments passed{.call = value};
  const std::optional<Imported> called = is_call ? imported_name(files_, value.file, value.facts->text(expression.text)) : std::nullopt;
  if (called && is_of(*called, kStripPrefix)) {
    if (passed.size() < 2) return found;
    found = routers_in(passed.at(1), true, depth + 1);
    found.stripped = join_route(texts_.one(passed.at(0)), found.stripped);
    return found;
  }
  found.routers = routers_.of(value);
  if (!is_call) return found;
  for (std::size_t i = 0; may_be_wrapped && found.routers.empty() && i < passed.size(); ++i)
    found = routers_in(passed.at(i), true, depth + 1);
  return found;
}

/// The router that groups and parameters hand requests to as they came to it.
RouterId MountedHandlers::root_of(RouterId router, const std::set<RouterId>& mounted) {
  for (int i = 0; i < kMostAbove && !mounted.contains(router) && !routers_.router(router).mounts.empty(); ++i)
    router = routers_.router(router).mounts.front().above;
  return router;
}

bool MountedHandlers::is_below(RouterId router, RouterId above) {
  std::vector<RouterId> open{router};
  std::set<RouterId> seen{router};
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (open[i] == above) return true;
    for (const Router::Mount& mount : routers_.router(open[i]).mounts)
      if (seen.insert(mount.above).second) open.push_back(mount.above);
  }
  return false;
}

void MountedHandlers::put_below(std::set<RouterId> mounted) {
  for (const Kept& one : kept_) mounted.insert(one.passed.routers.begin(), one.passed.routers.end());
  for (const Kept& one : kept_) {
    const RouterId root = root_of(one.above, mounted);
    for (const RouterId router : one.passed.routers)
      if (!is_below(root, router)) routers_.router(router).mounts.push_back({.above = root, .prefix = one.passed.stripped});
  }
}

}  // namespace grove::graph::web
