#pragma once

#include <cstdint>
#include <string_view>

#include "model/language.h"

namespace grove::graph {

/// Languages whose code uses each other's names directly.
enum class Family : std::uint8_t { kJvm, kPython, kScript, kGo, kC, kDotNet, kRust, kSwift, kRuby, kPhp, kDart, kOther };

/// How names work in a language, as far as the resolver cares.
struct Traits {
  Language language = Language::kPlainText;
  Family family = Family::kOther;
  std::string_view separator = ".";   ///< Of qualified names, as in LanguageDefinition.
  bool static_types = false;          ///< What has no declared type has an inferred one: nothing is duck-typed.
  bool implicit_self = false;         ///< Members are named without a receiver inside their type.
  bool type_call_constructs = false;  ///< `User(…)` makes a User.
  bool shares_package = false;        ///< What has the same module (Facts::module) is visible without an import.
  bool shares_folder = false;         ///< And only where the folder is the same too (Go).
  bool shares_repository = false;     ///< Top-level names are visible everywhere (Swift, Ruby, C's linkage).
};

const Traits& traits_of(Language language);
inline Family family_of(Language language) { return traits_of(language).family; }

/// `this`, `self`, `@self`, `Me`, `$this`.
bool is_self_word(std::string_view word);
/// `super`, `base`, `parent`.
bool is_super_word(std::string_view word);
/// Members that the language's own types have, so that a receiver of unknown type may well be one of those: `get`, `push`, `length`, …
bool is_common_member(Family family, std::string_view name);
/// A wrapper that members are reached through as if it weren't there: `unique_ptr<T>`, `Box<T>`, `Optional[T]`.
bool is_transparent_wrapper(Family family, std::string_view type);
/// Members of library types that hand out what is in them: `get`, `orElseThrow`, `unwrap`, `await`, `first`.
bool hands_out_content(std::string_view member);

}  // namespace grove::graph
