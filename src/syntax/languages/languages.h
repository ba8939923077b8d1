#pragma once

#include "syntax/tree/rules.h"

namespace grove::syntax {

extern const LanguageDefinition kCLanguage;
extern const LanguageDefinition kJavaLanguage;
extern const LanguageDefinition kPythonLanguage;

}  // namespace grove::syntax
