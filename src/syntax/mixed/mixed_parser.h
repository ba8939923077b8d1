#pragma once

#include <memory>

#include "syntax/parser.h"

namespace grove::syntax {

/// Files of several languages: the scripts in HTML pages, Vue and Svelte components are read as JavaScript or TypeScript, their facts
/// joined with those of the markup. A component is a module named by its file. Files of other languages go to `inner` as they are.
std::unique_ptr<LanguageParser> make_mixed_parser(std::unique_ptr<LanguageParser> inner);

/// Raised whenever this reading changes; 0 for languages that are not read so.
std::uint32_t mixed_version(Language language);

}  // namespace grove::syntax
