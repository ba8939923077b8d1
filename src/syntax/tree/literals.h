#pragma once

#include <string>
#include <string_view>

namespace grove::syntax {

/// Appends a piece of a string literal with its backslash escapes decoded (C's, plus \uXXXX, \u{…}); unknown ones stay as written.
void append_unescaped(std::string_view piece, std::string& out);

/// What stands between the quotes of a literal as written: prefix letters, `#` and quotes (single, double, back, triple) are stripped.
std::string_view without_quotes(std::string_view literal);

/// Whether the literal says that backslashes mean themselves: Python and Rust `r"…"`, Go and JavaScript-like back quotes are not meant
/// here.
bool is_raw_literal(std::string_view literal);
/// The name of a function, or tag of a template, that is given a GraphQL document: `gql`, `graphql`.
bool is_query_tag(std::string_view callee);

}  // namespace grove::syntax
