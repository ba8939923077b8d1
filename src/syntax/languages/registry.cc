#include <array>

#include "syntax/languages/languages.h"
#include "syntax/tree_parser.h"

namespace grove::syntax {
namespace {

constexpr std::array kDefinitions = {
#define GROVE_LANGUAGE(definition) &definition,
#include "syntax/languages/list.inc"
#undef GROVE_LANGUAGE
};

}  // namespace

std::span<const LanguageDefinition* const> language_definitions() { return kDefinitions; }

}  // namespace grove::syntax
