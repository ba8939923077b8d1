#include <array>

#include "syntax/languages/languages.h"
#include "syntax/tree_parser.h"

namespace grove::syntax {
namespace {

constexpr std::array kDefinitions = {
    &kCLanguage,
    &kJavaLanguage,
    &kPythonLanguage,
};

}  // namespace

std::span<const LanguageDefinition* const> language_definitions() { return kDefinitions; }

}  // namespace grove::syntax
