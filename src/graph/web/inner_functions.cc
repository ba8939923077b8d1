#include "graph/web/inner_functions.h"

#include <algorithm>
#include <map>
#include <utility>

namespace grove::graph::web {
namespace {

constexpr std::size_t kEveryVerb = 7;

/// By route, the verbs that a handler answers.
using VerbsByRoute = std::map<std::string_view, std::vector<const Endpoint*>>;

std::vector<std::string> names_of(const VerbsByRoute& routes) {
  std::vector<std::string> names;
  for (const auto& [route, endpoints] : routes)
    if (endpoints.size() >= kEveryVerb)
      names.emplace_back(route);
    else
      for (const Endpoint* one : endpoints) names.push_back(request_name(*one));
  return names;
}

std::uint64_t key_of(const HandlerBody& body) { return std::uint64_t{body.file} << 32U | body.range.begin; }

}  // namespace

InnerFunctions::InnerFunctions(std::span<const Endpoint> endpoints) {
  std::vector<VerbsByRoute> routes;
  for (const Endpoint& endpoint : endpoints) {
    if (!endpoint.is_nameless && endpoint.handler != kNobody) handlers_.insert(endpoint.handler);
    for (const HandlerBody& body : endpoint.bodies) {
      const auto [known, fresh] = numbers_.try_emplace(key_of(body), static_cast<std::uint32_t>(routes.size()));
      if (fresh) {
        by_file_[body.file].push_back({.range = body.range, .owner = {.function = kNobody, .body = known->second}});
        routes.emplace_back();
      }
      if (endpoint.is_nameless) routes[known->second][endpoint.route].push_back(&endpoint);
    }
  }
  for (auto& [file, all] : by_file_) nest(all);
  for (const VerbsByRoute& one : routes) requests_.push_back(names_of(one));
}

void InnerFunctions::add(FileId file, std::span<const Inner> functions) {
  if (functions.empty()) return;
  std::vector<Stretch>& all = by_file_[file];
  for (const Inner& one : functions) all.push_back({.range = one.range, .owner = {.function = one.function, .body = kNone}});
  nest(all);
}

void InnerFunctions::nest(std::vector<Stretch>& all) {
  std::ranges::stable_sort(all, [](const Stretch& a, const Stretch& b) {
    return a.range.begin != b.range.begin ? a.range.begin < b.range.begin : a.range.end > b.range.end;
  });
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    while (!open.empty() && all[open.back()].range.end <= all[i].range.begin) open.pop_back();
    all[i].above = open.empty() ? kNone : open.back();
    open.push_back(i);
  }
}

CodeOwner InnerFunctions::owner(FileId file, std::uint32_t place, SymbolId outermost) const {
  const auto found = by_file_.find(file);
  if (found == by_file_.end()) return {.function = outermost};
  const std::vector<Stretch>& all = found->second;
  const auto behind = std::ranges::upper_bound(all, place, {}, [](const Stretch& one) { return one.range.begin; });
  for (auto i = behind == all.begin() ? kNone : static_cast<std::uint32_t>(behind - all.begin() - 1); i != kNone; i = all[i].above)
    if (place < all[i].range.end) return all[i].owner;
  return {.function = outermost};
}

std::uint32_t InnerFunctions::number_of(const HandlerBody& body) const {
  const auto found = numbers_.find(key_of(body));
  return found == numbers_.end() ? kNone : found->second;
}

}  // namespace grove::graph::web
