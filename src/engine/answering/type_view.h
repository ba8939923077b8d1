#pragma once

#include <string>
#include <vector>

#include "engine/navigation.h"

namespace grove::engine {

/// What a container gives to an object.
struct InjectedDependency {
  std::string name;  ///< Of the field or parameter.
  std::string type;  ///< As written.
};

struct MethodView {
  std::string name, signature;
  std::vector<std::string> annotations;
  LineRange lines;
};

/// A type with what it declares and whom it works with.
struct TypeView {
  SymbolHit symbol;   ///< With code, signature and docstring.
  std::string layer;  ///< "controller", "service", "repository", "external", "component", "config"; empty for other types.
  std::string module;
  std::vector<std::string> annotations;          ///< As written: `@Service("orders")`.
  std::vector<std::string> supertypes;           ///< As written.
  std::vector<InjectedDependency> dependencies;  ///< Of objects that a container makes; none for others.
  std::vector<MethodView> methods;
  std::vector<std::string> calls_out;  ///< Qualified names, each once.
  std::vector<std::string> called_by;
  std::vector<std::string> flows;  ///< Names of the flows that go through it.
  std::string summary;             ///< What a language model wrote about it; else the first sentence of its doc comment.
  std::string summary_by;          ///< The model that wrote it; empty for a doc comment.
};

/// Types that a name means, or that are beans.
struct TypeViews {
  std::vector<TypeView> types;
  std::size_t total = 0;
  bool stale = false;
  std::vector<std::string> warnings;
};

/// Which `@Service` beans to list.
struct BeanRequest {
  std::string query = {};                      ///< Words that stand in name, annotations, docs, summary or methods' names; empty for all.
  std::vector<std::string> repositories = {};  ///< Names or ids; empty for all.
  std::size_t limit = 100;
  std::size_t skip = 0;
};

}  // namespace grove::engine
