#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace grove::graph::web {

/// Finds what answers a request, segment by segment. Immutable once it is filled; thread-safe then.
class RouteTree {
 public:
  /// `value` answers to a verb of a route whose parameters are `{name}`.
  void add(std::string_view route, std::string_view verb, std::size_t value);
  /// All that answer best: what is written goes before parameters. A request's `{name}` stands for a parameter only. Without a verb those
  /// of every verb.
  std::vector<std::size_t> find(std::string_view route, std::string_view verb) const;

 private:
  struct Node {
    std::map<std::string, std::size_t, std::less<>> named;  // further nodes by segment
    std::size_t any = 0;                                    // the one behind a parameter; 0 where there is none
    std::vector<std::pair<std::string, std::size_t>> ends;  // verb and value
  };
  struct Search;

  std::vector<Node> nodes_{1};
};

}  // namespace grove::graph::web
