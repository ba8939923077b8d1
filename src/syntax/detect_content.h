#pragma once

#include <optional>
#include <string_view>

#include "model/language.h"

namespace grove::syntax {

/// The language of the interpreter that a `#!` line names (through `env`, its options and assignments, and without version numbers).
std::optional<Language> language_of_shebang(std::string_view head);

/// The language that an Emacs (`-*- C++ -*-`, first two lines) or Vim (`vim: set ft=cpp:`, first five lines) modeline names.
std::optional<Language> language_of_modeline(std::string_view head);

/// Decides between the languages that share an extension or a file name, by what the first 64 KiB hold. `guess` is the one to keep where
/// nothing speaks for another; `extension` is lower case, without dot, and may be empty.
Language settle_by_content(std::string_view extension, Language guess, std::string_view head);

/// For a name that says nothing: XML, HTML and PHP by their first bytes, plain text otherwise.
Language language_of_unnamed(std::string_view head);

}  // namespace grove::syntax
