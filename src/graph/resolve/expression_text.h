#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace grove::graph {

/// Part of the name of a variable, in any language.
bool is_name_byte(char c);

/// Where the bracket that ends at `close` begins; npos where it doesn't.
std::size_t opening(std::string_view text, std::size_t close);

/// `a.b` in `a.b.c`, `c`: what stands before the last name, and the name.
struct Last {
  std::string_view before;
  std::string_view name;
};
Last split_last(std::string_view text);

/// Whether a literal of a text is all that stands there.
bool is_quoted(std::string_view text);

/// `process.env.API || "/api"`, `base ?? "/api"`, `base or "/api"`, `$base ?: "/api"`: what counts, and what counts where that is nothing.
struct Choice {
  std::string_view first, otherwise;
};
/// Whether an operator is one of those.
bool is_choice(std::string_view sign);
/// Of the first such operator that stands in no bracket and no literal.
std::optional<Choice> choice_in(std::string_view written);

}  // namespace grove::graph
