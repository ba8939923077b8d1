#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/routing/source_files.h"

namespace grove::graph::web {

/// Functions that Go programs keep in variables of packages and call one after another, as programs do that let each file add its routes.
/// One a thread.
class FunctionLists {
 public:
  explicit FunctionLists(SourceFiles& files) : files_(files) {}

  /// The calls of the elements of every list that a function is in.
  std::vector<SourceFiles::Place> runs_of(SymbolId function);

 private:
  void find();
  SymbolId list_named(const NamePlace& from, std::string_view name);
  void add_functions(FileId file, const Expression& values, std::uint32_t first, SymbolId list);
  void add_runs(FileId file, const Binding& element, SymbolId list);

  SourceFiles& files_;
  std::unordered_map<SymbolId, std::vector<SymbolId>> lists_;           // by function
  std::unordered_map<SymbolId, std::vector<SourceFiles::Place>> runs_;  // by list
  bool is_found_ = false;
};

}  // namespace grove::graph::web
