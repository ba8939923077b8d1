#pragma once

#include <set>
#include <string>
#include <vector>

#include "graph/web/routing/routers.h"

namespace grove::graph::web {

/// Routers of Go that are passed where handlers are: `r.PathPrefix("/x").Handler(sub)`, `mux.Handle("/x/", http.StripPrefix("/x", sub))`.
/// Such a router sees the path that the one above saw, less what is stripped. One a thread.
class MountedHandlers {
 public:
  MountedHandlers(SourceFiles& files, RouteTexts& texts, Routers& routers) : files_(files), texts_(texts), routers_(routers) {}

  /// Whether a call of a route's method passes a router, and so adds no route of its own. Keeps it for `put_below`.
  bool note(const SourceFiles::Place& call, RouterId above);
  /// Whether a call makes what is passed to a router as a handler: `http.StripPrefix`, which is read there.
  bool is_passed(const SourceFiles::Place& call);
  /// Puts what was kept where it was passed. `mounted` are the routers that others pass requests on to without what they matched.
  void put_below(std::set<RouterId> mounted);

 private:
  struct Passed {
    RouterIds routers;
    std::string stripped;
  };
  Passed routers_in(const Site& value, bool may_be_wrapped, int depth);
  RouterId root_of(RouterId router, const std::set<RouterId>& mounted);
  bool is_below(RouterId router, RouterId above);

  struct Kept {
    RouterId above = 0;
    Passed passed;
  };
  SourceFiles& files_;
  RouteTexts& texts_;
  Routers& routers_;
  std::vector<Kept> kept_;
};

}  // namespace grove::graph::web
