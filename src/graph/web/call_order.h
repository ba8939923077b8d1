#pragma once

#include <vector>

#include "model/facts.h"

namespace grove::graph::web {

/// References of a file in the order in which running code comes to them: what stands in the arguments of a call before the call, but what
/// stands in a function that is passed after it.
void sort_as_they_run(const Facts& facts, std::vector<const Reference*>& references);

}  // namespace grove::graph::web
