#include "graph/web/route_tree.h"

#include <span>

#include "base/text.h"

namespace grove::graph::web {
namespace {

constexpr std::size_t kMostDetours = 512;

std::vector<std::string_view> segments_of(std::string_view route) {
  std::vector<std::string_view> segments;
  for (const std::string_view segment : split(route, '/'))
    if (!segment.empty()) segments.push_back(segment);
  return segments;
}

bool is_open(std::string_view segment) {
  return segment.find('{') != std::string_view::npos || segment.find('*') != std::string_view::npos;
}

}  // namespace

void RouteTree::add(std::string_view route, std::string_view verb, std::size_t value) {
  std::size_t at = 0;
  for (const std::string_view segment : segments_of(route)) {
    const bool any = is_open(segment);
    const auto known = any ? nodes_[at].named.end() : nodes_[at].named.find(segment);
    std::size_t next = any ? nodes_[at].any : known == nodes_[at].named.end() ? 0 : known->second;
    if (next == 0) {
      next = nodes_.size();
      nodes_.emplace_back();
      if (any)
        nodes_[at].any = next;
      else
        nodes_[at].named.emplace(segment, next);
    }
    at = next;
  }
  nodes_[at].ends.emplace_back(verb, value);
}

/// One look-up: depth first, what is written before what is open.
struct RouteTree::Search {
  const std::vector<Node>& nodes;
  std::string_view verb;
  std::size_t visits;  // that are left
  std::vector<std::size_t> found = {};

  bool go(std::size_t at, std::span<const std::string_view> rest) {
    if (visits == 0) return false;
    --visits;
    if (rest.empty()) {
      for (const auto& [answered, value] : nodes[at].ends)
        if (verb.empty() || answered == verb) found.push_back(value);
      return !found.empty();
    }
    if (!is_open(rest.front()))
      if (const auto next = nodes[at].named.find(rest.front()); next != nodes[at].named.end() && go(next->second, rest.subspan(1)))
        return true;
    return nodes[at].any != 0 && go(nodes[at].any, rest.subspan(1));
  }
};

std::vector<std::size_t> RouteTree::find(std::string_view route, std::string_view verb) const {
  const std::vector<std::string_view> segments = segments_of(route);
  Search search{.nodes = nodes_, .verb = verb, .visits = segments.size() + kMostDetours};
  search.go(0, segments);
  return search.found;
}

}  // namespace grove::graph::web
