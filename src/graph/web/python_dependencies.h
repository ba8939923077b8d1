#pragma once

#include <vector>

#include "graph/graph.h"
#include "graph/web/program.h"

namespace grove::graph::web {

/// Whether a call stands in the header of a Python function: it runs once, when the function is declared.
bool runs_when_declared(const Facts& facts, const Reference& call);

/// What FastAPI calls for each request before a function, where the function's header asks for it: `Depends(find)`, the function that
/// `Depends(finder())` is given, `__init__` and `__call__` of classes.
class PythonDependencies {
 public:
  explicit PythonDependencies(Program& program) : program_(program) {}

  /// Of a call in the header of a function; nothing where it is no `Depends`. `edges` are what the names of its file mean.
  std::vector<SymbolId> asked_by(FileId file, const Reference& call, const std::vector<Edge>& edges);

 private:
  std::vector<SymbolId> members(SymbolId type, std::string_view name);
  std::vector<SymbolId> made_by_type(FileId file, const Reference& call);
  std::vector<SymbolId> given_back(SymbolId function);

  Program& program_;
};

}  // namespace grove::graph::web
