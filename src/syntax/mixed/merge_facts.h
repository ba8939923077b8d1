#pragma once

#include "model/facts.h"

namespace grove::syntax {

/// Adds to `facts` what another reading of the same text said: all but units, language, module and counts. Symbols end up in source order,
/// a parent before its children; what was outside all symbols belongs to the innermost symbol of `facts` around it. Qualified names are
/// those of before: make them anew.
void merge_facts(Facts& facts, const Facts& more);

}  // namespace grove::syntax
