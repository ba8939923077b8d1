#pragma once

#include <optional>
#include <string_view>

#include "model/language.h"

namespace grove::syntax {

/// What a name alone says about a file's language. `kUnsettled` asks for a look at the content.
enum class NameVerdict { kKnown, kUnsettled, kUnknown };

struct NamedLanguage {
  NameVerdict verdict = NameVerdict::kUnknown;
  Language language = Language::kPlainText;
};

/// By the whole file name (no folder), then by what it begins with (`Dockerfile.dev`, `.env.local`). Exact case.
NamedLanguage language_of_file_name(std::string_view name);
/// By an extension without its dot; case matters only for `C` and `H`.
NamedLanguage language_of_extension(std::string_view extension);
/// By the interpreter of a `#!` line, without folder and version: `python`, `bash`, `node`.
std::optional<Language> language_of_interpreter(std::string_view program);
/// By an editor's name for a mode: `c++`, `sh`, `js2`.
std::optional<Language> language_of_mode(std::string_view mode);
/// Endings that say nothing themselves: `config.h.in`, `phpunit.xml.dist`, `page.html.erb` are what stands before.
bool is_template_extension(std::string_view extension);

}  // namespace grove::syntax
