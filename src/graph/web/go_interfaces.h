#pragma once

#include <unordered_map>
#include <vector>

#include "graph/web/program.h"

namespace grove::graph::web {

/// Which types have all functions of an interface: in Go that is what implements it, and nothing says so. One a thread.
class GoInterfaces {
 public:
  explicit GoInterfaces(Program& program) : program_(program) {}

  /// Whether a function is one that an interface of Go asks for.
  bool asks_for(SymbolId function) const;
  /// The types of the program, tests left out, that have all that the interface around `function` asks for; in order.
  const std::vector<SymbolId>& implementations(SymbolId function);
  /// What a type has for a function of an interface; kNobody without it.
  SymbolId function_of(SymbolId type, SymbolId function);

 private:
  std::vector<SymbolId> find(SymbolId interface);

  Program& program_;
  std::unordered_map<SymbolId, std::vector<SymbolId>> known_;  // by interface
};

}  // namespace grove::graph::web
