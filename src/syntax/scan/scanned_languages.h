#pragma once

#include <memory>
#include <span>

#include "syntax/parser.h"
#include "syntax/scan/outline.h"

namespace grove::syntax {

extern const ScannedLanguage kGroovyLanguage;
extern const ScannedLanguage kIniLanguage;
extern const ScannedLanguage kMarkdownLanguage;
extern const ScannedLanguage kPerlLanguage;
extern const ScannedLanguage kPropertiesLanguage;
extern const ScannedLanguage kScssLanguage;
extern const ScannedLanguage kSqlLanguage;
extern const ScannedLanguage kYamlLanguage;

/// All languages that are scanned line by line.
std::span<const ScannedLanguage* const> scanned_languages();

/// Reads those; files of other languages go to `fallback`.
std::unique_ptr<LanguageParser> make_scanned_parser(std::unique_ptr<LanguageParser> fallback);

}  // namespace grove::syntax
