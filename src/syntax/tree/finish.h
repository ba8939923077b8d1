#pragma once

#include <string_view>

#include "model/facts.h"

namespace grove::syntax {

/// Gives every symbol its qualified name: module, enclosing symbols, receiver and name, joined by `separator`.
void qualify_names(Facts& facts, std::string_view separator);

/// Marks tests and deprecated symbols by their annotations and docs.
void flag_symbols(std::string_view text, Facts& facts);

/// Brings symbols into source order, outer ones first, and everything that names them along. They mostly are; broken code and files of
/// several languages disturb it.
void sort_symbols(Facts& facts);

/// Whether a comment near the top says that a program wrote the file.
bool says_generated(std::string_view text);

}  // namespace grove::syntax
