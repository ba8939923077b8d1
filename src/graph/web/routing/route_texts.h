#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// Says which texts expressions of routes can be: literals, concatenations, constants of any file, variables of the function around,
/// members of objects by their class. One a thread.
class RouteTexts {
 public:
  explicit RouteTexts(SourceFiles& files) : files_(files) {}

  /// At most some; what is not known stands as `${name}`. Nothing for what is no text.
  std::vector<std::string> of(const Site& site) { return fold(site, 0); }
  std::string one(const Site& site);
  /// Whether an expression is a text by how it is written, or a name of one that is known.
  bool is_text(const Site& site);

 private:
  std::vector<std::string> fold(const Site& site, int depth);
  std::vector<std::string> fold_name(const Site& site, std::string_view name, int depth);
  Site variable(const Site& site, std::string_view name);
  std::vector<SymbolId> made_types(const Site& value);
  Site exported(const Site& site, std::string_view local, std::string_view member);
  Site member(const Site& site, std::string_view owner, std::string_view name);

  SourceFiles& files_;
};

}  // namespace grove::graph::web
