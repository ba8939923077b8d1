#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "graph/web/handlers.h"
#include "graph/web/infrastructure.h"
#include "graph/web/service_map.h"

namespace grove::graph::web {

/// What the classes of a module say of the program that they make.
struct Application {
  Evidence start;         ///< The class or call that starts it; empty path where there is none.
  Product product;        ///< What it is for, where an annotation says that it is no ordinary program.
  Evidence registers;     ///< `@EnableDiscoveryClient` and the like.
  bool has_code = false;  ///< Sources, build files aside.
};

/// By the folder of the module.
using Applications = std::unordered_map<const Module*, Application>;
Applications find_applications(Workplace& at);

/// The place of a symbol.
Evidence place_of(const Declarations& declarations, SymbolId symbol);

}  // namespace grove::graph::web
