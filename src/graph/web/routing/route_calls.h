#pragma once

#include <string>
#include <vector>

#include "graph/web/routing/answerers.h"
#include "graph/web/routing/routers.h"

namespace grove::graph::web {

/// A route as code says it, below its router.
struct SaidRoute {
  std::string path;
  std::vector<std::string> verbs;
  Endpoint endpoint;  ///< The rest of it.
};

/// Reads what calls and marks on functions say of routes. One a thread.
class RouteCalls {
 public:
  RouteCalls(SourceFiles& files, RouteTexts& texts, Answerers& answerers) : files_(files), texts_(texts), answerers_(answerers) {}

  /// Of a call of that method on a router; nothing where it is no route after all.
  std::vector<SaidRoute> read(const SourceFiles::Place& call, const Router& router, const RouterMethod& method);
  /// Of what a function or class is marked with.
  std::vector<SaidRoute> read_mark(const Arguments& passed, SymbolId on, const Router& router, const RouterMethod& method);

  /// Of a mark whose name is a verb, or `route` with verbs that are named.
  std::vector<SaidRoute> read_verb_mark(const Arguments& passed, SymbolId on, const Router& router, std::string_view name);

 private:
  struct Paths {
    std::vector<std::string> all;
    std::size_t place = 0;  ///< Of the argument that says it.
    bool found = false;
  };
  Paths paths_of(const Arguments& passed, const Router& router, const RouterMethod& method);
  std::vector<std::string> path_texts(const Site& site, PathStyle style);
  std::vector<std::string> verbs_of(const SourceFiles::Place* call, const Arguments& passed, const RouterMethod& method);
  std::vector<std::string> verb_names(const Site& site);
  Answerer answerer(const SourceFiles::Place& call, const Arguments& passed, const RouterMethod& method, std::size_t from);
  /// With the functions in place that stand beside the one that answers: they run before it.
  Answerer with_those_before(const Arguments& passed, std::size_t from, std::size_t answering);
  bool may_answer(const Arguments& passed, std::size_t from);
  void add_by_verb(const SourceFiles::Place& call, const Site& value, const Paths& paths, std::vector<SaidRoute>& found);
  void add_of_class(SymbolId type, const Paths& paths, const std::vector<std::string>& verbs, const NamePlace& from,
                    std::vector<SaidRoute>& found);
  std::string body_of(SymbolId function);

  SourceFiles& files_;
  RouteTexts& texts_;
  Answerers& answerers_;
};

/// `get` → `GET`; empty for what is no verb.
std::string verb_of(std::string_view name);

}  // namespace grove::graph::web
