#pragma once

#include "syntax/tree/rules.h"

namespace grove::syntax {

extern const LanguageDefinition kBashLanguage;
extern const LanguageDefinition kCLanguage;
extern const LanguageDefinition kCMakeLanguage;
extern const LanguageDefinition kCSharpLanguage;
extern const LanguageDefinition kCssLanguage;
extern const LanguageDefinition kDockerfileLanguage;
extern const LanguageDefinition kGraphQlLanguage;
extern const LanguageDefinition kHclLanguage;
extern const LanguageDefinition kHtmlLanguage;
extern const LanguageDefinition kJavaLanguage;
extern const LanguageDefinition kJsonLanguage;
extern const LanguageDefinition kMakeLanguage;
extern const LanguageDefinition kPhpLanguage;
extern const LanguageDefinition kProtoLanguage;
extern const LanguageDefinition kPythonLanguage;
extern const LanguageDefinition kRubyLanguage;
extern const LanguageDefinition kScssLanguage;
extern const LanguageDefinition kTomlLanguage;
extern const LanguageDefinition kXmlLanguage;

}  // namespace grove::syntax
