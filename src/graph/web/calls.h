#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "graph/web/program.h"

namespace grove::graph::web {

/// A call with what is passed.
struct CallSite {
  FileId file = 0;
  const Facts* facts = nullptr;
  const Reference* reference = nullptr;
  SymbolId in = kNobody;
  std::vector<Index> arguments;  // expressions

  Site argument(std::size_t i) const {
    return {.file = file, .facts = facts, .scope = in, .expression = i < arguments.size() ? arguments[i] : kNone};
  }
};

/// Every call of some name in the code, in order of path and place.
std::vector<CallSite> calls_of(const Program& program, std::string_view name);

}  // namespace grove::graph::web
