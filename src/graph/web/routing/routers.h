#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graph/web/routing/function_lists.h"
#include "graph/web/routing/library_names.h"
#include "graph/web/routing/route_texts.h"

namespace grove::graph::web {

using RouterId = std::uint32_t;
using RouterIds = std::vector<RouterId>;
/// Adds those that are not there yet.
void add_to(RouterIds& all, const RouterIds& more);

/// Something that routes are added to: an application, a router, a group, a function's parameter that is one.
struct Router {
  /// Where it was put.
  struct Mount {
    RouterId above = 0;
    std::string prefix;
    bool replaces = false;  ///< The prefix stands instead of the router's own.
  };

  const Dialect* dialect = nullptr;
  std::string prefix;         ///< Of its own.
  bool has_own_path = false;  ///< `router.route("/x")`: its routes are told no path.
  std::vector<Mount> mounts;
};

/// Says which routers values are: by what makes them, by the types that are declared, and by what functions are called with. Nothing is a
/// router for its name or for what is asked of it. One a thread.
class Routers {
 public:
  using Place = SourceFiles::Place;

  Routers(SourceFiles& files, RouteTexts& texts, std::span<const Dialect* const> dialects)
      : files_(files), texts_(texts), dialects_(dialects), lists_(files) {}

  /// What a call is asked of.
  RouterIds asked(const Place& call);
  /// What a call gives.
  RouterIds given(const Place& call);
  RouterIds of(const Site& value);
  /// Names with dots between, as written at a place: `app`, `this.router`, `users.router`.
  RouterIds named(const NamePlace& from, std::string_view path);
  /// What the blocks and functions passed to a call are told routes below; nothing for one that passes none on.
  RouterIds inside(const Place& call);
  /// A function is passed to a call that hands a router to it, which stands below a further path.
  void hand_over(SymbolId function, const Place& call, std::string prefix) { handed_[function].emplace_back(call, std::move(prefix)); }

  Router& router(RouterId id) { return routers_[id]; }
  /// Every path that may stand before a router's routes; at most some.
  std::vector<std::string> prefixes(RouterId id);
  /// The prefix that a call tells; nothing where it tells one that is not known.
  std::vector<std::string> prefix_of(const Place& call, const Router& above, const RouterMethod& method);

 private:
  RouterIds of_expression(const Site& value);
  RouterIds made(const Place& call);
  RouterIds default_router(FileId file, std::string_view receiver);
  RouterIds below(const Place& call, const RouterIds& above);
  RouterIds of_name(const NamePlace& from, std::string_view name);
  RouterIds of_embedded(const NamePlace& from, std::string_view name);
  RouterIds of_struct(SymbolId type);
  RouterIds of_struct_named(const DeclaredSymbol& declared);
  RouterIds of_member(const NamePlace& from, std::string_view owner, std::string_view name);
  RouterIds of_values(const NamePlace& from, std::string_view path);
  RouterIds of_variable(SymbolId variable);
  RouterIds of_binding(FileId file, SymbolId scope, const Binding& binding);
  RouterIds of_local(const NamePlace& from, SymbolId scope, std::string_view name);
  /// A parameter of a function, or what it is told under a name in that parameter: `({ app }) => …`.
  struct Told {
    SymbolId function = kNobody;
    std::uint32_t place = 0;
    std::string member = {};
    auto operator<=>(const Told&) const = default;
  };
  RouterIds of_parameter(const Told& told);
  const Dialect* dialect_of_plugins(SymbolId function, std::string_view parameter);
  RouterIds assigned(const NamePlace& from, std::string_view name);
  RouterIds of_lambda(FileId file, Index lambda);
  RouterIds of_result(SymbolId function);
  RouterIds of_export(FileId file, std::string_view name);
  RouterIds of_symbols(const std::vector<SymbolId>& symbols);
  SymbolId type_named(const NamePlace& from, std::string_view path);
  /// The one that a declaration of a router's type stands for; `key` is its place.
  RouterIds of_type(FileId file, std::string_view type, std::uint32_t key);
  const Dialect* dialect_of_type(FileId file, std::string_view type);
  std::vector<std::pair<RouterIds, std::string>> passed(const Told& told);
  const Dialect* dialect_of_parameter(const Told& told);
  std::vector<Place> callers(SymbolId function);
  const std::vector<std::pair<FileId, std::string>>& importers(FileId file);
  RouterId add(Router router);

  SourceFiles& files_;
  RouteTexts& texts_;
  std::span<const Dialect* const> dialects_;
  std::vector<Router> routers_;
  std::set<std::pair<FileId, Index>> asked_for_;                                  // values that are being looked at
  std::map<std::pair<FileId, std::uint32_t>, RouterIds> given_, inside_, typed_;  // by call, call, place
  std::map<Told, RouterIds> parameters_;
  std::unordered_map<SymbolId, RouterIds> variables_, results_;
  std::unordered_map<SymbolId, std::vector<std::pair<Place, std::string>>> handed_;
  std::unordered_map<FileId, std::vector<std::pair<FileId, std::string>>> importers_;
  bool has_importers_ = false;
  FunctionLists lists_;
  std::unordered_map<const Dialect*, RouterId> defaults_;
};

}  // namespace grove::graph::web
