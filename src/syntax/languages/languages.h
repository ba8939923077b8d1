#pragma once

#include "syntax/tree/rules.h"

namespace grove::syntax {

#define GROVE_LANGUAGE(definition) extern const LanguageDefinition definition;
#include "syntax/languages/list.inc"
#undef GROVE_LANGUAGE

}  // namespace grove::syntax
