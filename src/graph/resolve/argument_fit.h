#pragma once

#include <string_view>
#include <vector>

#include "graph/resolve/values.h"

namespace grove::graph {

/// What a call passes, as far as it tells overloads apart. `arguments` is the list's expression.
std::vector<Value> passed_values(Values& values, const Facts& facts, Index arguments, const Values::Site& site, Language language);

/// Those of some overloads that take the number of arguments and to which these fit best, by their declared types. The JVM's languages
/// prefer what needs no list of further arguments (JLS 15.12.2.4). Empty where it is known that they fit none of them.
std::vector<SymbolId> best_fitting(Scopes& scopes, const std::vector<Value>& passed, const std::vector<SymbolId>& overloads);

}  // namespace grove::graph
