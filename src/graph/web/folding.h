#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "graph/web/program.h"

namespace grove::graph::web {

/// Finds out which texts an expression can be: literals, concatenations, formats, and constants wherever they are declared. One a thread.
class Folder {
 public:
  explicit Folder(Program& program) : program_(program) {}

  /// The texts of an expression; an array gives those of all its elements. What is not known stands as `${Name}`, as it was written.
  /// At most some dozen; cycles of constants end.
  std::vector<std::string> texts(const Site& site) { return fold(site, 0); }
  /// One text; empty where there is none.
  std::string text(const Site& site);
  /// The last names of constants: `POST` of `RequestMethod.POST`, in an array too.
  std::vector<std::string> names(const Site& site);
  /// The types of class literals: `User.class`, `User::class`.
  std::vector<SymbolId> types(const Site& site);
  /// The constant or field with an initialiser that a name means at a place; kNobody where none is known.
  SymbolId constant(const Site& site, std::string_view name);

 private:
  std::vector<std::string> fold(const Site& site, int depth);
  std::vector<std::string> fold_name(const Site& site, std::string_view name, int depth);
  std::vector<std::string> fold_call(const Site& site, const Expression& call, int depth);
  std::vector<std::string> fold_concat(const Site& site, const Expression& parts, int depth);
  std::vector<std::string> fold_format(const Site& site, std::string format, std::vector<Index> arguments, int depth);
  static Site at(const Site& site, Index expression) {
    return {.file = site.file, .facts = site.facts, .scope = site.scope, .expression = expression};
  }

  Program& program_;
  std::vector<SymbolId> open_;  // constants that are being looked into
};

/// Fills in `${name}` and `${name:default}` by what `value` says; what it doesn't know and has no default stays.
std::string fill_placeholders(std::string_view text, const std::function<const std::string*(std::string_view name)>& value);

}  // namespace grove::graph::web
