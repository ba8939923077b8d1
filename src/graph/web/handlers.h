#pragma once

#include <string>
#include <vector>

#include "graph/web/annotations.h"
#include "graph/web/code/sources.h"
#include "graph/web/endpoints.h"
#include "graph/web/modules.h"

namespace grove::graph::web {

/// What finders of endpoints work with.
struct Workplace {
  Program& program;
  Folder& folder;
  Annotations& annotations;
  Modules& modules;
  Sources& sources;
};

/// What the type parameters of a type stand for where another one inherits from it, as written there.
using TypeArguments = std::vector<std::pair<std::string, std::string>>;

/// A supertype as its subtype names it, with the names of all types that stand between its brackets, in order.
struct WrittenSupertype {
  std::string_view name;
  std::vector<std::string_view> arguments;
};
std::vector<WrittenSupertype> written_supertypes(const Program& program, SymbolId type);

/// A type that another one inherits from.
struct Ancestor {
  SymbolId type = kNobody;
  TypeArguments arguments;
};
/// A type and all that it inherits from, itself first, nearest first.
std::vector<Ancestor> lineage(Program& program, SymbolId type);
std::vector<SymbolId> with_ancestors(Program& program, SymbolId type);
/// A type as written, its type parameters replaced.
std::string with_arguments(std::string_view type, const TypeArguments& arguments);

/// A method of an object's type or of what that inherits from.
struct Method {
  SymbolId symbol = kNobody;
  TypeArguments arguments;  ///< Of the type that it stands in.
};

/// A method that objects of a type have, with all that say something of it.
struct InheritedMethod {
  std::vector<Method> chain;  ///< The most derived one and those that it overrides, nearest first.

  const Method& handler() const { return chain.front(); }
  std::vector<SymbolId> symbols() const;
};
std::vector<InheritedMethod> methods_of(Program& program, SymbolId type);

/// The outermost function around a symbol: what stands in lambdas and anonymous classes counts to it. kNobody outside of functions.
SymbolId outermost_function(const Declarations& declarations, SymbolId symbol);

/// Classes that objects can be made of, in order of path and place.
std::vector<SymbolId> concrete_classes(const Program& program);

/// An endpoint of a handler, without verb and route.
Endpoint describe_handler(Workplace& at, SymbolId controller, const Method& handler);

}  // namespace grove::graph::web
