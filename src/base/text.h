#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace grove {

/// A to Z only; every other byte stays.
std::string to_lower_ascii(std::string_view text);
/// Unicode full case folding ("Straße" and "STRASSE" become equal). Ill-formed bytes stay as they are.
std::string fold_case(std::string_view text);
bool equals_ignoring_ascii_case(std::string_view a, std::string_view b);

/// Without spaces, tabs, CR, LF, FF and VT at both ends.
std::string_view trim(std::string_view text);
/// The pieces between separators, empty ones included; one piece for a text without any.
std::vector<std::string_view> split(std::string_view text, char separator);
/// The words between runs of ASCII white space.
std::vector<std::string_view> split_words(std::string_view text);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
std::string replace_all(std::string text, std::string_view from, std::string_view to);

/// `src/auth/service.py` → `service.py`.
std::string_view base_name(std::string_view path);
/// `src/auth/service.py` → `src/auth`; empty where there is no folder.
std::string_view parent_path(std::string_view path);
/// `a/service.test.ts` → `ts`; empty for `Makefile` and `.gitignore`.
std::string_view extension(std::string_view path);

/// "12.4 MB", "812 bytes": powers of 1024, one digit after the point below 100.
std::string readable_size(unsigned long long bytes);

}  // namespace grove
