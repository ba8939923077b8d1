#pragma once

#include <string>
#include <vector>

#include "graph/web/handlers.h"

namespace grove::graph::web {

/// What Spring applications put before the routes of their handlers: by configuration (context path, servlet path, base path of WebFlux)
/// and by code (`addPathPrefix` of path matching, `setContextPath` of servers).
class SpringPrefixes {
 public:
  explicit SpringPrefixes(Workplace& at);

  /// Before everything that an application answers to.
  std::string of_application(const Module& application) const;
  /// Between that and the mapping of a controller: the first that is for it.
  std::string of_controller(SymbolId type, const std::vector<SymbolId>& hierarchy) const;

 private:
  /// `addPathPrefix("/api", forAnnotation(RestController.class))`
  struct PathPrefix {
    const Module* application = nullptr;
    std::string prefix;
    std::vector<std::string> annotations, packages;  // of the controllers that it is for; all where both are empty
  };
  void read_path_prefix(const Site& prefix, const Site& condition);
  void add_conditions(const Site& condition, PathPrefix& made) const;
  bool is_for(const PathPrefix& one, SymbolId type, const std::vector<SymbolId>& hierarchy) const;

  Workplace& at_;
  std::vector<PathPrefix> path_prefixes_;
  std::vector<std::pair<const Module*, std::string>> contexts_;  // set by code
};

}  // namespace grove::graph::web
