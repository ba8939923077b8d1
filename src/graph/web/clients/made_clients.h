#pragma once

#include <unordered_map>
#include <vector>

#include "graph/web/clients/code_callers.h"

namespace grove::graph::web {

/// What those say of an address who make the object that asks for it: `new Repository("/teams")`. One a thread.
class MadeClients {
 public:
  MadeClients(ClientKit& kit, CodeCallers& callers) : kit_(kit), callers_(callers) {}

  /// An address with what constructors are passed in the place of their parameters: one for each that says something. The address itself
  /// where it has no such parameter or nobody says anything.
  std::vector<PieceText> told(const PieceText& address) { return told(address, 0); }

 private:
  using Place = CodeCallers::Place;
  std::vector<PieceText> told(const PieceText& address, int depth);
  const std::vector<Place>& makers(SymbolId constructor);

  ClientKit& kit_;
  CodeCallers& callers_;
  std::unordered_map<SymbolId, std::vector<Place>> makers_;  // by constructor
};

}  // namespace grove::graph::web
