#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "graph/resolve/traits.h"
#include "graph/web/endpoints.h"
#include "graph/web/routing/path_style.h"

namespace grove::graph::web {

/// Something of a library, by the module that it is imported from: `Router` of `express`; without a name what the module itself is.
/// Modules below count too: `chi/v5` for `chi`. Without a module it is known by its name alone.
struct LibraryName {
  std::string_view module;
  std::string_view name;
  bool has_own_path = false;  ///< Of a maker: its routes are told no path, `web::resource("/x")`.
};

/// What a call does to the router that it is asked of.
enum class Does : std::uint8_t {
  kRoute,     ///< Adds a route; gives the router back.
  kGroup,     ///< Gives a router below it, also to a function that is passed.
  kMount,     ///< Puts routers below it that are passed; gives it back.
  kRegister,  ///< Passes a router below it to functions that are passed; gives it back.
  kSame,      ///< Gives it back.
  kPrefix,    ///< Puts a path before all of its routes.
};

/// Where a route says who answers.
enum class Answers : std::uint8_t {
  kLast,     ///< The last argument.
  kSecond,   ///< The one behind the path: what follows runs before it.
  kByVerb,   ///< `get(f).post(g)`, `web::get().to(f)` in an argument
  kBehind,   ///< A call behind it: `.HandlerFunc(f)`
  kOfClass,  ///< A class or object with a function for each verb.
};

/// A call that means something on routers.
struct RouterMethod {
  std::string_view name;
  Does does = Does::kSame;
  std::string_view verb = {};        ///< Of a route; empty where every verb is answered or an argument says it.
  int path = 0;                      ///< The place of the path; -1 where there is none.
  int verbs = -1;                    ///< The place of an argument that says the verbs.
  std::string_view path_name = {};   ///< The path where it is passed by name.
  std::string_view verbs_name = {};  ///< The verbs where they are passed by name.
  int routers = 1;                   ///< Of kMount and kRegister: the place of the first router or function.
  std::size_t least = 1;             ///< Calls with fewer arguments mean something else.
  Answers answers = Answers::kLast;
  bool needs_path = false;       ///< Of kMount: what has none mounts nothing here.
  bool replaces = false;         ///< Of kMount: its path stands instead of the router's own.
  bool path_is_verb = false;     ///< The path may begin with a verb: `GET /users`.
  bool has_options = false;      ///< `{ method, url, handler }` is passed.
  std::string_view behind = {};  ///< A call chained behind it says the verbs: `.Methods("GET")`.
};

/// How programs say routes with a library.
struct Dialect {
  Framework framework;
  Family family;
  PathStyle paths = PathStyle::kBraces;
  std::span<const LibraryName> makers = {};
  std::span<const LibraryName> types = {};
  std::span<const RouterMethod> methods = {};
  std::span<const std::string_view> prefix_names = {};  ///< Names by which a maker is told the path of its routes.
  int prefix_place = -1;                                ///< The place at which it is.
  std::span<const std::string_view> above_names = {};   ///< Makers' arguments with the router that theirs is put below.
  int above_place = -1;
  bool chains = false;  ///< What is asked of a router and isn't in the table gives it back.
  /// A router of its own that code never makes: `http.HandleFunc` asks that of the module.
  std::string_view default_router = {};
  /// The module of marks that say routes of functions, which are added by being passed: `.service(index)`.
  std::string_view marks = {};
  /// Beginnings of modules whose things are registered with routers of this library only: what is told one is a router.
  std::span<const std::string_view> plugins = {};
  std::string_view loaders = {};  ///< Part of the module of a plugin that registers all files of a folder: `AutoLoad, { dir }`.
  bool decorates = false;         ///< Functions are marked with routes: `@app.get("/x")`.

  const RouterMethod* method(std::string_view name) const {
    for (const RouterMethod& one : methods)
      if (one.name == name) return &one;
    return nullptr;
  }
};

}  // namespace grove::graph::web
