#include <array>

#include "syntax/languages/languages.h"
#include "syntax/tree_parser.h"

namespace grove::syntax {
namespace {

constexpr std::array kDefinitions = {
    &kBashLanguage,       &kCLanguage,       &kCSharpLanguage, &kRubyLanguage, &kPhpLanguage,  &kCMakeLanguage, &kCssLanguage,
    &kDockerfileLanguage, &kGraphQlLanguage, &kHclLanguage,    &kHtmlLanguage, &kJavaLanguage, &kJsonLanguage,  &kMakeLanguage,
    &kProtoLanguage,      &kPythonLanguage,  &kScssLanguage,   &kTomlLanguage, &kXmlLanguage,
};

}  // namespace

std::span<const LanguageDefinition* const> language_definitions() { return kDefinitions; }

}  // namespace grove::syntax
